/// The description of a field: its name, type, scale and unit.
public final class FITFieldKind: Sendable {
  /// The number of the field in its message.
  public let number: UInt8
  /// The name of the field, such as `heart_rate`; `unknown_88` for a field that the profile does not have.
  public let name: String
  /// How values are stored according to the profile. A file may store them differently.
  public let baseType: FITBaseType
  /// The name of its type: a type of the profile, such as `sport` or `date_time`, or the base type.
  public let type: String
  /// The divisor of the stored number.
  public let scale: Double
  /// The number that is subtracted after the division.
  public let offset: Double
  /// The unit as the profile writes it, such as `m/s`; nil without a unit.
  public let units: String?
  /// The names of the values, if they are codes; nil otherwise.
  public let codes: FITCodes?
  /// The number of the profile's field to which a developer's field is equivalent, by its description; nil if the
  /// description names no such field.
  public let nativeNumber: UInt8?
  /// Parts of the stored number that are separate fields ("components" in the FIT SDK).
  let components: [Component]
  /// The forms of the field that depend on the value of another field ("subfields" in the FIT SDK).
  let variants: [Variant]

  /// A part of a number that is a separate field.
  struct Component: Sendable {
    var target: UInt8
    var bitCount: Int
    var firstBit: Int
    var scale: Double
    var offset: Double
    /// Whether it is a counter that starts again at 0 when its bits overflow.
    var isAccumulated: Bool
  }

  /// A form of a field that depends on the value of another field.
  struct Variant: Sendable {
    /// Other fields and their values. The form applies if any one of these conditions is met.
    var conditions: [(field: UInt8, value: Int64)]
    var kind: FITFieldKind
  }

  init(
    number: UInt8, name: String, baseType: FITBaseType, type: String? = nil, scale: Double = 1, offset: Double = 0,
    units: String? = nil, codes: FITCodes? = nil, nativeNumber: UInt8? = nil, components: [Component] = [],
    variants: [Variant] = []
  ) {
    self.number = number
    self.name = name
    self.baseType = baseType
    self.type = type ?? baseType.rawValue
    self.scale = scale
    self.offset = offset
    self.units = units
    self.codes = codes
    self.nativeNumber = nativeNumber
    self.components = components
    self.variants = variants
  }

  /// The same field, with the scale and offset of the component that it is read from.
  func asPart(_ component: Component) -> FITFieldKind {
    guard component.scale != scale || component.offset != offset else { return self }
    return FITFieldKind(
      number: number, name: name, baseType: baseType, type: type, scale: component.scale, offset: component.offset,
      units: units, codes: codes)
  }
}

/// The names of a type's codes.
public final class FITCodes: Sendable {
  /// The type's name.
  public let name: String
  let baseType: FITBaseType
  let names: [Int64: String]
  let values: [String: Int64]

  init(name: String, baseType: FITBaseType, names: [Int64: String]) {
    self.name = name
    self.baseType = baseType
    self.names = names
    values = Dictionary(names.map { ($1, $0) }) { first, _ in first }
  }

  /// The name of a code; nil for a code that the profile does not have.
  public subscript(_ code: Int64) -> String? { names[code] }
}
