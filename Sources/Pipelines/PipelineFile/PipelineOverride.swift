import SPBasics

/// An option to set instead of the option in the pipeline file: `hit.threshold_g=2`.
struct PipelineOverride {
  /// The override as given.
  let text: String
  let location: SourcePlace

  init(_ text: String) {
    self.text = text
    location = .override("--set \(text)")
  }

  /// The id of the stage, the path of the option and the value; nil if the text does not have this form.
  func parsed() -> (stageID: String, path: [String], value: JSONNode)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let parts = text[..<equals].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, !parts.contains("") else { return nil }
    return (parts[0], Array(parts.dropFirst()), value(String(text[text.index(after: equals)...])))
  }

  /// The option's name, if the text before `=` is only a name: the stage is missing.
  var option: String? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = String(text[..<equals])
    return name.isEmpty || name.contains(".") ? nil : name
  }

  /// The value as JSON if it is valid JSON, else as a string.
  private func value(_ text: String) -> JSONNode {
    let document = JSONDocument.parse(text, at: location)
    guard document.faults.isEmpty, let root = document.root else { return JSONNode(.string(text), at: location) }
    return root
  }

  /// Sets a value in an object, creating nested objects as needed and replacing other values in their place.
  static func set(_ value: JSONNode, at path: ArraySlice<String>, in node: JSONNode) -> JSONNode {
    guard let key = path.first else { return value }
    var members = node.members ?? []
    let index = members.firstIndex { $0.key == key }
    let inner = index.map { members[$0].node } ?? JSONNode(.object([]), at: value.location)
    let member = JSONMember(key, at: value.location, set(value, at: path.dropFirst(), in: inner))
    if let index {
      // An object from the file stays. Only the value that was set gets the override's place.
      members[index].node = member.node
    } else {
      members.append(member)
    }
    return JSONNode(.object(members), at: node.members == nil ? value.location : node.location)
  }
}
