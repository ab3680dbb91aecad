import ArgumentParser
import SPBasics
import SPEvaluation
import SPRecordings
import SPTables

struct DescribeLabelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels",
    abstract: "List the kinds of labels, and the tables that score compares them with.",
    discussion: """
      A label marks a moment or an interval of a recording. A kind can have any other name of lower-case letters, \
      digits and underscores, too. The command swingpipe score knows the kinds with a table.

      \(ExitCode.explanation(.success, .usage))
      """)

  @Flag(help: "Print the kinds as JSON, a list with one object per kind.")
  var json = false

  func run() throws {
    let scored = EventSource.standardKinds
    let known = LabelKind.known.map { kind in
      Entry(
        kind: kind.rawValue, marks: kind.explanation,
        table: scored.first { $0.kind == kind.rawValue }?.table)
    }
    let others = scored.filter { item in !known.contains { $0.kind == item.kind } }.map {
      Entry(kind: $0.kind, marks: $0.isInterval ? "an interval, or a moment" : "a moment", table: $0.table)
    }
    guard !json else { return StandardStreams.output(json: try JSONOutput.text(known + others)) }
    var table = TextTable([("kind", .left), ("marks", .left), ("table", .left)])
    for entry in known + others { table.append([entry.kind, entry.marks, entry.table ?? ""]) }
    StandardStreams.output(table.text)
  }

  private struct Entry: Encodable {
    let kind: String
    let marks: String
    let table: String?
  }
}

extension LabelKind {
  /// What a label of a kind with a fixed meaning marks.
  fileprivate var explanation: String {
    switch self {
    case .hit: "the onset of a contact with the ball"
    case .miss: "a swing that does not meet the ball"
    case .ignore: "a moment that is not scored"
    default: "a shock that is not a swing, such as a clap"
    }
  }
}
