import SPBasics
import SPTables

/// The summaries of several runs of one command, as one: each run has a pipeline and an output folder of its own.
package struct RunSummaries: Sendable {
  private let runs: [RunSummary]
  private let output: String
  private let counts: [RunSummary.Count]

  /// Joins summaries.
  /// - Parameters:
  ///   - runs: at least one.
  ///   - output: the folder with the output folders of the runs, as shown to the user.
  package init(_ runs: [RunSummary], output: String) {
    self.runs = runs
    self.output = output
    counts = Self.joined(runs.map(\.counts))
  }

  /// The counts of all lists, each title once.
  private static func joined(_ lists: [[RunSummary.Count]]) -> [RunSummary.Count] {
    lists.joined().reduce(into: []) { all, count in
      if !all.contains(where: { $0.title == count.title }) { all.append(count) }
    }
  }

  /// Why results of recordings are not counted, one line each.
  package var faults: [String] { runs.flatMap(\.faults) }

  /// The results and a suggested next command; nil if no recording is done.
  package var line: String? {
    let done = runs.filter { $0.line != nil }
    guard !done.isEmpty else { return nil }
    let found = Self.joined(done.map(\.main)).map { count in
      count.told(done.reduce(0) { $0 + ($1.value(of: count) ?? 0) })
    }.joined(separator: ", ")
    let recordings = counted(done.reduce(0) { $0 + $1.done.recordings }, "recording")
    return (found.isEmpty ? "tables of " : found + " in ") + recordings
      + " -> \(output), a folder per pipeline; next: swingpipe report "
      + (Set(done.map(\.kind)).count == 1 ? output : done[0].output).shellWord
  }

  /// A table with a line per recording, or per pipeline if there are many recordings; nil if nothing is done.
  package var table: String? {
    guard runs.contains(where: { $0.done.recordings > 0 }) else { return nil }
    guard runs.reduce(0, { $0 + $1.report.recordings.count }) > RunSummary.mostLines else { return perRecording }
    var table = TextTable(
      [("pipeline", .left), ("recordings", .right)] + counts.map { ($0.title, .right) } + [("failed", .right)])
    for run in runs {
      let values = counts.map { run.value(of: $0).map(String.init) ?? "" }
      table.append(
        [run.report.name, "\(run.report.recordings.count)"] + values + ["\(run.report.count(.failed))"])
    }
    return table.text
  }

  /// A table with a line per recording, and the places of the tables.
  package var text: String {
    let names = Set(runs.flatMap { $0.report.merged.map(\.path.lastComponents) }).sorted()
    let tables = names.map { "  \(output)/PIPELINE/\($0)\n" }
    let pipelines = runs.map(\.report.name).joined(separator: ", ")
    return perRecording
      + (tables.isEmpty ? "" : "tables, where PIPELINE is one of \(pipelines):\n" + tables.joined())
  }

  private var perRecording: String {
    var table = TextTable(
      [("recording", .left), ("pipeline", .left), ("length", .right)] + counts.map { ($0.title, .right) }
        + [("status", .left)])
    for run in runs {
      let own = counts.map { count in run.counts.first { $0.title == count.title } }
      for row in run.rows {
        let values = own.map { count in count.map { run.cells(row, [$0])[0] } ?? "" }
        table.append([row.recordingID, run.report.name, row.lengthText] + values + [row.status])
      }
    }
    return table.text
  }
}

extension String {
  /// The last folder and the name of a path: `merged/swings.parquet`.
  fileprivate var lastComponents: String {
    let (folder, name) = Folder.split(self)
    return Folder.split(folder).name + "/" + name
  }
}
