import SPBasics

/// The shape of an option's values as plain data. Messages, help, schema and reference are made from it.
public indirect enum OptionShape: Hashable, Sendable {
  /// A finite number.
  case number(NumberRange)
  /// A whole number.
  case integer(NumberRange)
  /// `true` or `false`.
  case boolean
  /// A string.
  case string(isEmptyAllowed: Bool)
  /// The path of a file, with a description of its content: `a workout plan`.
  case file(of: String)
  /// One of a few strings.
  case choice([String])
  /// A list with a number of elements in a range.
  case list(OptionShape, count: ClosedRange<Int>)
  /// An object of options.
  case object([OptionDescription])
  /// An object whose keys are data. If `keys` is given, no other keys are allowed.
  case dictionary(OptionShape, keys: [String]?)
  /// A value or `null`.
  case nullable(OptionShape)

  /// A description of the expected value, for messages: `a number in 0.1...10000 Hz`.
  package func expectation(unit: String?) -> String {
    switch self {
    case .number(let range): Self.phrase("a number", range, unit)
    case .integer(let range): Self.phrase("an integer", range, unit)
    case .boolean: "true or false"
    case .string(let isEmptyAllowed): isEmptyAllowed ? "a string" : "a string that is not empty"
    case .file(let content): "the file of " + content
    case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .list(let element, let count):
      "a list of " + Self.phrase(count) + (count == 1...1 ? "element" : "elements") + ", each "
        + element.expectation(unit: unit)
    case .object: "an object of options"
    case .dictionary(let element, _): "an object whose values are each " + element.expectation(unit: unit)
    case .nullable(let shape): shape.expectation(unit: unit) + " or null"
    }
  }

  /// A short name for tables: `number`, `integer or null`, `list of 3 integers`, `object`.
  public var typeName: String {
    switch self {
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .string, .file: "string"
    case .choice: "choice"
    case .list(let element, let count):
      "list of " + Self.phrase(count) + element.typeName + (count == 1...1 ? "" : "s")
    case .object: "object"
    case .dictionary(let element, _): "object of \(element.typeName)s"
    case .nullable(let shape): shape.typeName + " or null"
    }
  }

  /// The limits of the values, for tables: `0.1...10000` or the names of a choice; empty without limits.
  public var rangeText: String {
    switch self {
    case .number(let range), .integer(let range): range.description
    case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .string(let isEmptyAllowed): isEmptyAllowed ? "" : "not empty"
    case .file: "not empty"
    case .list(let element, _), .nullable(let element): element.rangeText
    case .dictionary(_, let keys?): "keys " + keys.map { "\"\($0)\"" }.joined(separator: ", ")
    case .boolean, .object, .dictionary: ""
    }
  }

  /// An object made of the examples of its parts; nil for any other shape.
  var example: JSONValue? {
    guard case .object(let fields) = self else { return nil }
    return .object(fields.filter { $0.example != .null }.map { .init(key: $0.name, value: $0.example) })
  }

  private static func phrase(_ noun: String, _ range: NumberRange, _ unit: String?) -> String {
    let unitText = unit.map { " " + $0 } ?? ""
    if range == .unlimited { return noun + (unit.map { " in \($0)" } ?? "") }
    // A plain interval reads well after "in"; "> 0" does not.
    let isInterval = range.minimum != nil && range.maximum != nil && !range.excludesMinimum
    return noun + (isInterval ? " in " : " ") + range.description + unitText
  }

  private static func phrase(_ count: ClosedRange<Int>) -> String {
    if count.lowerBound == count.upperBound { return "\(count.lowerBound) " }
    if count.upperBound == .max { return count.lowerBound == 0 ? "" : "at least \(count.lowerBound) " }
    return "\(count.lowerBound)...\(count.upperBound) "
  }
}

/// One row of an option table as plain data.
public struct OptionDescription: Hashable, Sendable {
  /// The name in the pipeline file.
  public let name: String
  /// The shape of the option's values.
  public let shape: OptionShape
  /// The unit of the option's numbers.
  public let unit: String?
  /// The default value; nil for a required option.
  public let defaultValue: JSONValue?
  /// A value to show in examples.
  public let example: JSONValue
  /// The option's effect, in a sentence or two.
  public let help: String

  /// Whether it is required.
  public var isRequired: Bool { defaultValue == nil }
}

extension OptionDescription {
  /// The row itself. For nested options, one row for each, with its dotted name.
  ///
  /// A free key is written `<name>`, an element of a list `[]`: `streams.<name>.time.path`.
  package func flattened(under prefix: String = "") -> [(path: String, option: OptionDescription)] {
    var path = prefix + name
    var shape = shape
    while true {
      switch shape {
      case .nullable(let inner): shape = inner
      case .list(let element, _):
        path += "[]"
        shape = element
      case .dictionary(let element, _):
        path += ".<name>"
        shape = element
      case .object(let fields):
        return [(prefix + name, self)] + fields.flatMap { $0.flattened(under: path + ".") }
      default:
        return [(prefix + name, self)]
      }
    }
  }
}
