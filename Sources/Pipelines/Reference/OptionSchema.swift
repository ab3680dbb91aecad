import SPBasics

extension StageOptions {
  /// The JSON Schema of a file that contains these options, draft 2020-12.
  ///
  /// It covers each option separately. Faults of a combination are found on loading.
  package static func fileSchema(title: String) -> JSONValue {
    let place = JSONValue.Member(
      key: "$schema", value: ["type": "string", "description": "Where editors find this schema."])
    return .object(
      [
        .init(key: "$schema", value: "https://json-schema.org/draft/2020-12/schema"),
        .init(key: "title", value: .string(title)),
      ] + JSONValue.objectSchema(of: descriptions, and: [place]))
  }
}

extension OptionDescription {
  /// The JSON Schema of the option's values.
  var schema: JSONValue {
    var members = shape.schemaMembers
    let unitText = unit.map { " Unit: \($0)." } ?? ""
    members.append(.init(key: "description", value: .string(help + unitText)))
    if let defaultValue { members.append(.init(key: "default", value: defaultValue)) }
    return .object(members)
  }
}

extension OptionShape {
  /// The keywords of JSON Schema that describe the values.
  fileprivate var schemaMembers: [JSONValue.Member] {
    switch self {
    case .number(let range): [.init(key: "type", value: "number")] + Self.limits(range)
    case .integer(let range): [.init(key: "type", value: "integer")] + Self.limits(range)
    case .boolean: [.init(key: "type", value: "boolean")]
    case .string(let isEmptyAllowed):
      [.init(key: "type", value: "string")] + (isEmptyAllowed ? [] : [.init(key: "minLength", value: 1)])
    case .file: [.init(key: "type", value: "string"), .init(key: "minLength", value: 1)]
    case .choice(let names): [.init(key: "enum", value: .array(names.map { .string($0) }))]
    case .list(let element, let count):
      [.init(key: "type", value: "array"), .init(key: "items", value: .object(element.schemaMembers))]
        + (count.lowerBound > 0 ? [.init(key: "minItems", value: .integer(count.lowerBound))] : [])
        + (count.upperBound < .max ? [.init(key: "maxItems", value: .integer(count.upperBound))] : [])
    case .object(let options): JSONValue.objectSchema(of: options)
    case .dictionary(let element, let keys):
      [.init(key: "type", value: "object"), .init(key: "additionalProperties", value: .object(element.schemaMembers))]
        + (keys.map { [.init(key: "propertyNames", value: ["enum": .array($0.map { .string($0) })])] } ?? [])
    case .nullable(let shape):
      [.init(key: "anyOf", value: [.object(shape.schemaMembers), ["type": "null"]])]
    }
  }

  private static func limits(_ range: NumberRange) -> [JSONValue.Member] {
    [
      range.minimum.map {
        .init(key: range.excludesMinimum ? "exclusiveMinimum" : "minimum", value: .number($0))
      },
      range.maximum.map {
        .init(key: range.excludesMaximum ? "exclusiveMaximum" : "maximum", value: .number($0))
      },
    ].compactMap { $0 }
  }
}

extension JSONValue {
  /// The keywords for an object with options and some other members, in which no further members are allowed.
  static func objectSchema(of options: [OptionDescription], and others: [Member] = []) -> [Member] {
    let properties = others + options.map { Member(key: $0.name, value: $0.schema) }
    let required = options.filter(\.isRequired).map { JSONValue.string($0.name) }
    return [
      Member(key: "type", value: "object"), Member(key: "properties", value: .object(properties)),
      Member(key: "additionalProperties", value: false),
    ] + (required.isEmpty ? [] : [Member(key: "required", value: .array(required))])
  }
}
