import SPBasics
import SPTables

/// A run as shown to people: what was run, the result of each recording, and the findings.
///
/// Plain data; ``page()`` makes the HTML file of it.
public struct Report: Sendable {
  /// What was run.
  public var run: RunFacts
  /// The recordings of the run's list, in its order.
  public var recordings: [ReportRecording]
  /// The findings, in the table that the report is about; nil if the pipeline writes no table that can be shown.
  public var events: EventTable?
  /// Further tables that are shown.
  public var others: [EventTable] = []
  /// Drawings of rows and recordings.
  public var drawings: [Drawing] = []
  /// The pictures of what was found, in the order of the table.
  public var pictures: [EventPicture]
  /// Time around the moment that a picture is aligned at, in s.
  public var window: ClosedRange<Double>
  /// Name of the axis that the pictures show.
  public var axis: String
  /// The unit of the pictures' rotation.
  public internal(set) var rotationUnit = "rad/s"
  /// The unit of the pictures' acceleration.
  public internal(set) var accelerationUnit = "g"
  /// What the report leaves out and why, one sentence each.
  public var omissions: [String]
  /// A column of the table by whose values rows are compared; nil to compare sessions, each a day and a subject.
  public var splitColumn: String?
  /// The time zone of days and times of day: that of this machine, or UTC if that is not known.
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

/// What was run.
public struct RunFacts: Hashable, Sendable {
  /// The pipeline's name; nil if runs of several pipelines were mixed.
  public var pipeline: String?
  /// The version of the tool.
  public var toolVersion: String?
  /// When the first recording was begun, as ISO 8601 in UTC.
  public var started: String?
  /// When the last one was begun, likewise.
  public var lastStarted: String?
  /// The computers that it ran on.
  public var hosts: [String] = []
  /// Time of work over all recordings, in s.
  public var workS: Double?
  /// The folders that recordings came from, with how many.
  public var folders: [(path: String, count: Int)] { folderCounts.map { ($0.path, $0.count) } }
  /// The pipeline with all of its options, as JSON.
  public var effectivePipeline: String?
  /// A command that makes the same tables again.
  public var command: String?
  /// How all recordings are run again into the same folder; nil if that is not known, and for several folders.
  public var rerun: Rerun?
  /// Further remarks about the folder, one sentence each.
  public var notes: [String] = []

  private var folderCounts: [FolderCount] = []

  private struct FolderCount: Hashable, Sendable {
    var path: String
    var count: Int
  }

  /// Makes facts with nothing known.
  public init(pipeline: String? = nil, toolVersion: String? = nil) {
    self.pipeline = pipeline
    self.toolVersion = toolVersion
  }

  /// Records where the recordings came from.
  public mutating func setFolders(_ counts: [String: Int]) {
    folderCounts = counts.map { FolderCount(path: $0.key, count: $0.value) }.sorted { $0.path < $1.path }
  }
}

/// How the recordings of a run are run again.
public struct Rerun: Hashable, Sendable {
  /// The name of a built-in pipeline, or the file that the pipeline is to be saved in.
  public var pipeline: String
  /// Whether the pipeline is built in, so that it need not be saved.
  public var isBuiltIn = false
  /// The name of the output folder, which has the list of the recordings by their absolute paths.
  public var folder: String

  /// Makes a pipeline's run of the recordings of a folder.
  public init(pipeline: String, folder: String) {
    self.pipeline = pipeline
    self.folder = folder
  }

  /// The command, for the folder above the output folder.
  func command(into output: String? = nil, settings: [String] = []) -> String {
    let words = ["swingpipe", "run", pipeline, "--plan", folder + "/_meta/plan.jsonl", "--output", output ?? folder]
    return (words + settings.flatMap { ["--set", $0] }).map(\.shellWord).joined(separator: " ")
  }
}
