import SPBasics

extension WorkoutPlan {
  /// Reads a plan from JSON, which may hold comments and trailing commas.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - file: the file name used for places.
  /// - Throws: ``PlanError`` with every fault of the text and of the plan, each at its place.
  public init(json: String, file: String) throws(PlanError) {
    let document = JSONDocument.parse(json, file: file)
    let syntax = document.faults.map { PlanFault("", at: $0.location, $0.message, suggestion: $0.suggestion) }
    guard let root = document.root else { throw PlanError(syntax) }
    try self.init(root, faults: syntax)
  }

  /// Reads a plan from a part of a document.
  /// - Parameter faults: the faults of the document, reported together with the plan's.
  init(_ node: JSONNode, faults: [PlanFault] = [], path: String = "") throws(PlanError) {
    var reader = PlanReader(root: path)
    let plan = reader.plan(node)
    var found = faults + reader.faults
    if let plan {
      // A part that could not be read is replaced by something harmless in the plan: it has been reported
      // already.
      let told = Set(reader.faults.map(\.path))
      for fault in plan.faults(knowsActivity: reader.knowsActivity) {
        let full = reader.path(fault.path)
        guard !told.contains(full) else { continue }
        found.append(
          PlanFault(
            full, at: node.deepest(fault.path)?.location ?? node.location, fault.message, suggestion: fault.suggestion))
      }
    }
    guard found.isEmpty, let plan else { throw PlanError(found) }
    self = plan
  }
}
