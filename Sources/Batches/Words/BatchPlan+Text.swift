import SPBasics
import SPTables

/// What a run would do, for people and for programs.
extension BatchPlan {
  private var selected: [Item] { items.filter(\.isSelected) }

  /// The recordings that will fail, one line each.
  public var expectedFailures: [String] {
    selected.filter(\.isRun).compactMap { item in item.work.fault.map { "\(item.work.shownPath) will fail: \($0)" } }
  }

  /// One line per recording, and one with counts.
  /// - Parameter isAgainstOutput: whether the plan was compared with an output folder, and shows what would run and
  ///   why.
  public func text(isAgainstOutput: Bool) -> String {
    var columns: [(String, TextTable.Alignment)] = [("recording", .left), ("size", .right)]
    if isAgainstOutput { columns += [("runs", .left), ("why", .left)] }
    columns.append(("path", .left))
    var table = TextTable(columns)
    for item in selected {
      var cells = [item.work.recordingID, ProgressText.bytes(item.work.sizeBytes)]
      if isAgainstOutput { cells += [item.isRun ? "yes" : "no", Self.why(item)] }
      table.append((cells + [item.work.shownPath]).map(\.withoutControls))
    }
    return table.text + summary(isAgainstOutput) + "\n"
  }

  private func summary(_ isAgainstOutput: Bool) -> String {
    let items = selected
    let running = items.filter(\.isRun)
    let bytes = ProgressText.bytes(running.reduce(0) { $0 + $1.work.sizeBytes })
    guard isAgainstOutput else { return "\(counted(items.count, "recording")), \(bytes)" }
    return "\(running.count) of \(counted(items.count, "recording")) to run, \(bytes); "
      + "\(items.count - running.count) up to date"
  }

  private static func why(_ item: Item) -> String {
    guard item.decision.isUpToDate else {
      // Complete in JSON; here one long reason would push every path off the screen.
      let text = item.decision.reasons.joined(separator: "; ")
      return text.count > 72 ? text.prefix(69) + "..." : text
    }
    return item.decision.isTouched ? "up to date; rewritten with the same content" : "up to date"
  }

  /// One line of JSON per recording: its object of the work list and, if the plan was compared with an output folder,
  /// whether the recording would run, why, and for which tables.
  /// - Parameter isAgainstOutput: whether the plan was compared with an output folder.
  /// - Throws: errors of the JSON encoder.
  package func jsonLines(isAgainstOutput: Bool) throws -> String {
    struct Line: Encodable {
      let item: Item
      let isAgainstOutput: Bool
      enum Key: CodingKey { case runs, reasons, tables }

      func encode(to encoder: any Encoder) throws {
        try item.work.encode(to: encoder)
        guard isAgainstOutput else { return }
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(item.isRun, forKey: .runs)
        try values.encode(item.decision.reasons, forKey: .reasons)
        if item.isRun, let tables = item.decision.tables { try values.encode(tables.sorted(), forKey: .tables) }
      }
    }
    return try selected.map { try JSONOutput.line(Line(item: $0, isAgainstOutput: isAgainstOutput)) + "\n" }.joined()
  }
}
