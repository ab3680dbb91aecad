/// The description of a field: its name, type, scale and unit.
public final class FITFieldKind: Sendable {
  /// Its number in its message.
  public let number: UInt8
  /// Its name, such as `heart_rate`; `unknown_88` for a field that the profile does not have.
  public let name: String
  /// How values are stored, by the profile; a file may store them otherwise.
  public let baseType: FITBaseType
  /// The name of its type, such as `sport` or `date_time`: a type of the profile, or that of the values.
  public let type: String
  /// What the stored number is divided by.
  public let scale: Double
  /// What is taken off then.
  public let offset: Double
  /// The unit as the profile writes it, such as `m/s`; nil without any.
  public let units: String?
  /// The names of codes.
  public let codes: FITCodes?
  /// The field of the same message that it is another form of, by the developer's word.
  public let nativeNumber: UInt8?
  /// Parts of the number that are fields of their own.
  let components: [Component]
  /// What the field is where another field holds some value.
  let variants: [Variant]

  /// A part of a number that is a field of its own.
  struct Component: Sendable {
    var target: UInt8
    var bitCount: Int
    var firstBit: Int
    var scale: Double
    var offset: Double
    /// Whether it is a counter that starts again at 0.
    var isAccumulated: Bool
  }

  /// The form of a field that the value of another one decides on.
  struct Variant: Sendable {
    /// Other fields with the values that they hold: one of these has to be so.
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

  /// The same with the scale of a number that it is a part of.
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

  /// The name of a code; nil for one that the profile does not have.
  public subscript(_ code: Int64) -> String? { names[code] }
}
