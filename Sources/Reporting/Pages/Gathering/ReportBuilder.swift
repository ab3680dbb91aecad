import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPTables

/// Makes a report of the output folders of runs, and of the recordings that the runs read.
public struct ReportBuilder: Sendable {
  private let folders: ReportFolders
  private let runs: [RunReport]
  private let options: ReportOptions

  /// An error for folders or options that a report cannot show.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault, and the expected value.
    public let description: String
  }

  /// Knowledge of tables and pipelines beyond the files of a run.
  public struct Knowledge: Sendable {
    /// Tables by their names. They describe the rows of folders that earlier versions wrote without descriptions.
    public var tables: [DataDictionary]
    /// The stages that a run's pipeline may have.
    public var registry: StageRegistry
    /// The illustrator, which draws recordings.
    public var illustrator: any ReportIllustrator

    /// Returns the name by which `swingpipe run` accepts a pipeline without a file; nil for a pipeline that is not
    /// built in.
    public var builtInName: @Sendable (_ pipeline: Pipeline) -> String?

    /// Makes the knowledge.
    public init(
      tables: [DataDictionary], registry: StageRegistry, illustrator: any ReportIllustrator,
      builtInName: @escaping @Sendable (_ pipeline: Pipeline) -> String? = { _ in nil }
    ) {
      self.tables = tables
      self.registry = registry
      self.illustrator = illustrator
      self.builtInName = builtInName
    }
  }

  /// Reads the records and tables of output folders, but not the recordings.
  ///
  /// - Parameters:
  ///   - folders: The output folders; several folders make one report.
  ///   - options: The content of the report.
  ///   - knowledge: Knowledge of tables and stages.
  ///   - jobs: How many files are read at the same time.
  /// - Throws: `Fault` for a folder that is given twice, and for an unknown column to split by;
  ///   `OutputStatus.NoOutput` and other errors of reading a folder's records; `CancellationError`.
  public init(
    _ folders: [URL], _ options: ReportOptions = ReportOptions(), knowing knowledge: Knowledge, jobs: Int = 1
  ) async throws {
    try await self.init(folders.map(\.filePath), options, knowing: knowledge, jobs: jobs)
  }

  /// Reads output folders at some paths, as the public initializer does.
  package init(
    _ paths: [String], _ options: ReportOptions = ReportOptions(), knowing knowledge: Knowledge, jobs: Int = 1
  ) async throws {
    self.options = options
    folders = try ReportFolders(paths)
    var runs: [RunReport] = []
    for (path, name) in zip(folders.paths, folders.names) {
      let shown = paths.count > 1 ? name : nil
      runs.append(try await RunReport(OutputFolder(path), named: shown, knowing: knowledge, jobs: jobs))
    }
    self.runs = runs
    // The column is checked now, before hundreds of recordings are read.
    if let column = options.splitColumn { try ReportFolders.check(column, in: runs.map(\.events)) }
  }

  /// Reads the recordings for their pictures, and makes the report.
  ///
  /// Recordings that have changed or can no longer be read have no pictures, and the report says so.
  /// - Parameter progress: called with a line for each step.
  /// - Throws: `Report.MergingFault` for folders whose reports cannot be joined, and `CancellationError`.
  public func report(progress: @escaping @Sendable (_ line: String) -> Void = { _ in }) async throws -> Report {
    let limits = ReportFolders.parts(of: options.maxPictures, inProportionTo: runs.map { $0.events?.count ?? 0 })
    var parts: [(folder: String, report: Report)] = []
    for (index, run) in runs.enumerated() {
      var options = options
      options.maxPictures = limits[index]
      options.maxDrawingBytes /= runs.count
      parts.append((folders.names[index], try await run.report(options, progress: progress)))
    }
    var report = parts.count == 1 ? parts[0].report : try Report(merging: parts)
    report.splitColumn = options.splitColumn
    if let most = options.maxPictureBytes { report.limitPictures(toBytes: most, optionName: options.maxPicturesName) }
    return report.shown(in: options.units)
  }
}

/// The content of a report of runs.
public struct ReportOptions: Hashable, Sendable {
  /// The largest number of pictures of events, evenly spread over all runs.
  public var maxPictures = 2000
  /// The option that sets ``maxPictures``, which the report names if it leaves out pictures; nil for none.
  public var maxPicturesName: String?
  /// The largest size of the signals of all pictures, in bytes; nil for any size. As text on the page, the signals take
  /// a third more. The default keeps a page below 20 MB, which a browser on a phone opens.
  public var maxPictureBytes: Int? = 11_000_000
  /// The largest size of all drawings over time, in bytes. A page has either many pictures or many drawings.
  package var maxDrawingBytes = 12_000_000
  /// The rate, in Hz, of a slower sensor, whose view of each contact is also drawn; nil for none.
  public var compareRateHz: Double?
  /// The column of the main table by whose values rows are compared; nil to compare sessions, each a day and a subject.
  public var splitColumn: String?

  /// The units of figures, tables and drawings. All other quantities have their usual units.
  public var units: [DisplayUnit] = []

  /// The defaults: up to 2000 pictures, and rows compared by session.
  public init() {}
}
