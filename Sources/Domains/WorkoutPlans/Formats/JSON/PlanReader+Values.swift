import SPBasics

/// Reads objects, lists and texts of any part of a plan.
extension PlanReader {
  /// Whether a node is an object; reports missing and unexpected members.
  @discardableResult
  mutating func check(_ node: JSONNode, _ fields: [PlanField], _ path: String, kind: Workout.Kind? = nil) -> Bool {
    guard let members = node.members else {
      expected(
        "an object with " + fields.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", "), path, node)
      return false
    }
    let names = fields.map(\.name)
    let present = Set(members.map(\.key))
    let free = names.filter { !present.contains($0) }
    for member in members where !names.contains(member.key) {
      let full = path.isEmpty ? member.key : "\(path).\(member.key)"
      if let message = misplaced(member.key, in: kind) {
        add(full, at: member.keyLocation, message)
        continue
      }
      let nearest = NearestName.find(member.key, in: free)
      let others = nearest == nil ? "; expected one of " + names.map { "\"\($0)\"" }.joined(separator: ", ") : ""
      add(full, at: member.keyLocation, "unknown key \"\(member.key)\"" + others, suggestion: nearest)
    }
    for field in fields where field.isRequired && node.member(field.name) == nil {
      add(
        path.isEmpty ? field.name : "\(path).\(field.name)", at: node.location,
        "is missing; expected \(field.expectation)")
    }
    return true
  }

  /// The message for a member that only plans of another kind have.
  private func misplaced(_ key: String, in kind: Workout.Kind?) -> String? {
    guard let kind else { return nil }
    if key == "alert" {
      return "a plan of kind \"\(kind.rawValue)\" has no alerts; expected none, or a plan of kind \"custom\", whose "
        + "steps have them"
    }
    let others = Workout.Kind.allCases.filter { $0 != kind && PlanFields.own($0).contains { $0.name == key } }
    guard !others.isEmpty else { return nil }
    let names = others.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return "a plan of kind \"\(kind.rawValue)\" has no \"\(key)\"; expected none, or a plan of kind \(names)"
  }

  mutating func list(_ node: JSONNode, _ key: String, _ path: String) -> [(node: JSONNode, path: String)] {
    guard let member = node.member(key) else { return [] }
    let full = path.isEmpty ? key : "\(path).\(key)"
    guard let elements = member.node.elements else {
      expected("a list", full, member.node)
      return []
    }
    return elements.enumerated().map { ($1, "\(full)[\($0)]") }
  }

  mutating func string(_ node: JSONNode, _ key: String, _ path: String) -> String? {
    guard let member = node.member(key) else { return nil }
    if let text = member.node.string { return text }
    expected("a text", path.isEmpty ? key : "\(path).\(key)", member.node)
    return nil
  }

  mutating func choice<Value: RawRepresentable<String>>(
    _ node: JSONNode, _ path: String, _ values: [Value]
  ) -> Value? {
    if let value = node.string.flatMap(Value.init(rawValue:)) { return value }
    let names = values.map(\.rawValue)
    expected(
      "one of " + names.map { "\"\($0)\"" }.joined(separator: ", "), path, node,
      suggestion: node.string.flatMap { NearestName.find($0, in: names) })
    return nil
  }
}

extension JSONNode {
  /// The number; nil for any other value.
  var number: JSONNumber? {
    if case .number(let number) = value { number } else { nil }
  }
}
