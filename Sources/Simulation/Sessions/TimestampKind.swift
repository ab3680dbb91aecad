/// The kind of timestamps of a recording.
public enum TimestampKind: String, CaseIterable, Sendable, Codable {
  /// Whole microseconds.
  case microseconds
  /// Ticks of a boot clock of 24 MHz, in s as doubles, as given by watches and phones: one in 24 is a whole
  /// microsecond, one in three a whole nanosecond. Each is less than a microsecond after the one of ``microseconds``.
  case ticks

  /// Ticks in a microsecond.
  static let ticksPerUS = 24
}
