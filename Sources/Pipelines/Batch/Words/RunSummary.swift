import Files
import Tables
import Texts

/// A summary of a run's results: one line, and a short table.
public struct RunSummary: Sendable {
  /// A kind of thing that is counted in every recording.
  struct Count: Hashable, Sendable {
    let title: String
    /// The singular noun.
    let singular: String
    /// The note that is summed over the stages.
    var note: String?
    /// The stages of which the first tells its rows, if there is no such note.
    var writers: Set<String> = []

    func value(_ stages: [StageNotes]) -> Int? {
      guard let note else { return stages.first { writers.contains($0.id) }?.notes["rows"].map { Int($0) } }
      let values = stages.compactMap { $0.notes[note] }
      return values.isEmpty ? nil : Int(values.reduce(0, +))
    }

    func told(_ sum: Int) -> String { "\(sum) \(sum == 1 ? singular : title)" }
  }

  /// The sums of the counts over some recordings.
  struct Sums: Sendable {
    var recordings = 0
    var failed = 0
    var values: [Count: Int] = [:]

    mutating func add(_ recording: RecordingReport, _ found: [(count: Count, value: Int)]) {
      recordings += 1
      if recording.status == .failed { failed += 1 }
      for (count, value) in found { values[count, default: 0] += value }
    }
  }

  /// A recording of the table.
  struct Row: Sendable {
    let recordingID: String
    let length: Double?
    let found: [Count: Int]
    let status: String

    /// The cells of the recording's line behind its name.
    func cells(_ counts: [Count]) -> (length: String, values: [String], status: String) {
      (
        length.map { String(printf: "%.1f s", $0) } ?? "", counts.map { found[$0].map(String.init) ?? "" }, status
      )
    }
  }

  /// Why results of recordings are not counted, one line each: their status files cannot be read any more.
  public private(set) var faults: [String] = []
  private(set) var rows: [Row] = []
  let report: BatchReport
  let output: String
  /// What a row of the main table is; nil without such a table.
  let kind: String?
  /// The main counts: of the rows of the main table, by kind if it has kinds.
  let main: [Count]
  let counts: [Count]
  /// The sums over the recordings that are done, and over those of each folder; the latter only of a few folders.
  private(set) var done = Sums()
  private var folders: [String: Sums] = [:]

  /// The largest number of lines of ``table``.
  static let mostLines = 20

  /// Counts the results of a batch; each recording is looked at once.
  /// - Parameters:
  ///   - report: the batch.
  ///   - pipeline: the pipeline that ran.
  ///   - output: the output folder, as shown to the user.
  public init(of report: BatchReport, _ pipeline: Pipeline, output: String) {
    self.report = report
    self.output = output
    func rows(_ table: DataDictionary) -> Count? {
      guard let row = table.row, row.isListed else { return nil }
      let writers = Set(pipeline.stages.filter { $0.stage.tableNames.contains(table.table) }.map(\.id))
      return Count(title: row.plural, singular: row.singular, writers: writers)
    }
    let tables = pipeline.dictionaries
    let table = tables.main
    kind = table?.row?.plural
    let kinds = (table?.row?.groups?.values ?? []).map {
      Count(title: $0.plural, singular: $0.value, note: $0.plural)
    }
    let impacts = Count(title: "impacts", singular: "impact", note: "impacts")
    let rejected = Count(title: "rejected", singular: "rejected", note: "rejected")
    let others = tables.filter { ($0.row?.prominence ?? 0) > 0 && $0.table != table?.table }.compactMap(rows)
    let wholes = table.flatMap(rows).map { [$0] } ?? []
    let all = [impacts, rejected] + kinds + wholes + others
    var noted: Set<Count> = []
    for recording in report.recordings {
      var stages: [StageNotes] = []
      do {
        stages = try recording.notes()
      } catch {
        faults.append("\(error)")
      }
      let found = all.compactMap { count in count.value(stages).map { (count: count, value: $0) } }
      noted.formUnion(found.map(\.count))
      if recording.status == .done { done.add(recording, found) }
      self.rows.append(
        Row(
          recordingID: recording.recordingID,
          length: stages.note("device_motion_s") ?? stages.note("accelerometer_s") ?? recording.recordedSeconds,
          found: Dictionary(found.map { ($0.count, $0.value) }) { first, _ in first },
          status: recording.isRun ? recording.status.rawValue : "up to date"))
      let folder = Folder.split(recording.path).folder
      if folders.count <= Self.mostLines { folders[folder, default: Sums()].add(recording, found) }
    }
    // What no stage told of, as none after that of --until, is not 0 but not counted.
    let found = kinds.filter(noted.contains)
    main = (found.isEmpty ? wholes : found).filter(noted.contains)
    let before = main.contains { $0.title == impacts.title } || !noted.contains(impacts) ? [] : [impacts]
    counts = before + main + (noted.contains(rejected) ? [rejected] : []) + others.filter(noted.contains)
  }

  /// The results and a suggested next command: `5 hits, 3 misses in 1 recording -> out; next: swingpipe report
  /// out`.
  ///
  /// Nil if no recording is done, or no table comes before the last stage that ran.
  public var line: String? {
    guard done.recordings > 0, report.isKept else { return nil }
    let found = main.map { $0.told(done.values[$0] ?? 0) }.joined(separator: ", ")
    return (found.isEmpty ? "tables of " : found + " in ") + counted(done.recordings, "recording")
      + " -> \(output); next: swingpipe report \(output.shellWord)"
  }

  /// A table with a line per recording, or per folder if there are many recordings; nil if folders are many too, or
  /// nothing is done.
  public var table: String? {
    guard done.recordings > 0 else { return nil }
    guard report.recordings.count > Self.mostLines else { return perRecording }
    guard (2...Self.mostLines).contains(folders.count) else { return nil }
    var table = TextTable(
      [("folder", .left), ("recordings", .right)] + counts.map { ($0.title, .right) } + [("failed", .right)])
    for (folder, sums) in folders.sorted(by: { $0.key < $1.key }) {
      let values = counts.map { "\(sums.values[$0] ?? 0)" }
      table.append([folder, "\(sums.recordings)"] + values + ["\(sums.failed)"])
    }
    return table.text
  }

  /// A table with a line per recording, and the places of the tables.
  public var text: String {
    perRecording + (tables.isEmpty ? "" : "tables:\n" + tables.joined())
  }

  /// The places of the tables, one line each.
  var tables: [String] {
    report.merged.map { "  \($0.path)  (one per recording in \(output)/\($0.table)/)\n" }
  }

  private var perRecording: String {
    var table = TextTable(
      [("recording", .left), ("length", .right)] + counts.map { ($0.title, .right) } + [("status", .left)])
    for row in rows {
      let cells = row.cells(counts)
      table.append([row.recordingID, cells.length] + cells.values + [cells.status])
    }
    return table.text
  }
}
