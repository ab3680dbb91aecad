import SPBasics

/// A fault of a plan or a schedule: its place, the expected values, and a suggestion.
public struct PlanFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part concerned: `blocks[1].steps[0].alert`; empty for the plan as a whole.
  public var path: String
  /// Its place in the file; nil for a plan without a file.
  public var place: SourcePlace?
  /// The fault, and the expected values.
  public var message: String
  /// The name that was probably meant.
  public var suggestion: String?

  /// Makes a fault.
  public init(_ path: String, at place: SourcePlace? = nil, _ message: String, suggestion: String? = nil) {
    self.path = path
    self.place = place
    self.message = message
    self.suggestion = suggestion
  }

  /// One line: `plan.json:14:9: error: blocks[1].steps[0].alert: elliptical has no pace; ...`.
  public var description: String {
    let start = place.map { "\($0): error: " } ?? ""
    let subject = path.isEmpty ? "" : "\(path): "
    return start + subject + message + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}

/// All faults of a plan, found in one pass.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The faults; for a text, in the order of their places.
  public let faults: [PlanFault]

  /// Collects faults.
  public init(_ faults: [PlanFault]) {
    self.faults = faults.enumerated().sorted { first, second in
      guard let one = first.element.place, let other = second.element.place else { return first.offset < second.offset }
      if one.precedes(other) { return true }
      return other.precedes(one) ? false : first.offset < second.offset
    }.map(\.element)
  }

  /// One fault of a file as a whole.
  init(_ file: String, _ message: String) { self.init([PlanFault("", at: .file(file), message)]) }

  /// One line per fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension PlanFault {
  /// The fault for programs; members without a value are omitted.
  public var jsonValue: JSONValue {
    var members: [JSONValue.Member] = []
    switch place {
    case .file(let file): members.append(.init(key: "file", value: .string(file)))
    case .position(let file, let line, let column):
      members += [
        .init(key: "file", value: .string(file)), .init(key: "line", value: .integer(line)),
        .init(key: "column", value: .integer(column)),
      ]
    case .override, nil: break
    }
    members += [.init(key: "path", value: .string(path)), .init(key: "message", value: .string(message))]
    if let suggestion { members.append(.init(key: "suggestion", value: .string(suggestion))) }
    return .object(members)
  }
}
