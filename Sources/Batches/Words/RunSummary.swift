import SPBasics
import SPPipelines
import SPTables

/// A summary of a run's results: one line, and a short table.
package struct RunSummary: Sendable {
  /// A kind of thing that is counted in every recording.
  fileprivate struct Count: Hashable, Sendable {
    let title: String
    /// The singular noun.
    let singular: String
    /// The note that is summed over the stages.
    var note: String?
    /// The stages of which the first tells its rows, if there is no such note.
    var writers: Set<String> = []

    func value(_ stages: [StageNotes]) -> Int? {
      guard let note else { return stages.first { writers.contains($0.id) }?["rows"].map { Int($0) } }
      var sum: Double?
      for stage in stages { if let number = stage[note] { sum = (sum ?? 0) + number } }
      return sum.map { Int($0) }
    }

    func told(_ sum: Int) -> String { "\(sum) \(sum == 1 ? singular : title)" }
  }

  /// The sums of the counts over some recordings.
  fileprivate struct Sums: Sendable {
    var recordings = 0
    var failed = 0
    /// One for each count of `RunSummary.all`.
    var values: [Int]

    mutating func add(_ recording: RecordingReport, _ found: [Int?]) {
      recordings += 1
      if recording.status == .failed { failed += 1 }
      for index in values.indices { values[index] += found[index] ?? 0 }
    }
  }

  /// A recording of the table.
  fileprivate struct Row: Sendable {
    let recordingID: String
    let length: Double?
    /// One for each count of `RunSummary.all`.
    let found: [Int?]
    let status: String

    /// The cell with its length.
    var lengthText: String { length.map { String(printf: "%.1f s", $0) } ?? "" }
  }

  /// Why results of recordings are not counted, one line each: their status files cannot be read any more.
  package private(set) var faults: [String] = []
  fileprivate private(set) var rows: [Row] = []
  fileprivate let report: BatchReport
  fileprivate let output: String
  /// The main counts: of the rows of the main table, by kind if it has kinds.
  fileprivate let main: [Count]
  fileprivate let counts: [Count]
  /// Everything that was looked for.
  private let all: [Count]
  /// The sums over the recordings that are done, and over all recordings of each folder if there are few folders.
  fileprivate private(set) var done: Sums
  private var folders: [String: Sums] = [:]

  /// The largest number of lines of ``table``.
  fileprivate static let mostLines = 20

  /// Counts the results of a batch; each recording is looked at once.
  /// - Parameters:
  ///   - report: the batch.
  ///   - pipeline: the pipeline that ran.
  ///   - output: the output folder, as shown to the user.
  package init(of report: BatchReport, _ pipeline: Pipeline, output: String) {
    self.report = report
    self.output = output
    let tables = pipeline.dictionaries
    let table = tables.main
    func rows(_ table: DataDictionary) -> Count? {
      guard let row = table.row, row.isListed else { return nil }
      let writers = Set(pipeline.stages.filter { $0.stage.tableNames.contains(table.table) }.map(\.id))
      // Several tables of the same rows, such as the impacts of two detectors, have their own names.
      let isAlone = tables.count { $0.row?.plural == row.plural } == 1
      return Count(
        title: isAlone ? row.plural : table.table, singular: isAlone ? row.singular : table.table, writers: writers)
    }
    let kind = table?.row?.plural
    let kinds = (table?.row?.groups?.values ?? []).map {
      Count(title: $0.plural, singular: $0.value, note: $0.plural)
    }
    let impacts = Count(title: "impacts", singular: "impact", note: "impacts")
    let rejected = Count(title: "rejected", singular: "rejected", note: "rejected")
    let others = tables.filter { ($0.row?.prominence ?? 0) > 0 && $0.table != table?.table }.compactMap(rows)
    let wholes = table.flatMap(rows).map { [$0] } ?? []
    let all = [impacts, rejected] + kinds + wholes + others
    let none = Sums(values: [Int](repeating: 0, count: all.count))
    (self.all, done) = (all, none)
    var isNoted = [Bool](repeating: false, count: all.count)
    for recording in report.recordings {
      var stages: [StageNotes] = []
      do {
        stages = try recording.notes()
      } catch {
        faults.append("\(error)")
      }
      let found = all.map { $0.value(stages) }
      for index in all.indices where found[index] != nil { isNoted[index] = true }
      if recording.status == .done { done.add(recording, found) }
      self.rows.append(
        Row(
          recordingID: recording.recordingID,
          length: stages.note("device_motion_s") ?? stages.note("accelerometer_s") ?? recording.recordedSeconds,
          found: found,
          status: recording.isRun ? recording.status.rawValue : "up to date"))
      let folder = Folder.split(recording.path).folder
      if folders.count <= Self.mostLines { folders[folder, default: none].add(recording, found) }
    }
    // Without a stage that counts such things, as after --until, the count is unknown and not 0.
    let noted = Set(zip(all, isNoted).filter(\.1).map(\.0))
    let found = kinds.filter(noted.contains)
    main = (found.isEmpty ? wholes : found).filter(noted.contains)
    let hasImpacts = main.contains { $0.title == impacts.title } || (kind == impacts.title && !main.isEmpty)
    let before = hasImpacts || !noted.contains(impacts) ? [] : [impacts]
    counts = before + main + (noted.contains(rejected) ? [rejected] : []) + others.filter(noted.contains)
  }

  /// The results and a suggested next command: `5 hits, 3 misses in 1 recording -> out; next: swingpipe report
  /// out`.
  ///
  /// Nil if no recording is done, or no table comes before the last stage that ran.
  package var line: String? {
    guard done.recordings > 0, report.isKept else { return nil }
    let found = main.map { $0.told(done.values[place(of: $0)]) }.joined(separator: ", ")
    return (found.isEmpty ? "tables of " : found + " in ") + counted(done.recordings, "recording")
      + " -> \(output); next: swingpipe report \(output.shellWord)"
  }

  /// A table with a line per recording, or per folder if there are many recordings; nil if folders are many too, or
  /// nothing is done.
  package var table: String? {
    guard done.recordings > 0 else { return nil }
    guard report.recordings.count > Self.mostLines else { return perRecording }
    guard (2...Self.mostLines).contains(folders.count) else { return nil }
    var table = TextTable(
      [("folder", .left), ("recordings", .right)] + counts.map { ($0.title, .right) } + [("failed", .right)])
    for (folder, sums) in folders.sorted(by: { $0.key < $1.key }) {
      let values = counts.map { "\(sums.values[place(of: $0)])" }
      table.append([folder, "\(sums.recordings)"] + values + ["\(sums.failed)"])
    }
    return table.text
  }

  /// A table with a line per recording, and the places of the tables.
  package var text: String {
    perRecording + (tables.isEmpty ? "" : "tables:\n" + tables.joined())
  }

  /// The cells of a recording's line with its counts.
  fileprivate func cells(_ row: Row, _ counts: [Count]) -> [String] {
    counts.map { row.found[place(of: $0)].map(String.init) ?? "" }
  }

  /// The sum of a count over the recordings that are done; nil if the run does not count such things.
  fileprivate func value(of count: Count) -> Int? {
    counts.first { $0.title == count.title }.map { done.values[place(of: $0)] }
  }

  private func place(of count: Count) -> Int {
    guard let place = all.firstIndex(of: count) else {
      preconditionFailure("not one of this summary's counts: \(count)")
    }
    return place
  }

  /// The places of the tables, one line each.
  private var tables: [String] {
    report.merged.map { "  \($0.path)  (one per recording in \(output)/\($0.table)/)\n" }
  }

  private var perRecording: String {
    var table = TextTable(
      [("recording", .left), ("length", .right)] + counts.map { ($0.title, .right) } + [("status", .left)])
    for row in rows {
      table.append([row.recordingID, row.lengthText] + cells(row, counts) + [row.status])
    }
    return table.text
  }
}

/// A joint summary of several runs of one command. Each run has its own pipeline and output folder.
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
      + " -> \(output), a folder per pipeline; next: swingpipe report \(output.shellWord)"
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
