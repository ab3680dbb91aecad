import SPBasics
import SPTables

/// A run for human readers: the facts of the run, the result of each recording, and the findings.
///
/// A report is plain data; ``page()`` makes an HTML file of it.
public struct Report: Sendable {
  /// The facts of the run.
  public var run: RunFacts
  /// The recordings of the run's list, in its order.
  public var recordings: [ReportRecording]
  /// The findings, in the report's main table; nil if the pipeline writes no table that can be shown.
  public var events: EventTable?
  /// Further tables that are shown.
  public var others: [EventTable] = []
  /// Drawings of rows and recordings.
  public var drawings: [Drawing] = []
  /// The pictures of the findings, in the order of the table.
  public var pictures: [EventPicture]
  /// The time around the moment at which a picture is aligned, in s.
  public var window: ClosedRange<Double>
  /// Name of the axis that the pictures show.
  public var axis: String
  /// The unit of the pictures' rotation.
  public internal(set) var rotationUnit = "rad/s"
  /// The unit of the pictures' acceleration.
  public internal(set) var accelerationUnit = "g"
  /// What the report leaves out and why, one sentence each.
  public var omissions: [String]
  /// A column of the table whose values divide the rows into groups to compare. Nil to compare sessions, each a day and
  /// a subject.
  public var splitColumn: String?
  /// The time zone of days and times of day: the time zone of this machine, or UTC if that zone is not known.
  public var timeZone = NamedTimeZone.current ?? .gmt

  /// Gathers a report.
  public init(
    run: RunFacts, recordings: [ReportRecording], events: EventTable? = nil, pictures: [EventPicture] = [],
    window: ClosedRange<Double> = -1...0.4, axis: String = "z", omissions: [String] = []
  ) {
    self.run = run
    self.recordings = recordings
    self.events = events
    self.pictures = pictures
    self.window = window
    self.axis = axis
    self.omissions = omissions
  }
}

/// The facts of a run, such as its pipeline and its start.
public struct RunFacts: Hashable, Sendable {
  /// The pipeline's name; nil if runs of several pipelines were mixed.
  public var pipeline: String?
  /// The version of the tool.
  public var toolVersion: String?
  /// When the run of the first recording began, as ISO 8601 in UTC.
  public var started: String?
  /// When the run of the last recording began, as ISO 8601 in UTC.
  public var lastStarted: String?
  /// The computers that the pipeline ran on.
  public var hosts: [String] = []
  /// The working time, summed over all recordings, in s.
  public var workS: Double?
  /// The folders of the recordings, each with its number of recordings.
  public var folders: [(path: String, count: Int)] { folderCounts.map { ($0.path, $0.count) } }
  /// The pipeline with all of its options, as JSON.
  public var effectivePipeline: String?
  /// A command that makes the same tables again.
  public var command: String?
  /// A rerun of all recordings into the same folder; nil if it is not known, and for several folders.
  public var rerun: Rerun?
  /// Further remarks about the folder, one sentence each.
  public var notes: [String] = []

  private var folderCounts: [FolderCount] = []

  private struct FolderCount: Hashable, Sendable {
    var path: String
    var count: Int
  }

  /// Makes facts that contain at most the pipeline's name and the tool's version.
  public init(pipeline: String? = nil, toolVersion: String? = nil) {
    self.pipeline = pipeline
    self.toolVersion = toolVersion
  }

  /// Sets the folders of the recordings, each with its number of recordings.
  package mutating func setFolders(_ counts: [String: Int]) {
    folderCounts = counts.map { FolderCount(path: $0.key, count: $0.value) }.sorted { $0.path < $1.path }
  }
}

/// A rerun of the recordings of a run.
public struct Rerun: Hashable, Sendable {
  /// The name of a built-in pipeline, or the file in which the user saves the pipeline.
  public var pipeline: String
  /// Whether the pipeline is built in, so that it need not be saved.
  public var isBuiltIn = false
  /// The name of the output folder, which contains the list of the recordings' absolute paths.
  public var folder: String

  /// Makes a rerun of a folder's recordings with a pipeline.
  package init(pipeline: String, folder: String) {
    self.pipeline = pipeline
    self.folder = folder
  }

  /// The command, to be entered in the folder above the output folder.
  func command(into output: String? = nil, settings: [String] = []) -> String {
    let words = ["swingpipe", "run", pipeline, "--plan", folder + "/_meta/plan.jsonl", "--output", output ?? folder]
    return (words + settings.flatMap { ["--set", $0] }).map(\.shellWord).joined(separator: " ")
  }
}

/// A drawing of a row, or of all rows of a recording.
public struct Drawing: Hashable, Sendable {
  /// The name of the table.
  public var table: String
  /// The title, such as `dive 0 of morning`.
  public var title: String
  /// The name of the recording, unless the title contains it.
  public var recording: String?
  /// The drawing, as SVG.
  public var svg: [UInt8]
  /// A description of its content.
  public var words: String

  /// Makes a drawing.
  public init(table: String, title: String, recording: String? = nil, svg: [UInt8], words: String) {
    self.table = table
    self.title = title
    self.recording = recording
    self.svg = svg
    self.words = words
  }
}

