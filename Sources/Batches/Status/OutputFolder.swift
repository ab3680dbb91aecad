import FoundationEssentials
import Glibc
import SPBasics
import SPPipelines
import SPTables

/// The output folder of a batch: the places of its files, and the status of its recordings.
///
/// ```
/// <table>/<recording_id>.parquet    one table per recording (or .csv, .h5)
/// merged/<table>.parquet            the tables of all recordings joined
/// _meta/merged.json                 what was joined
/// _meta/plan.jsonl                  the recordings of the last run
/// _meta/pipeline.json               the pipeline of the last run, with all options, and the keys of its tables
/// _meta/schema.json                 the meanings of the columns of the tables
/// _meta/not_run.json                the recordings without a suitable pipeline, of a run without a pipeline
/// _meta/status/<recording_id>.json  the result of each recording, written after its tables
/// _meta/run.json                    the report of the last run; of a shard, _meta/shards/<i>-of-<n>.json
/// _meta/profile.json                the cost of the last run with --profile; of a shard,
///                                   _meta/shards/<i>-of-<n>.profile.json
/// _meta/logs/                       one log per run
/// ```
public struct OutputFolder: Hashable, Sendable {
  /// The folder.
  package let path: String

  /// Makes the folder's description; nothing is read or created.
  public init(_ url: URL) { self.init(url.filePath) }

