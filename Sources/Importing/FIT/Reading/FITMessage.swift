/// A data message: fields that belong together, such as the values that were measured at one time.
public struct FITMessage: Sendable {
  /// The number of the message's kind.
  public var number: UInt16
  /// The name of its kind, such as `record`; `unknown_79` for a kind that the profile does not have.
  public var name: String
  /// Where the message begins, in bytes from the beginning of the input.
  public var offset: Int
  /// Its fields in the file's order, each followed by its components. The timestamp of a compressed header comes last.
  public var fields: [FITField]

  /// The number of the timestamp field, in all kinds of messages.
  package static let timestampField: UInt8 = 253

  /// The first field with this number that has a value. Developers' fields are ignored.
  public subscript(_ number: UInt8) -> FITField? {
    fields.first { $0.kind.number == number && $0.raw != nil && $0.developerIndex == nil }
  }

  /// The first field with this name that has a value.
  public subscript(_ name: String) -> FITField? { fields.first { $0.raw != nil && $0.name == name } }

  /// The timestamp, in s since 1989-12-31T00:00:00Z, or since the device was switched on: see ``FITTime``.
  public var timestamp: Int64? { self[Self.timestampField]?.raw?.integer }
}

/// A field of a message.
public struct FITField: Sendable {
  /// The description of the field: its name, type, scale and unit.
  public var kind: FITFieldKind
  /// The stored value; nil if it means "no value".
  public var raw: FITValue?
  /// The developer who defined the field, by the index in the file; nil for a field of the profile.
  public var developerIndex: UInt8?
  /// Whether it is a part of the number in another field.
  public var isPart = false

  /// Its name: see ``FITFieldKind/name``.
  public var name: String { kind.name }

  /// The value after scale and offset, in the kind's unit; nil for missing values, texts, bytes and arrays.
  public var value: Double? { raw?.number.map { $0 / kind.scale - kind.offset } }

  /// The values of an array, or the single value; empty without a value.
  public var values: [Double?] {
    guard case .array(let values) = raw else { return raw == nil ? [] : [value] }
    return values.map { $0?.number.map { $0 / kind.scale - kind.offset } }
  }

  /// The text; nil for all other values.
  public var text: String? { if case .text(let text) = raw { text } else { nil } }

  /// The name of the code; nil if the profile does not have the code.
  public var code: String? { raw?.integer.flatMap { kind.codes?[$0] } }
}

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
