import Tables

/// The columns of the swing table: one list from which tables, their dictionaries and their documentation are made.
public enum SwingColumns {
  /// A swing with the facts of its recording.
  public struct Row: Sendable {
    /// The recording's facts.
    public var identity: RecordingIdentity
    /// The swing.
    public var swing: MeasuredSwing

    /// Makes a row.
    public init(identity: RecordingIdentity, swing: MeasuredSwing) {
      self.identity = identity
      self.swing = swing
    }
  }

  /// All columns, in order.
  public static let all: [ColumnDefinition<Row>] =
    lead + identity + timing + rotation
    + ImpactColumns.measured.map { column in
      column.map { (row: Row) in row.swing.burst }
    } + decision

  private static let lead: [ColumnDefinition<Row>] = [
    .string("recording_id", "Identifier of the recording, unique in a data set.") { $0.identity.recordingID },
    .integer("swing_index", "Position of the swing in its recording, by time, from 0.") { $0.swing.index },
    .double(
      "start_time_s", unit: "s",
      "Start of the swing on the recording's clock: the moment, between samples, from which the rotation along gravity meets its threshold up to the anchor."
    ) {
      $0.swing.labelled.swing.startTime
    },
    .double(
      "impact_time_s", unit: "s",
      "Original stamp of the sample at which the high-passed acceleration peaks; missing for a miss."
    ) {
      $0.swing.labelled.swing.impact?.time
    },
    .double(
      "impact_onset_time_s", unit: "s",
      "Stamp of the last raw sample before the shock's first step; missing for a miss."
    ) {
      $0.swing.labelled.swing.impact?.onsetTime
    },
    .double("time_to_contact_s", unit: "s", "Impact time minus start time; missing for a miss.") { row in
      row.swing.labelled.swing.impact.map { $0.time - row.swing.labelled.swing.startTime }
    },
    .double("anchor_time_s", unit: "s", "The impact of a hit, or the moment of the highest rate of a miss.") {
      $0.swing.labelled.swing.anchorTime
    },
    .string("label", "hit or miss.") { $0.swing.labelled.label.rawValue },
    .float("hit_probability", unit: "1", "Probability of a contact, 0 to 1, by the model named in model_version.") {
      $0.swing.labelled.hitProbability
    },
  ]

  private static let identity: [ColumnDefinition<Row>] = [
    .string("subject_id", "Identifier of the wearer, where the recording gives one.") { $0.identity.subjectID },
    .string("sport", "Sport, where the recording gives one.") { $0.identity.sport },
    .string("wrist", "Wrist that wore the sensor, left or right, where the recording says so.") { $0.identity.wrist },
    .string(
      "flags",
      "What limits trust in the row, joined by ';': saturated (the sensor's limit was reached), no_reversal (no backswing was found), low_motion_rate (device motion too slow for the angular acceleration). Missing where nothing does."
    ) {
      $0.swing.flags.isEmpty ? nil : $0.swing.flags
    },
  ]

  private static let timing: [ColumnDefinition<Row>] = [
    .double(
      "impact_time_subsample_s", unit: "s",
      "Vertex of the parabola through the peak sample and its neighbours; missing for a miss."
    ) {
      $0.swing.labelled.swing.impact?.subsampleTime
    },
    .float(
      "follow_through_s", unit: "s",
      "Time from the anchor until the rate along gravity falls under the start's threshold, at most 1.5 s."
    ) {
      $0.swing.timing?.followThroughS
    },
    .float(
      "tempo_ratio", unit: "1",
      "Duration of the backswing over that from start to anchor; missing without a reversal of the rotation."
    ) {
      $0.swing.timing?.tempoRatio
    },
    .float(
      "stillness_before_s", unit: "s",
      "Time before the swing's motion in which the rotation rate stayed under 1 rad/s, at most 5 s."
    ) {
      $0.swing.timing?.stillnessBeforeS
    },
  ]

  private static let rotation: [ColumnDefinition<Row>] = [
    .float(
      "accumulated_rotation_rad", unit: "rad",
      "Rotation along gravity from start to anchor, signed: the integral of the sum over the axes of rotation rate times gravity."
    ) {
      $0.swing.labelled.swing.accumulatedRotation
    },
    .float(
      "peak_rotation_along_gravity_rad_s", unit: "rad/s",
      "Largest rate of rotation along gravity from start to anchor, signed."
    ) {
      $0.swing.rotation?.peakAlongGravity
    },
    .float("peak_rotation_rate_rad_s", unit: "rad/s", "Largest magnitude of the rotation rate from start to anchor.") {
      $0.swing.rotation?.peakRate
    },
    .float("peak_rotation_lead_ms", unit: "ms", "Time from the largest rate along gravity to the anchor.") {
      $0.swing.rotation?.peakLeadMS
    },
    .float(
      "rotation_along_gravity_at_impact_rad_s", unit: "rad/s",
      "Rate of rotation along gravity at the impact, between the samples around it; missing for a miss."
    ) {
      $0.swing.rotation?.alongGravityAtImpact
    },
    .float(
      "peak_angular_acceleration_rad_s2", unit: "rad/s^2",
      "Largest change of the rotation rate over time from start to anchor, after a 30 Hz low-pass."
    ) {
      $0.swing.rotation?.peakAngularAcceleration
    },
    .float(
      "peak_hand_speed_estimate_m_s", unit: "m/s",
      "Estimate: largest speed from the user acceleration in the world's frame, integrated with zero speed at the start."
    ) {
      $0.swing.rotation?.peakHandSpeedEstimate
    },
    .float(
      "rotational_acceleration_g", unit: "g",
      "Estimate: mean magnitude of the user acceleration over the first third of the swing, the resultant of centripetal and tangential acceleration at the wrist."
    ) {
      $0.swing.rotation?.rotationalAcceleration
    },
  ]

  private static let decision: [ColumnDefinition<Row>] = [
    .string("model_version", "Name and version of the model that gave the probability.") { $0.swing.labelled.model }
  ]
}

/// The facts of a recording that every row repeats.
public struct RecordingIdentity: Hashable, Sendable {
  /// Identifier, unique in a data set.
  public var recordingID: String
  /// Identifier of the wearer.
  public var subjectID: String?
  /// Sport.
  public var sport: String?
  /// Wrist that wore the sensor.
  public var wrist: String?

  /// Makes an identity.
  public init(recordingID: String, subjectID: String? = nil, sport: String? = nil, wrist: String? = nil) {
    self.recordingID = recordingID
    self.subjectID = subjectID
    self.sport = sport
    self.wrist = wrist
  }
}