  package init(_ path: String) {
    let trimmed = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }.map { String(path[...$0]) }
    self.path = trimmed ?? (path.isEmpty ? path : "/")
  }

  /// Makes sure that nothing but a folder is at the path, if anything is.
  /// - Throws: `FileError`, as a run throws it.
  package func checkIsFolder() throws(FileError) {
    guard Folder.exists(path), !Folder.isFolder(path) else { return }
    throw FileError(path: path, operation: "make the folder, since a file of that name is there", code: EEXIST)
  }

  /// The work list of the last run.
  package var planPath: String { path + "/_meta/plan.jsonl" }
  /// The pipeline of the last run.
  package var pipelinePath: String { path + "/_meta/pipeline.json" }
  /// The meanings of all columns.
  package var schemaPath: String { path + "/_meta/schema.json" }
  /// The folder of logs.
  public var logFolder: String { path + "/_meta/logs" }
  /// The joined table of a name.
  package func mergedPath(_ table: String, _ format: TableFormat) -> String { path + "/" + joinedPath(table, format) }
  /// The joined table of a name, by its path in the folder.
  func joinedPath(_ table: String, _ format: TableFormat) -> String { "merged/\(table).\(format.fileExtension)" }
  /// The contents of the tables' columns, as written by the last run; empty if they cannot be read.
  package func dictionaries() -> [DataDictionary] { DataDictionary.read(schemaPath) ?? [] }
  /// The report of a run.
  package func runPath(_ shard: String?) -> String {
    shard.map { path + "/_meta/shards/\($0.replacing("/", with: "-of-")).json" } ?? path + "/_meta/run.json"
  }
  /// The profile of a run, by stages.
  package func profilePath(_ shard: String?) -> String {
    shard.map { path + "/_meta/shards/\($0.replacing("/", with: "-of-")).profile.json" } ?? path + "/_meta/profile.json"
  }
  /// The status of a recording.
  package func statusPath(_ recordingID: String) -> String {
    path + "/_meta/status/\(RecordingFileName(recordingID).text).json"
  }

  /// An error for a recording's status, or a record of a pipeline, that cannot be read, for example on a damaged file
  /// system.
  public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file and its fault.
    public let description: String
  }

  /// Whether a run has left its records here.
  public var isOutput: Bool { Folder.exists(planPath) }

  /// The output folders directly in this folder, by name; empty if this is an output folder itself.
  public var runsInside: [OutputFolder] {
    guard !isOutput, let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted().map { OutputFolder("\(path)/\($0)") }.filter(\.isOutput)
  }

  /// The work list of the last run; nil before the first run.
  /// - Throws: `FileError`, or ``WorkList/Unreadable``.
  public func plan() throws -> WorkList? {
    guard Folder.exists(planPath) else { return nil }
    return try WorkList(jsonLines: WholeFile.read(planPath), file: planPath)
  }

  /// The status of a recording; nil if the recording was not run yet.
  /// - Throws: `FileError`, or `Unreadable`.
  public func status(of recordingID: String) throws -> RecordingStatus? {
    try status(of: recordingID, as: RecordingStatus.self)
  }

  /// A part of a recording's status, which is read in less time; nil if the recording was not run yet.
  /// - Throws: `FileError`, or `Unreadable`.
  func status<Part: StatusPart>(of recordingID: String, as part: Part.Type) throws -> Part? {
    // If the file system treats two names as one, the status of another recording may be there.
    try status(at: statusPath(recordingID)) { try part.init(&$0) }.flatMap { $0.recordingID == recordingID ? $0 : nil }
  }

  /// A recording's status without the costs of its stages; nil if the recording was not run yet.
  /// - Parameter pipeline: the pipeline of the statuses read before, which most of them share.
  /// - Throws: `FileError`, or `Unreadable`.
  func statusForDeciding(of recordingID: String, sharing pipeline: RepeatedJSON) throws -> RecordingStatus? {
    try status(at: statusPath(recordingID)) { try RecordingStatus(withoutCosts: &$0, sharing: pipeline) }
      .flatMap { $0.recordingID == recordingID ? $0 : nil }
  }

  /// The identifiers of recordings that have a status but are not in a list, in the order of their bytes.
  func statusIDs(outside list: WorkList) throws -> [String] {
    let folder = path + "/_meta/status"
    guard Folder.isFolder(folder) else { return [] }
    let known = try Folder.files(below: folder, extensions: ["json"]).map { path in
      // By bytes: a combining mark at the start of a name is one Character with the slash before it.
      let name = String(decoding: path.utf8.dropFirst(folder.utf8.count + 1).dropLast(".json".count), as: UTF8.self)
      // The file name contains it, unless it had to be encoded; of a status that cannot be read, no more is known.
      return RecordingFileName(name).text == name && !name.contains("~") && !name.contains("%")
        ? name : (try? status(at: path) { try RecordingStatus(&$0) }?.recordingID) ?? name
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    // Both are sorted, so that 100,000 names need no table.
    var listed = list.items[...]
    let others = known.filter { id in
      listed = listed.drop { $0.recordingID.utf8.lexicographicallyPrecedes(id.utf8) }
      return listed.first.map { !$0.recordingID.utf8.elementsEqual(id.utf8) } ?? true
    }
    guard !others.isEmpty else { return [] }
    // Some file systems change how Unicode composes the letters of a name: as texts both forms are equal.
    let names = Set(list.items.map(\.recordingID))
    return others.filter { !names.contains($0) }
  }

  private func status<Part>(at path: String, _ read: (inout JSONReader) throws -> Part) throws -> Part? {
    guard Folder.exists(path) else { return nil }
    let bytes = try WholeFile.read(path)
    do {
      return try JSONReader.value(of: bytes, read)
    } catch {
      throw Unreadable(description: "\(path): is not the status of a recording: \(error)")
    }
  }

  /// The settings with which a recording was run; empty if they cannot be read.
  func settings(of recordingID: String) -> [StageSettings] {
    PipelineRecord.settings(in: (try? WholeFile.read(statusPath(recordingID))) ?? [])
  }

  /// Writes a status, with the pipeline that it comes from; `sync(_:)` syncs its folder.
  func write(_ status: RecordingStatus, _ pipeline: Pipeline, syncing: WholeFile.Syncing = .contents) throws {
    let document = JoinedJSON(first: status, second: PipelineRecord(pipeline))
    try WholeFile.write(
      [NewFile(JSONOutput.compactBytes(document), to: statusPath(status.recordingID))], syncing: syncing)
  }

  /// Syncs the folders with the tables and statuses of recordings, so that these files survive a power failure. Files in
  /// other folders are synced as they are written.
  /// - Throws: `FileError`.
  func sync(_ pipeline: Pipeline?) throws {
    let folders = ["", "/_meta/status"] + (pipeline?.tableNames ?? []).map { "/" + $0 }
    try WholeFile.sync(folders: folders.map { path + $0 }.filter(Folder.isFolder))
  }

  /// Whether an error says that no more can be written into the folder: the disk or the quota is full, or the file
  /// system does not allow it any more.
  func isFull(after error: any Error) -> Bool {
    guard let error = ((error as? StageFailure)?.underlying ?? error) as? FileError else { return false }
    return [ENOSPC, EDQUOT, EROFS].contains(error.code) && error.path.utf8.starts(with: path.utf8)
  }

  /// Writes the files that all shards of a batch share: list, pipeline and meanings of columns, with the same
  /// bytes for each.
  ///
  /// The list comes last: without it the folder does not count as the output of a run.
  /// - Parameters:
  ///   - list: The recordings, as `WorkList.jsonLines()`.
  ///   - pipeline: The pipeline of all recordings. With nil, recordings have different pipelines.
  ///   - example: A pipeline with the same tables as all others.
  ///   - toolVersion: The version for the tables.
  /// - Throws: `FileError` if one of these cannot be written, or a file is in the place of a folder.
  func prepare(_ list: [UInt8], _ pipeline: Pipeline?, tablesOf example: Pipeline?, toolVersion: String) throws {
    for folder in Self.folders(of: example) {
      // Otherwise every recording would fail in turn, each after all of its work.
      try OutputFolder(path + folder).checkIsFolder()
      try checkNoLink(folder)
      WholeFile.removeAbandoned(in: path + folder)
    }
    // A run goes on without logs.
    try checkNoLink("/_meta/logs")
    var files: [(bytes: [UInt8], path: String)] = []
    if let pipeline {
      let target = JoinedJSON(
        first: BatchTarget(pipeline, toolVersion: toolVersion), second: PipelineRecord(pipeline))
      files.append((try JSONOutput.bytes(target), pipelinePath))
    } else if Folder.exists(pipelinePath) {
      try FileManager.default.removeItem(atPath: pipelinePath)
    }
    files.append((try JSONOutput.bytes(["tables": example?.dictionaries ?? []]), schemaPath))
    files.append((list, planPath))
    try WholeFile.update(files)
  }

  /// Writes the list alone.
  func update(_ list: WorkList) throws { try WholeFile.update(list.jsonLines(), at: planPath) }

  /// Removes half-written files of killed programs from the places to which a pipeline writes.
  func sweep(_ example: Pipeline?) {
    for folder in Self.folders(of: example) { WholeFile.removeAbandoned(in: path + folder) }
  }

  /// Makes sure that a folder of this one is not a link: a run would write outside of its output folder, and replace
  /// files there. The output folder itself may be a link.
  /// - Parameter folder: its path below this folder, which begins with a slash.
  /// - Throws: `FileError`.
  func checkNoLink(_ folder: String) throws(FileError) {
    var place = path
    for name in folder.split(separator: "/") {
      place += "/" + name
      guard Folder.isLink(place) else { continue }
      throw FileError(
        path: place, operation: "write into the folder",
        reason: "it is a symbolic link; expected a folder in its place, or --output with the folder that it leads to")
    }
  }

  private static func folders(of pipeline: Pipeline?) -> [String] {
    ["", "/_meta", "/_meta/status", "/_meta/shards", "/merged"]
      + (pipeline?.tableNames ?? []).map { "/" + $0 }
  }

  /// Writes down which tables are to be made from which recordings, for processes that will do it later.
  /// - Throws: `FileError` if that cannot be written.
  package func prepare(_ list: WorkList, _ pipeline: Pipeline, toolVersion: String) throws {
    try prepare(list.jsonLines(), pipeline, tablesOf: pipeline, toolVersion: toolVersion)
  }
}

