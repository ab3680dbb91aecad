import Foundation
import Pipelines

/// What a run would do, for people and for programs.
struct PlanText {
  let plan: BatchPlan
  /// Whether the plan was made against an output folder.
  let isAgainstOutput: Bool

  private var items: [BatchPlan.Item] { plan.items.filter(\.isSelected) }

  /// Writes it to standard output, and to standard error what will fail.
  func tell(json: Bool) throws {
    StandardStreams.output(json ? try jsonLines() : text)
    for item in items where item.isRun && item.work.fault != nil {
      StandardStreams.error("warning: \(item.work.shownPath) will fail: \(item.work.fault ?? "")")
    }
  }

  /// A line a recording, and one that counts.
  var text: String {
    var columns: [(String, TextTable.Alignment)] = [("recording", .left), ("size", .right)]
    if isAgainstOutput { columns += [("runs", .left), ("why", .left)] }
    columns.append(("path", .left))
    var table = TextTable(columns)
    for item in items {
      var cells = [item.work.recordingID, ProgressText.bytes(item.work.sizeBytes)]
      if isAgainstOutput { cells += [item.isRun ? "yes" : "no", Self.why(item)] }
      table.append((cells + [item.work.shownPath]).map(\.withoutControls))
    }
    return table.text + summary + "\n"
  }

  private var summary: String {
    let running = items.filter(\.isRun)
    let bytes = ProgressText.bytes(running.reduce(0) { $0 + $1.work.sizeBytes })
    guard isAgainstOutput else { return "\(counted(items.count, "recording")), \(bytes)" }
    return "\(running.count) of \(counted(items.count, "recording")) to run, \(bytes); "
      + "\(items.count - running.count) up to date"
  }

  private static func why(_ item: BatchPlan.Item) -> String {
    guard item.decision.isUpToDate else {
      // Whole in JSON: one long reason would push every path out of sight.
      let text = item.decision.reasons.joined(separator: "; ")
      return text.count > 72 ? text.prefix(69) + "..." : text
    }
    return item.decision.isTouched ? "up to date; written anew, with the same content" : "up to date"
  }

  /// An object a line and recording: those of a work list and, against an output folder, what would run and why.
  func jsonLines() throws -> String {
    struct Line: Encodable {
      let item: BatchPlan.Item
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try items.map {
      String(decoding: try encoder.encode(Line(item: $0, isAgainstOutput: isAgainstOutput)), as: UTF8.self) + "\n"
    }.joined()
  }
}
