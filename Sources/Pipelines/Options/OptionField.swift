import SPBasics

/// One row of a stage's option table: name, property, allowed values, and help.
///
/// The default is the property's value in `Options()`, or in the default of the enclosing options.
public struct OptionField<Options: Sendable>: Sendable {
  /// A writable property that is safe to pass between tasks.
  public typealias Property<Value> = WritableKeyPath<Options, Value> & Sendable

  /// The name in the pipeline file, with its unit: `cutoff_hz`.
  public let name: String
  /// The unit of the option's numbers.
  public let unit: String?
  /// The option's effect, in a sentence or two.
  public let help: String
  /// Whether the option is required because it has no sensible default.
  public private(set) var isRequired = false
  /// Whether the option's value sets the defaults of other options, so that it is read before them.
  public private(set) var setsDefaults = false
  fileprivate var example: JSONValue?

  let shape: @Sendable (Options) -> OptionShape
  let write: @Sendable (Options) -> JSONValue
  /// Reads a value into the property; on a fault the property is unchanged and an issue is recorded.
  private(set) var read: @Sendable (JSONNode, inout Options, inout OptionReading) -> Void

  /// Makes a row for values of any codec.
  public init<Value>(
    _ name: String, _ property: Property<Value>, _ codec: OptionCodec<Value>, unit: String? = nil, help: String
  ) {
    self.name = name
    self.unit = unit
    self.help = help
    shape = { codec.shape($0[keyPath: property]) }
    write = { codec.write($0[keyPath: property]) }
    read = { node, options, reading in
      let outer = reading.unit
      reading.unit = unit
      if let value = codec.read(node, options[keyPath: property], &reading) { options[keyPath: property] = value }
      reading.unit = outer
    }
  }

  /// Makes a row of the outer options from a row of options in one of their properties. The names stay the same.
  package init<Inner>(_ field: OptionField<Inner>, in property: Property<Inner>) {
    name = field.name
    unit = field.unit
    help = field.help
    isRequired = field.isRequired
    setsDefaults = field.setsDefaults
    example = field.example
    shape = { field.shape($0[keyPath: property]) }
    write = { field.write($0[keyPath: property]) }
    read = { node, options, reading in field.read(node, &options[keyPath: property], &reading) }
  }

  /// Makes a row for a required option; the example is shown in the reference.
  public func required(example: JSONValue) -> Self {
    var field = self
    field.isRequired = true
    field.example = example
    return field
  }

  /// Makes a row for an option whose value sets the defaults of other options.
  ///
  /// It is read first, at whatever position it is given. Options given explicitly override the defaults that it sets.
  /// - Parameter adopt: sets the defaults for the value just read.
  package func settingDefaults(_ adopt: @escaping @Sendable (inout Options) -> Void) -> Self {
    var field = self
    field.setsDefaults = true
    field.read = { node, options, reading in
      let before = reading.issues.count
      read(node, &options, &reading)
      if reading.issues.count == before { adopt(&options) }
    }
    return field
  }

  /// Whether the option is required, itself or in a part.
  func needsValue(defaults: Options) -> Bool {
    if isRequired { return true }
    guard case .object(let fields) = shape(defaults) else { return false }
    return fields.contains(where: \.isRequired)
  }

  /// The row as plain data, with the default taken from the given options.
  func description(defaults: Options) -> OptionDescription {
    let value = write(defaults)
    let shape = shape(defaults)
    return OptionDescription(
      name: name, shape: shape, unit: unit, defaultValue: needsValue(defaults: defaults) ? nil : value,
      example: example ?? shape.example ?? value, help: help)
  }
}

extension OptionField {
  /// A finite number in a range: `0.1...10_000`, `0...`, `.above(0)`.
  public static func number(
    _ name: String, _ property: Property<Double>, in range: some NumberBounds = NumberRange.unlimited,
    unit: String? = nil, help: String
  ) -> Self {
    Self(name, property, .number(in: range), unit: unit, help: help)
  }

  /// A whole number in a range.
  public static func integer(
    _ name: String, _ property: Property<Int>, in range: some NumberBounds = NumberRange.unlimited,
    unit: String? = nil, help: String
  ) -> Self {
    Self(name, property, .integer(in: range), unit: unit, help: help)
  }

  /// `true` or `false`.
  package static func boolean(_ name: String, _ property: Property<Bool>, help: String) -> Self {
    Self(name, property, .boolean, help: help)
  }

  /// A string.
  public static func string(
    _ name: String, _ property: Property<String>, isEmptyAllowed: Bool = true, help: String
  ) -> Self {
    Self(name, property, .string(isEmptyAllowed: isEmptyAllowed), help: help)
  }

  /// One of the cases of an enumeration, by its raw value.
  package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ property: Property<Choice>, help: String
  ) -> Self {
    Self(name, property, .choice, help: help)
  }

  /// A value of any codec, or `null`: `.optional("rate_hz", \.rateHz, .number(in: .above(0)), unit: "Hz", help: ...)`.
  package static func optional<Wrapped: Sendable>(
    _ name: String, _ property: Property<Wrapped?>, _ codec: OptionCodec<Wrapped>, unit: String? = nil, help: String
  ) -> Self {
    Self(name, property, .optional(codec), unit: unit, help: help)
  }

  /// A list with a number of elements in a range.
  package static func list<Element: Sendable>(
    _ name: String, _ property: Property<[Element]>, of codec: OptionCodec<Element>,
    count: ClosedRange<Int> = 0...Int.max, unit: String? = nil, help: String
  ) -> Self {
    Self(name, property, .list(of: codec, count: count), unit: unit, help: help)
  }

  /// An object of nested options; omitted options keep the property's default.
  package static func object<Nested: StageOptions>(
    _ name: String, _ property: Property<Nested>, help: String
  ) -> Self {
    Self(name, property, .object, help: help)
  }

  /// An object whose keys are data: `.dictionary("streams", \.streams, of: .object, help: ...)`.
  ///
  /// If `keys` is given, no other keys are allowed. A given object replaces the default object.
  package static func dictionary<Element: Sendable>(
    _ name: String, _ property: Property<[String: Element]>, of codec: OptionCodec<Element>, keys: [String]? = nil,
    unit: String? = nil, help: String
  ) -> Self {
    Self(name, property, .dictionary(of: codec, keys: keys), unit: unit, help: help)
  }
}
