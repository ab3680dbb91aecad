import SPBasics

/// Checks JSON against a schema that option tables make: the keywords that they use, of draft 2020-12.
struct SchemaCheck {
  private let schema: JSONValue

  init(_ schema: JSONValue) { self.schema = schema }

  /// What the schema does not allow, each with its place.
  func faults(of node: JSONNode) -> [String] { Self.faults(of: node, schema, at: "") }

  private static func faults(of node: JSONNode, _ schema: JSONValue, at place: String) -> [String] {
    if let choices = schema["anyOf"]?.elements {
      let all = choices.map { Self.faults(of: node, $0, at: place) }
      // The faults of null say nothing about a value that is given.
      return all.contains([]) ? [] : all.first ?? []
    }
    if let type = schema["type"]?.text, !isOf(type, node) { return ["\(place): \(node.summary) is no \(type)"] }
    if let choices = schema["enum"]?.elements, !choices.contains(where: { $0.text == node.string }) {
      return ["\(place): \(node.summary) is not allowed"]
    }
    var faults = limits(node, schema, at: place)
    for member in node.members ?? [] {
      let inner = "\(place)/\(member.key)"
      if let names = schema["propertyNames"]?["enum"]?.elements, !names.contains(where: { $0.text == member.key }) {
        faults.append("\(place): the name \(member.key) is not allowed")
      } else if let property = schema["properties"]?[member.key] {
        faults += Self.faults(of: member.node, property, at: inner)
      } else if schema["additionalProperties"] == false {
        faults.append("\(place): the member \(member.key) is not allowed")
      } else if let others = schema["additionalProperties"] {
        faults += Self.faults(of: member.node, others, at: inner)
      }
    }
    for name in schema["required"]?.elements ?? [] where node.member(name.text ?? "") == nil {
      faults.append("\(place): the member \(name.text ?? "") is missing")
    }
    for (index, element) in (node.elements ?? []).enumerated() {
      guard let items = schema["items"] else { continue }
      faults += Self.faults(of: element, items, at: "\(place)/\(index)")
    }
    return faults
  }

  private static func isOf(_ type: String, _ node: JSONNode) -> Bool {
    switch node.value {
    case .null: type == "null"
    case .boolean: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && Int(number.text) != nil
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    case .invalid: false
    }
  }

  private static func limits(_ node: JSONNode, _ schema: JSONValue, at place: String) -> [String] {
    var faults: [String] = []
    if case .number(let number) = node.value, let value = Double(number.text) {
      if let least = schema["minimum"]?.double, value < least {
        faults.append("\(place): \(number.text) is under \(least.formatted)")
      }
      if let most = schema["maximum"]?.double, value > most {
        faults.append("\(place): \(number.text) is over \(most.formatted)")
      }
    }
    if let text = node.string, let least = schema["minLength"]?.double, Double(text.count) < least {
      faults.append("\(place): is empty")
    }
    if let count = node.elements?.count {
      if let least = schema["minItems"]?.double, Double(count) < least {
        faults.append("\(place): has too few elements")
      }
      if let most = schema["maxItems"]?.double, Double(count) > most {
        faults.append("\(place): has too many elements")
      }
    }
    return faults
  }
}

extension Double {
  fileprivate var formatted: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}
