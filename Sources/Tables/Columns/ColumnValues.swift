import SPBasics

/// The values of a column; a missing value is nil. Numbers are finite.
public enum ColumnValues: Hashable, Sendable {
  /// True or false.
  case boolean([Bool?])
  /// 32-bit integers.
  case int32([Int32?])
  /// 64-bit integers.
  case int64([Int64?])
  /// Single precision.
  case float32([Float?])
  /// Double precision.
  case float64([Double?])
  /// Text.
  case string([String?])
  /// Instants.
  case timestamp([Timestamp?])

  /// The number of values.
  public var count: Int {
    switch self {
    case .boolean(let values): values.count
    case .int32(let values): values.count
    case .int64(let values): values.count
    case .float32(let values): values.count
    case .float64(let values): values.count
    case .string(let values): values.count
    case .timestamp(let values): values.count
    }
  }

  /// The type of the values.
  public var type: ColumnType {
    switch self {
    case .boolean: .boolean
    case .int32: .int32
    case .int64: .int64
    case .float32: .float32
    case .float64: .float64
    case .string: .string
    case .timestamp: .timestamp
    }
  }

  /// The value of a row as text: numbers in the shortest form that reads back to the same value, instants in ISO 8601;
  /// nil if missing.
  public func text(at row: Int) -> String? {
    switch self {
    case .boolean(let values): values[row].map { $0 ? "true" : "false" }
    case .int32(let values): values[row].map(\.description)
    case .int64(let values): values[row].map(\.description)
    case .float32(let values): values[row].map(\.description)
    case .float64(let values): values[row].map(\.description)
    case .string(let values): values[row]
    case .timestamp(let values): values[row].map(\.description)
    }
  }

  /// The values of several columns of one type, one after another.
  package init(joining parts: [ColumnValues], of type: ColumnType) {
    func joined<Value>(_ values: (ColumnValues) -> [Value?]?) -> [Value?] {
      if parts.count == 1, let only = values(parts[0]) { return only }
      // The capacity is reserved at once: growing in steps would take up to three times as much memory on the way.
      var joined: [Value?] = []
      joined.reserveCapacity(parts.reduce(0) { $0 + $1.count })
      for part in parts { joined += values(part) ?? [] }
      return joined
    }
    switch type {
    case .boolean: self = .boolean(joined { if case .boolean(let values) = $0 { values } else { nil } })
    case .int32: self = .int32(joined { if case .int32(let values) = $0 { values } else { nil } })
    case .int64: self = .int64(joined { if case .int64(let values) = $0 { values } else { nil } })
    case .float32: self = .float32(joined { if case .float32(let values) = $0 { values } else { nil } })
    case .float64: self = .float64(joined { if case .float64(let values) = $0 { values } else { nil } })
    case .string: self = .string(joined { if case .string(let values) = $0 { values } else { nil } })
    case .timestamp: self = .timestamp(joined { if case .timestamp(let values) = $0 { values } else { nil } })
    }
  }

  /// The first `count` values, or all if there are fewer.
  func prefix(_ count: Int) -> ColumnValues {
    guard count < self.count else { return self }
    return switch self {
    case .boolean(let values): .boolean(Array(values.prefix(count)))
    case .int32(let values): .int32(Array(values.prefix(count)))
    case .int64(let values): .int64(Array(values.prefix(count)))
    case .float32(let values): .float32(Array(values.prefix(count)))
    case .float64(let values): .float64(Array(values.prefix(count)))
    case .string(let values): .string(Array(values.prefix(count)))
    case .timestamp(let values): .timestamp(Array(values.prefix(count)))
    }
  }
}

/// An instant in coordinated universal time, to the microsecond, as tables store it.
public struct Timestamp: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  public var microseconds: Int64

  /// Makes an instant from microseconds since 1970-01-01T00:00:00Z.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Makes the instant at the microsecond that is nearest to a number of seconds since 1970-01-01T00:00:00Z; nil if out
  /// of range.
  public init?(secondsSince1970 seconds: Double) {
    guard let microseconds = Int64(exactly: (seconds * 1e6).rounded()) else { return nil }
    self.microseconds = microseconds
  }

  /// Earlier instants come first.
  public static func < (one: Self, other: Self) -> Bool { one.microseconds < other.microseconds }

  /// ISO 8601 with six decimals: `2026-11-21T09:30:00.123456Z`.
  public var description: String { UTCTime.text(microseconds: microseconds) }
}
