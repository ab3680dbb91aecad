import Tables

/// What columns are called on the page, where their names are not for everyone.
enum FeatureNames {
  /// The figures that are shown first, in this order.
  static let main = [
    "time_to_contact_s", "high_passed_peak_g", "peak_rotation_rate_rad_s", "peak_hand_speed_estimate_m_s",
    "accumulated_rotation_rad", "follow_through_s", "tempo_ratio", "hit_probability", "dominant_frequency_hz",
  ]

  /// Columns whose sign differs between wrists and strokes, so that sizes compare better.
  static let signed: Set<String> = [
    "high_passed_peak_g", "accumulated_rotation_rad", "peak_rotation_along_gravity_rad_s",
    "rotation_along_gravity_at_impact_rad_s",
  ]

  /// Columns that tell where a row is from and not how the swing was, or times on the recording's clock.
  static let identifying: Set<String> = [
    "recording_id", "swing_index", "impact_index", "subject_id", "sport", "wrist", "label", "flags", "model_version",
    "start_time_s", "impact_time_s", "impact_onset_time_s", "anchor_time_s", "impact_time_subsample_s",
  ]

  private static let titles = [
    "time_to_contact_s": "Time to contact", "high_passed_peak_g": "Strength of the shock",
    "peak_rotation_rate_rad_s": "Fastest turn of the wrist", "peak_hand_speed_estimate_m_s": "Hand speed (estimate)",
    "accumulated_rotation_rad": "How far the wrist turned", "follow_through_s": "Follow-through",
    "tempo_ratio": "Tempo: backswing over downswing", "hit_probability": "Probability of a contact",
    "dominant_frequency_hz": "Pitch of the shock", "peak_z_g": "Peak, raw z", "peak_acceleration_g": "Peak, all axes",
    "peak_rotation_along_gravity_rad_s": "Fastest turn about the vertical", "stillness_before_s": "Stillness before",
    "rotational_acceleration_g": "Early acceleration of the hand (estimate)",
    "peak_angular_acceleration_rad_s2": "Largest angular acceleration", "peak_jerk_g_s": "Largest jerk",
    "rise_time_ms": "Rise of the shock", "decay_time_ms": "Decay of the shock",
    "peak_rotation_lead_ms": "Fastest turn ahead of contact",
    "rotation_along_gravity_at_impact_rad_s": "Turn about the vertical at contact",
    "swing_index": "Number in the recording", "impact_index": "Number in the recording", "saturated": "Clipped",
    "start_time_s": "Start", "impact_time_s": "Impact", "impact_onset_time_s": "Onset", "anchor_time_s": "Anchor",
    "impact_time_subsample_s": "Impact, between samples", "model_version": "Model", "label": "Called",
    "recording_id": "Recording", "subject_id": "Wearer", "threshold_g": "Threshold", "kurtosis": "Kurtosis",
  ]

  /// The words for a column: those of a list, else its name without the unit.
  static func title(_ column: ColumnDescription) -> String {
    if let title = titles[column.name] { return title }
    var words = column.name.split(separator: "_").map(String.init)
    let unit = unitWords[column.unit ?? ""] ?? []
    if words.count > unit.count, Array(words.suffix(unit.count)) == unit { words.removeLast(unit.count) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let unitWords = [
    "s": ["s"], "ms": ["ms"], "g": ["g"], "Hz": ["hz"], "rad": ["rad"], "rad/s": ["rad", "s"], "m/s": ["m", "s"],
    "g/s": ["g", "s"], "rad/s^2": ["rad", "s2"],
  ]
}