// MARK: Merging

extension Report {
  /// An error for reports that cannot be merged.
  public struct MergingFault: Error, CustomStringConvertible {
    /// The kinds of the reports' main tables, and the expected input.
    public let description: String
  }

  /// Merges the reports of several runs. Each recording states the folder of its run.
  ///
  /// - Throws: `MergingFault` for tables of different kinds of rows.
  package init(merging parts: [(folder: String, report: Report)]) throws(MergingFault) {
    let kinds = Dictionary(grouping: parts.filter { $0.report.events != nil }) { $0.report.events?.row.plural ?? "" }
    guard kinds.count < 2 else {
      let folders = kinds.sorted { $0.key < $1.key }.map { kind, parts in
        "\(kind) (\(parts.map(\.folder).joined(separator: ", ")))"
      }
      throw MergingFault(
        description:
          "the folders' main tables are of \(folders.joined(separator: " and of ")); expected folders of one kind")
    }
    var run = RunFacts()
    let names = Set(parts.map(\.report.run.pipeline))
    if names.count == 1 { run.pipeline = parts.first?.report.run.pipeline }
    let pipelines = Set(parts.map(\.report.run.effectivePipeline))
    if pipelines.count == 1 { run.effectivePipeline = parts.first?.report.run.effectivePipeline }
    let versions = Set(parts.map(\.report.run.toolVersion))
    if versions.count == 1 { run.toolVersion = parts.first?.report.run.toolVersion }
    run.started = parts.compactMap(\.report.run.started).min()
    run.lastStarted = parts.compactMap(\.report.run.lastStarted).max()
    run.hosts = Set(parts.flatMap(\.report.run.hosts)).sorted()
    let work = parts.compactMap(\.report.run.workS)
    run.workS = work.isEmpty ? nil : work.reduce(0, +)
    run.setFolders(
      Dictionary(parts.flatMap(\.report.run.folders).map { ($0.path, $0.count) }, uniquingKeysWith: +))
    run.notes = parts.flatMap { part in part.report.run.notes.map { "\(part.folder): \($0)" } }
    if pipelines.count > 1 {
      run.notes.append("These folders were made by different pipelines, so their figures may not be comparable.")
    }
    self.init(run: run, recordings: [])
    var firstRecordings: [Int] = []
    for part in parts {
      firstRecordings.append(recordings.count)
      recordings += part.report.recordings.map { recording in
        var recording = recording
        recording.run = part.folder
        return recording
      }
      omissions += part.report.omissions.map { "\(part.folder): \($0)" }
      drawings += part.report.drawings
    }
    let repeated = Dictionary(grouping: recordings, by: \.path).count { $0.value.count > 1 }
    if repeated > 0 {
      omissions.append(
        "\(Wording.counted(repeated, "recording")) \(repeated == 1 ? "is" : "are") in more than one of these runs, so that what was found there counts "
          + "more than once; swingpipe diff compares two runs of the same recordings.")
    }
    let items = zip(parts.map(\.report), firstRecordings)
    events = EventTable(joining: items.compactMap { report, first in report.events.map { ($0, first) } })
    var firstRow = 0
    for part in parts {
      pictures += part.report.pictures.map { picture in
        var picture = picture
        picture.row += firstRow
        return picture
      }
      firstRow += part.report.events?.count ?? 0
    }
    let others = items.flatMap { report, first in report.others.map { ($0, first) } }
    var seen: Set<String> = []
    self.others = others.map(\.0.name).filter { seen.insert($0).inserted }.compactMap { name in
      EventTable(joining: others.filter { $0.0.name == name })
    }
    let drawn = parts.map(\.report).filter { !$0.pictures.isEmpty }
    if let first = drawn.first {
      axis = first.axis
      window = (drawn.map(\.window.lowerBound).min() ?? -1)...(drawn.map(\.window.upperBound).max() ?? 0.4)
    }
  }
}

extension EventTable {
  /// The rows of several tables, with the columns that all of the tables have; nil without tables.
  ///
  /// - Parameter parts: the tables, each with the number to add to the positions of its recordings.
  fileprivate init?(joining parts: [(table: EventTable, firstRecording: Int)]) {
    guard let first = parts.first?.table else { return nil }
    self = first
    columns = first.columns.filter { column in
      parts.allSatisfy { part in part.table.columns.contains { $0.name == column.name && $0.unit == column.unit } }
    }
    recordings = parts.flatMap { part in part.table.recordings.map { $0 + part.firstRecording } }
    let known = Set(columns.map(\.name))
    numbers = first.numbers.filter { known.contains($0.key) }
    texts = first.texts.filter { known.contains($0.key) }
    for part in parts.dropFirst() {
      let missing = (0..<part.table.count).lazy
      for name in known {
        if let column = part.table.numbers[name] {
          numbers[name]?.append(column)
        } else {
          numbers[name]?.append(missing.map { _ in nil })
        }
        if let column = part.table.texts[name] {
          texts[name]?.append(column)
        } else {
          texts[name]?.append(missing.map { _ in nil })
        }
      }
    }
  }
}
