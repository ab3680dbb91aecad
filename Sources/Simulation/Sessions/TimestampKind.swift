/// What the timestamps of a recording count.
public enum TimestampKind: String, CaseIterable, Sendable, Codable {
  /// Whole microseconds.
  case microseconds
  /// Ticks of a boot clock of 24 MHz, in s as doubles, as watches and phones give them: one in 24 is a whole
  /// microsecond, one in three a whole nanosecond. Each is less than a microsecond after the one of ``microseconds``.
  case ticks

  /// Ticks in a microsecond.
  static let ticksPerUS = 24
}
