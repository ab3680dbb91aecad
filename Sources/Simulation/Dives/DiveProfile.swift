/// The course of the dives of a simulated recording.
///
/// Raw values are the names in recording ids.
public enum DiveProfile: String, CaseIterable, Sendable, Codable {
  /// Down, along one depth, and up.
  case square
  /// Up and down between two depths.
  case sawtooth
  /// Many short dives at the pace of a free diver.
  case breathHold = "breath_hold"
  /// Deeper than the sensor can measure for a time.
  case sensorError = "sensor_error"
  /// A watch from a warm wrist in water of 2 to 6 degC.
  case coldWater = "cold_water"
}

/// The water of a simulated dive.
public enum DiveWater: String, CaseIterable, Sendable, Codable {
  /// Fresh water, 1000 kg/m3.
  case fresh
  /// Sea water, 1025 kg/m3.
  case salt

  /// Density times standard gravity, in kPa/m.
  var kilopascalsPerMeter: Double { self == .fresh ? 9.80665 : 10.051_816_25 }
}
