import SPTables

/// The kinds of rows in the tables of swings, for reports and plots.
package enum SwingRowDescriptions {
  /// Swings, labelled hit or miss.
  package static let swings = RowDescription(
    singular: "swing", plural: "swings", prominence: 2, timeColumn: "anchor_time_s", indexColumn: "swing_index",
    groups: RowGroups(
      column: "label",
      values: [
        .init("hit", "hits", "Swings that met the ball."), .init("miss", "misses", "Swings that did not."),
      ]),
    columns: columns, summaryOrder: summary, titles: titles, magnitudeColumns: magnitudes,
    signMeaning: "the wrist and the stroke",
    contextColumns: context, flagsColumn: "flags", recordingFigures: [saturated],
    figure: .contact(
      ContactFigure(
        startColumn: "start_time_s", onsetColumn: "impact_onset_time_s", peakColumn: "impact_time_s",
        contactGroup: "hit", moment: "contact", otherwise: .init(group: "miss", moment: "its fastest turn"),
        typicalTitle: "How the wrist turns in a typical swing", slowMotion: "the swing",
        orderColumns: [
          "swing_probability", "high_passed_peak_g", "hit_probability", "decision_margin", "time_to_contact_s",
        ],
        peakValueColumn: "high_passed_peak_g", rangeColumn: "hit_probability", words: words)),
    glossary: glossary, units: units)

  /// Impacts.
  package static let impacts = RowDescription(
    singular: "impact", plural: "impacts", prominence: 1, timeColumn: "impact_time_s", indexColumn: "impact_index",
    columns: columns, summaryOrder: summary, titles: titles, magnitudeColumns: magnitudes,
    signMeaning: "the wrist and the stroke",
    contextColumns: context, count: .init("Impacts", "Shocks in the acceleration, of swings and of anything else."),
    recordingFigures: [saturated],
    figure: .contact(
      ContactFigure(
        onsetColumn: "impact_onset_time_s", peakColumn: "impact_time_s", moment: "peak of the shock",
        slowMotion: "the swing", orderColumns: ["high_passed_peak_g"], peakValueColumn: "high_passed_peak_g",
        words: words)), glossary: glossary, units: units)

  /// Candidates that are not swings.
  package static let rejected = RowDescription(
    singular: "candidate", plural: "candidates", timeColumn: "candidate_time_s",
    count: .init("Rejected", "Shocks and turns of the wrist that were examined and are not swings."))

  /// Movements of recordings without evidence of play.
  package static let possible = RowDescription(
    singular: "possible stroke", plural: "possible strokes", timeColumn: "candidate_time_s",
    count: .init(
      "Possible strokes", "Quick movements of recordings in which no stroke repeats. They do not count as swings."))

  private static let words = ContactWords(
    peak: "impact", otherwise: "fastest turn", rotation: "turn of the wrist",
    directions: ["z": "out of the watch’s face"],
    sentences: [.init("peak_rotation_rate_rad_s", "The wrist turns at up to {}.")])

  private static let saturated = RecordingFigure(
    "Clipped, %", "Fraction of the contacts that reached the sensor's limit, so that peaks are too low.", place: 90,
    isBestZero: true, columns: .init(.mean, of: ["saturated"], factor: 100))

  private static let columns: [RowDescription.MainColumn] = [
    .init(
      "time_to_contact_s", "Time to contact", summary: "Time to contact", card: "to contact",
      meaning: "From the start of the swing to the impact. Misses have no such time."),
    .init(
      "high_passed_peak_g", "Strength of the shock", summary: "Shock", card: "shock",
      meaning: "How hard the contact shakes the wrist, without slow motion."),
    .init(
      "peak_rotation_rate_rad_s", "Fastest turn of the wrist", summary: "Fastest turn", card: "fastest turn",
      meaning: "The fastest rotation of the wrist during the swing."),
    .init(
      "peak_hand_speed_estimate_m_s", "Hand speed (estimate)",
      meaning: "The largest speed of the hand, estimated from its acceleration. Speeds of one person can be compared."),
    .init(
      "accumulated_rotation_rad", "How far the wrist turned",
      meaning: "The turn of the wrist about the vertical, from the start to the contact."),
    .init(
      "follow_through_s", "Follow-through",
      meaning: "How long the wrist keeps turning after the contact, at most 1.5 s."),
    .init(
      "tempo_ratio", "Tempo: backswing over downswing",
      meaning: "How many times as long as the downswing the backswing takes. Swings without a backswing have none."),
    .init(
      "hit_probability", "Probability of a contact", card: "hit probability",
      meaning: "How sure a small model is that the swing met the ball."),
    .init(
      "swing_probability", "Probability of a stroke",
      meaning: "How sure a small model is that the movement is a stroke."),
    .init(
      "decision_margin", "Decision margin",
      meaning: "How far the movement is from being rejected: 0 for one that was nearly rejected."),
    .init(
      "dominant_frequency_hz", "Pitch of the shock",
      meaning: "The frequency at which the shock shakes the wrist most. It depends on racket, grip and watch strap."),
  ]

  /// Degrees and kilometres per hour, which coaches know, and times as the pictures show them.
  private static let units = [
    "rad/s": "deg/s", "rad": "deg", "rad/s^2": "deg/s^2", "m/s": "km/h", "time_to_contact_s": "ms",
    "follow_through_s": "ms",
  ]

  private static let summary = ["time_to_contact_s", "peak_rotation_rate_rad_s", "high_passed_peak_g"]

  private static let magnitudes = [
    "high_passed_peak_g", "accumulated_rotation_rad", "peak_rotation_along_gravity_rad_s",
    "rotation_along_gravity_at_impact_rad_s",
  ]

  private static let context = [
    "recording_id", "swing_index", "impact_index", "subject_id", "sport", "wrist", "label", "flags", "model_version",
    "start_time_s", "impact_time_s", "impact_onset_time_s", "anchor_time_s", "impact_time_subsample_s",
    "time_from_start_s", "threshold_g", "noise_sigma_g",
  ]

  private static let titles = [
    "peak_z_g": "Peak, raw z", "peak_acceleration_g": "Peak, all axes",
    "peak_rotation_along_gravity_rad_s": "Fastest turn about the vertical", "stillness_before_s": "Stillness before",
    "rotational_acceleration_g": "Early acceleration of the hand (estimate)",
    "peak_angular_acceleration_rad_s2": "Largest angular acceleration", "peak_jerk_g_s": "Largest jerk",
    "rise_time_ms": "Rise of the shock", "decay_time_ms": "Decay of the shock",
    "peak_rotation_lead_ms": "Fastest turn ahead of contact",
    "rotation_along_gravity_at_impact_rad_s": "Turn about the vertical at contact",
    "swing_index": "Number in the recording", "impact_index": "Number in the recording", "saturated": "Clipped",
    "start_time_s": "Start", "impact_time_s": "Impact", "impact_onset_time_s": "Onset", "anchor_time_s": "Anchor",
    "impact_time_subsample_s": "Impact, between samples", "model_version": "Model", "label": "Called",
    "recording_id": "Recording", "subject_id": "Subject", "threshold_g": "Threshold of the shock",
    "time_from_start_s": "Time from the start", "noise_sigma_g": "Noise of the sensor",
    "crest_factor": "Peakedness of the shock (crest factor)", "kurtosis": "Peakedness of the shock (kurtosis)",
    "half_peak_width_ms": "Width of the shock at half its height",
    "time_to_10_percent_ms": "Until a tenth of the shock is left",
    "energy_width_ms": "Length of the shock", "spectral_centroid_hz": "Mean pitch of the shock",
    "spectral_bandwidth_hz": "Spread of the pitch", "energy_share_40_80_hz": "Shock, 40 to 80 Hz",
    "energy_share_80_120_hz": "Shock, 80 to 120 Hz", "energy_share_120_200_hz": "Shock, 120 to 200 Hz",
    "energy_share_200_300_hz": "Shock, 200 to 300 Hz", "energy_share_300_400_hz": "Shock, 300 to 400 Hz",
    "energy_share_x": "Shock along x", "energy_share_y": "Shock along y", "energy_share_z": "Shock along z",
    "rms_before_g": "Shaking before the contact", "peak_to_rms_before": "Shock over the shaking before it",
  ]

  private static let glossary: [RowDescription.Term] = [
    .init(
      "Hit, miss",
      "A swing that met the ball, and one that did not. A hit shakes the wrist: a short shock in the acceleration out of "
        + "the watch’s face. A miss has much the same motion without that shock."),
    .init("Start", "The moment from which the wrist turns the swing’s way without a pause."),
    .init("Onset", "Where the shock begins: the last sample that it has not moved yet."),
    .init(
      "Impact",
      "The peak of the shock, some milliseconds after its onset. It counts as the moment of contact: times count from "
        + "here, and those of a miss from its fastest turn."),
    .init("Time to contact", "From start to impact. Misses have none."),
    .init(
      "Probability of a stroke",
      "How sure a small model is that the movement is a stroke at all, from 0 to 1. Sort by it to see the doubtful ones."
    ),
    .init("Probability of a contact", "How sure a small model is that the swing met the ball, from 0 to 1."),
    .init(
      "Decision margin",
      "How clear it is that there was a swing at all: 0 for one that was nearly rejected, near 1 for one beyond doubt."),
    .init(
      "Flags",
      "What limits trust in a swing. Saturated: the shock went beyond what the sensor can tell. No reversal: the wrist did "
        + "not turn back ahead of the swing, or it was not recorded since when, so that there is no backswing to time. Low "
        + "motion rate: the motion was recorded too slowly for the angular acceleration. Uncertain label: it may be a hit or "
        + "a miss."),
    .init("g", "Acceleration in units of gravity: 1 g is 9.8 m/s²."),
    .init("rad/s", "How fast something turns: 6.3 rad/s is one turn in a second."),
    .init("°/s", "How fast something turns: 360 °/s is one turn in a second."),
    .init("High-passed", "With everything slow taken out, so that the shock stands alone."),
    .init("Rotation along gravity", "How fast the wrist turns about the vertical: its sign says which way."),
  ]
}