/// Two objects encoded as one.
struct JoinedJSON<First: Encodable, Second: Encodable>: Encodable {
  let first: First
  let second: Second

  func encode(to encoder: any Encoder) throws {
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }
}

extension OutputFolder {
  /// The main table of a run and its most important columns.
  package struct MainTable: Hashable, Sendable {
    /// The joined table's file.
    package let path: String
    /// The most important columns, in reading order.
    package let columns: [String]
    /// A line about the columns that are left out, with the command that shows them; nil if there are none.
    package let note: String?
  }

  /// The main table of the folder; nil if it is not an output folder, or no table of the run was joined.
  package func mainTable() -> MainTable? {
    guard Folder.isFolder(path), let table = dictionaries().main, let row = table.row else { return nil }
    let path = TableFormat.allCases.map { mergedPath(table.table, $0) }.first(where: Folder.exists)
    guard let path, let stored = try? TableFile.read(path, columns: [], rows: 0) else { return nil }
    // Times counted from the recording's start, as on a video, if the table has them.
    let moments = stored.hasColumn(StartColumn.name) ? [StartColumn.name] : [row.timeColumn, row.endColumn]
    let wanted =
      (["recording_id", row.indexColumn] + moments + [row.groups?.column]).compactMap(\.self)
      + row.columns.map(\.name)
    var columns: [String] = []
    for name in wanted where stored.hasColumn(name) && !columns.contains(name) { columns.append(name) }
    let note =
      "\(path): \(columns.count) of \(stored.columnNames.count) columns; all: swingpipe head " + path.shellWord
    return MainTable(path: path, columns: columns, note: columns.count < stored.columnNames.count ? note : nil)
  }

