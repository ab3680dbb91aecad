import SPBasics

/// A fault in the options of a stage: its place, the option, and the expected value.
public struct OptionIssue: Error, Hashable, Sendable {
  /// The dotted path of the option, as `streams.gyroscope.columns[1]`; empty for the options as a whole.
  public let path: String
  /// The place of the value, or of the key if the key is at fault.
  public let location: SourcePlace
  /// The problem.
  public let message: String
  /// The most likely intended name.
  public let suggestion: String?
}

/// Collects the faults of one reading of options and tracks the current place.
package struct OptionReading: Sendable {
  /// The faults found so far.
  package private(set) var issues: [OptionIssue] = []
  /// The unit of the option being read.
  var unit: String?
  private var path: [String] = []
  /// The id of the stage whose options are read; nil if the options do not belong to a stage.
  private let stageID: String?

  init(of stageID: String? = nil) { self.stageID = stageID }

  /// Reads a value below the current place.
  mutating func descend<Result>(to part: String, _ body: (inout OptionReading) -> Result) -> Result {
    path.append(part)
    defer { path.removeLast() }
    return body(&self)
  }

  /// Records that a value is not valid for its option. A value that is already reported as unreadable is skipped.
  mutating func expected(_ shape: OptionShape, at node: JSONNode, suggestion: String? = nil) {
    expected(shape.expectation(unit: unit), at: node, found: node.summary, suggestion: suggestion)
  }

  /// Records the difference between the expected and the found value.
  mutating func expected(_ what: String, at node: JSONNode, found: String, suggestion: String? = nil) {
    guard !node.isInvalid else { return }
    let subject = path.isEmpty ? "" : "option \"\(pathText())\": "
    let message = "\(subject)expected \(what), found \(found)"
    add(OptionIssue(path: pathText(), location: node.location, message: message, suggestion: suggestion))
  }

  /// Records an unknown key.
  /// - Parameter others: keys that are not options, but may be intended.
  mutating func unknown(
    _ kind: String, _ member: JSONMember, expected names: [String], besides others: Set<String> = []
  ) {
    let path = pathText(adding: member.key)
    let nearest = NearestName.find(member.key, in: names + others.sorted())
    var message = "unknown \(kind) \"\(path)\""
    if nearest == nil {
      let list = names.isEmpty ? "none" : "one of " + names.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      message += "; expected \(list)"
    }
    add(
      OptionIssue(
        path: path, location: member.keyLocation, message: message, suggestion: nearest.map { pathText(adding: $0) }))
  }

  /// Records that a required option is missing.
  mutating func missing(_ name: String, _ shape: OptionShape, unit: String?, in node: JSONNode) {
    let path = pathText(adding: name)
    var message = "option \"\(path)\" is missing; expected \(shape.expectation(unit: unit))"
    if case .file = shape, let stageID { message += ", as with --set \(stageID).\(path)=FILE" }
    add(OptionIssue(path: path, location: node.location, message: message, suggestion: nil))
  }

  /// Records a fault found by the options themselves.
  mutating func add(_ fault: OptionFault, in node: JSONNode) {
    let location = node.deepest(fault.option)?.location ?? node.location
    let path = pathText(adding: fault.option)
    let message = "option \"\(path)\": \(fault.message)"
    add(OptionIssue(path: path, location: location, message: message, suggestion: fault.suggestion))
  }

  private mutating func add(_ issue: OptionIssue) {
    issues.append(issue)
  }

  private func pathText(adding part: String? = nil) -> String {
    (path + (part.map { [$0] } ?? [])).joined(separator: ".").replacing(".[", with: "[")
  }
}
