/// The stored value of a field, before scale and offset.
public enum FITValue: Hashable, Sendable {
  /// An integer or a code.
  case integer(Int64)
  /// An integer above `Int64.max`, which only unsigned 8-byte fields can hold.
  case large(UInt64)
  /// A number of float32 or float64.
  case number(Double)
  /// A text, which is not empty.
  case text(String)
  /// Bytes without a defined meaning.
  case bytes([UInt8])
  /// Several values; nil for each value that means "no value".
  case array([FITValue?])

  /// The value as a number; nil for texts, bytes and arrays.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .large(let value): Double(value)
    case .number(let value): value
    case .text, .bytes, .array: nil
    }
  }

  /// The value as an integer; nil for all other values.
  public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
}

/// Timestamps in FIT files: whole seconds since 1989-12-31T00:00:00Z.
public enum FITTime {
  /// 1989-12-31T00:00:00Z, in s since 1970.
  package static let epochS = 631_065_600.0
  /// Smaller numbers are not instants: they count seconds since the device was switched on.
  ///
  /// Source: FIT SDK, type `date_time`, value `min`.
  package static let firstInstant: Int64 = 0x1000_0000

  /// An instant in s since 1970; nil for a number of seconds since the device was switched on.
  public static func unixS(_ stamp: Int64) -> Double? { stamp >= firstInstant ? epochS + Double(stamp) : nil }
}