  /// A message about an output folder whose run has no joined tables, with the command that helps: merge if recordings
  /// are done, or else status. Nil for any other folder.
  public var unjoinedNote: String? {
    let known = DataDictionary.read(schemaPath)
    if isOutput, known?.isEmpty == true { return "\(path): the pipeline of its run writes no table with rows" }
    let tables = known ?? []
    let joined = tables.flatMap { table in TableFormat.allCases.map { mergedPath(table.table, $0) } }
    guard isOutput, !joined.contains(where: Folder.exists), let items = try? plan()?.items else { return nil }
    let endings = items.map { try? status(of: $0.recordingID, as: RecordingStatus.Ending.self)?.status }
    guard endings.contains(.done) else {
      let failed = endings.count { $0 == .failed }
      let state =
        failed == items.count
        ? "its run made no table, because \(failed == 1 ? "its recording" : "each of its \(failed) recordings") failed"
        : "none of its \(counted(items.count, "recording")) is done" + (failed > 0 ? ", \(failed) failed" : "")
      return "\(path): \(state); swingpipe status \(path.shellWord) shows why"
    }
    return "\(path): its run is not finished, or its tables are not joined; swingpipe merge \(path.shellWord) joins "
      + "those of the recordings that are done"
  }

  /// A message about an output folder that also holds tables of recordings outside the last run's plan.
  ///
  /// Reads only the plan, which takes no longer than reading one table.
  /// - Parameters:
  ///   - folder: the folder of one table's files.
  ///   - paths: the tables to be read, perhaps also from other folders.
  /// - Returns: a sentence; nil if there is nothing to report.
  package static func warning(ofLeftoversIn folder: String, among paths: [String]) -> String? {
    guard Folder.isFolder(folder) else { return nil }
    let (parent, name) = Folder.split(folder)
    guard name != "merged", let plan = try? OutputFolder(parent).plan() else { return nil }
    let planned = Set(plan.items.map { RecordingFileName($0.recordingID).text })
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    let leftovers = paths.filter { $0.hasPrefix(root) && !planned.contains(TableFiles.name(of: $0)) }
    guard let first = leftovers.first else { return nil }
    let others = leftovers.count > 1 ? " and \(counted(leftovers.count - 1, "other table"))" : ""
    return
      "\(first)\(others): not of a recording of the last run into \(parent); the rows of that run alone are in "
      + "\(parent)/merged/\(name).\(TableFormat(path: first)?.fileExtension ?? "")"
  }

  // MARK: Formats

  /// Rejects replacing a recording by an HDF5 table, which has the same extension.
  ///
  /// A file that cannot be opened may be a recording that is damaged or still being written; only the records of this
  /// folder distinguish it from a damaged table.
  /// - Parameter recorded: the tables that the last run wrote, by their paths in the folder.
  /// - Throws: `PathOccupied`.
  func requireReplaceable(_ path: String, recorded: Set<String>) throws {
    guard TableFormat(path: path) == .hdf5, Folder.exists(path), !HDF5Table.content(of: path).isResult else { return }
    if !recorded.contains(where: { self.path + "/" + $0 == path }) { throw PathOccupied(path: path) }
  }

  /// Removes a table that was written earlier in another format: a program that reads the whole folder would read both.
  ///
  /// - Parameters:
  ///   - path: the table as it is now.
  ///   - wasWritten: whether a file, given by its path in the folder, is unchanged since a run wrote it; all
  ///     others stay.
  /// - Returns: messages about files that stay, one line each.
  func removeOtherFormats(of path: String, wasWritten: (String) -> Bool) -> [String] {
    guard let format = TableFormat(path: path) else { return [] }
    let stem = String(decoding: path.utf8.dropLast(format.fileExtension.utf8.count), as: UTF8.self)
    return TableFormat.allCases.filter { $0 != format }.compactMap { other -> String? in
      let file = stem + other.fileExtension
      guard Folder.exists(file) else { return nil }
      // If tables and recordings share a folder, it may be a recording.
      if other == .hdf5, !HDF5Table.content(of: file).isResult { return nil }
      guard wasWritten(String(decoding: file.utf8.dropFirst(self.path.utf8.count + 1), as: UTF8.self)) else {
        return "\(file) was kept, as it is not what a run wrote; programs that read \(path) may read it too"
      }
      return unlink(file) == 0 ? nil : "\(FileError(path: file, operation: "remove the older table"))"
    }
  }
}

/// An error for a table that would replace a file not written by a run.
struct PathOccupied: Error, Hashable, CustomStringConvertible {
  /// The table's file.
  let path: String

  /// The path, the kind of file there, and how to solve the problem.
  var description: String {
    "\(path): cannot be written: the file there is not a table of swingpipe, perhaps a recording; expected another "
      + "output folder, or another \"folder\" of the writer"
  }
}
