/// A data message: fields that belong together, such as the values that were measured at one time.
public struct FITMessage: Sendable {
  /// The number of its kind.
  public var number: UInt16
  /// The name of its kind, such as `record`; `unknown_79` for one that the profile does not have.
  public var name: String
  /// Where it begins, in bytes from the beginning of the input.
  public var offset: Int
  /// Its fields in the file's order, each followed by its components; the timestamp of a compressed header comes last.
  public var fields: [FITField]

  /// The number of the timestamp field, in all kinds of messages.
  package static let timestampField: UInt8 = 253

  /// The first field with this number that has a value; developers' fields are left out.
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
  /// The stored value; nil if it is the one that means "no value".
  public var raw: FITValue?
  /// The developer whose field it is, by the index in the file; nil for a field of the profile.
  public var developerIndex: UInt8?
  /// Whether it is a part of the number in another field.
  public var isPart = false

  /// Its name: see ``FITFieldKind/name``.
  public var name: String { kind.name }

  /// The value after scale and offset, in the kind's unit; nil for none, texts, bytes and arrays.
  public var value: Double? { raw?.number.map { $0 / kind.scale - kind.offset } }

  /// The values of an array, or the one value.
  public var values: [Double?] {
    guard case .array(let values) = raw else { return raw == nil ? [] : [value] }
    return values.map { $0?.number.map { $0 / kind.scale - kind.offset } }
  }

  /// The text; nil for all but texts.
  public var text: String? { if case .text(let text) = raw { text } else { nil } }

  /// The name of the code; nil where the profile has none.
  public var code: String? { raw?.integer.flatMap { kind.codes?[$0] } }
}
