/// The description of a column in tables' metadata, data dictionaries and documentation.
public struct ColumnDescription: Hashable, Sendable, Codable {
  /// snake_case name with its unit at the end, as in `time_to_contact_s`.
  public var name: String
  /// Type of the values.
  public var type: ColumnType
  /// Unit of the values; nil for text, truth values and indices, "1" for ratios.
  public var unit: String?
  /// The meaning of the values, in a sentence.
  public var description: String
  /// How a value is computed from other columns and signals; nil if the description is complete.
  public var formula: String?
  /// Where the definition or its constants come from; nil if this project defined them.
  public var source: String?
  /// The allowed values; nil if all values of the type are allowed.
  public var range: ColumnRange?

  /// Makes a description.
  public init(
    name: String, type: ColumnType, unit: String?, description: String, formula: String? = nil,
    source: String? = nil, range: ColumnRange? = nil
  ) {
    self.name = name
    self.type = type
    self.unit = unit
    self.description = description
    self.formula = formula
    self.source = source
    self.range = range
  }
}

extension ColumnDescription {
  /// The name, type and unit alone.
  var withoutTexts: ColumnDescription { ColumnDescription(name: name, type: type, unit: unit, description: "") }
}

/// The type of a column's values; every value may be missing.
public enum ColumnType: String, Hashable, Sendable, Codable, CaseIterable {
  /// True or false.
  case boolean
  /// 32-bit integers, for counts and positions.
  case int32
  /// 64-bit integers.
  case int64
  /// Single precision, for values that were measured in single precision.
  case float32
  /// Double precision, for times.
  case float64
  /// UTF-8 text.
  case string
  /// Instants in UTC, to the microsecond.
  case timestamp
}

/// The allowed values of a column.
public struct ColumnRange: Hashable, Sendable, Codable {
  /// The least number; nil for no bound.
  public var minimum: Double?
  /// The largest number; nil for no bound.
  public var maximum: Double?
  /// The allowed texts; nil for any.
  public var values: [String]?

  private init(minimum: Double? = nil, maximum: Double? = nil, values: [String]? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.values = values
  }

  /// Numbers of at least `minimum`.
  public static func atLeast(_ minimum: Double) -> Self { Self(minimum: minimum) }
  /// Numbers of at most `maximum`.
  package static func atMost(_ maximum: Double) -> Self { Self(maximum: maximum) }
  /// Numbers from `minimum` to `maximum`, both included.
  public static func between(_ minimum: Double, _ maximum: Double) -> Self { Self(minimum: minimum, maximum: maximum) }
  /// One of these texts.
  package static func oneOf(_ values: [String]) -> Self { Self(values: values) }
}

extension ColumnRange {
  /// Whether a number is within the bounds; a list of texts does not limit numbers.
  public func contains(_ number: Double) -> Bool {
    number >= minimum ?? -.infinity && number <= maximum ?? .infinity
  }

  /// Whether a text is in the list; bounds of numbers do not limit texts.
  public func contains(_ text: String) -> Bool { values?.contains(text) ?? true }

  /// The range as text: `0 to 1`, `at least 0`, `hit or miss`; empty without bounds.
  public var text: String {
    if let values { return Self.choice(values) }
    return switch (minimum, maximum) {
    case (let low?, let high?): "\(Self.number(low)) to \(Self.number(high))"
    case (let low?, nil): "at least \(Self.number(low))"
    case (nil, let high?): "at most \(Self.number(high))"
    case (nil, nil): ""
    }
  }

  private static func choice(_ values: [String]) -> String {
    guard let last = values.last, values.count > 1 else { return values.first ?? "" }
    return values.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func number(_ number: Double) -> String {
    Int64(exactly: number).map(\.description) ?? number.description
  }
}
