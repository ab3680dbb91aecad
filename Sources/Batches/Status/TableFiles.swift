import SPBasics
import SPPipelines
import SPTables

/// The files of one of a run's tables in its output folder.
package struct TableFiles: Sendable {
  /// The files of finished recordings, or the joined one.
  package let current: [String]
  /// Files of finished recordings that are not as the last run wrote them.
  package let changed: [String]
  /// Files left from earlier runs.
  package let leftOver: [String]
  /// Files of recordings whose status cannot be read, with the reasons.
  private let unreadable: [(path: String, reason: String)]

  private init(
    current: [String], changed: [String] = [], leftOver: [String] = [],
    unreadable: [(path: String, reason: String)] = []
  ) {
    self.current = current
    self.changed = changed
    self.leftOver = leftOver
    self.unreadable = unreadable
  }

  /// The tables for an input: the table itself, or the tables of a folder.
  ///
  /// A folder of runs, one per pipeline, gives the tables of each run. Any other folder gives the first of these
  /// choices that exists:
  ///
  /// 1. The tables in its subfolder with the table's name.
  /// 2. The joined table in `merged`.
  /// 3. A table of that name in the folder itself.
  /// 4. All tables directly in the folder.
  ///
  /// - Parameters:
  ///   - input: A table or a folder.
  ///   - table: The table's name, `swings`.
  /// - Throws: `FileError` for a path that does not exist or cannot be read, `TableError` for a folder
  ///   without tables, or whose tables are all left out; as `onePerRecording(in:named:)`.
  package init(of input: String, named table: String) throws {
    self = try Self.files(of: input, table)
    if let fault = fault(of: input, named: table) { throw fault }
  }

  private static func files(of input: String, _ table: String) throws -> TableFiles {
    guard Folder.isFolder(input) else {
      guard Folder.exists(input) else {
        throw FileError(path: input, operation: "read the table", code: FileError.missing)
      }
      return TableFiles(current: [input])
    }
    if let tables = try onePerRecording(in: input, named: table) { return tables }
    let folder = withSlash(input)
    for place in ["merged/\(table).", "\(table)."] {
      let files = TableFormat.allCases.map { folder + place + $0.fileExtension }.filter(Folder.exists)
      if let joined = files.first { return TableFiles(current: [joined]) }
    }
    let tables = try tables(in: folder)
    guard !tables.isEmpty else {
      throw TableError(
        path: input, "holds no table of \(table); expected an output folder of swingpipe run, or a folder of its tables"
      )
    }
    return TableFiles(current: tables)
  }

  /// The tables in an output folder, one per recording, as in `swings/`; nil without such tables.
  /// - Throws: `FileError` for a folder that cannot be read; `WorkList.Unreadable` or `OutputFolder.Unreadable` for
  ///   records of the last run that cannot be read.
  package static func onePerRecording(in output: String, named table: String) throws -> TableFiles? {
    let folder = withSlash(output)
    guard Folder.isFolder(folder + table) else {
      let all = try OutputFolder(output).runsInside.compactMap { try onePerRecording(in: $0.path, named: table) }
      guard !all.isEmpty else { return nil }
      return TableFiles(
        current: all.flatMap(\.current), changed: all.flatMap(\.changed), leftOver: all.flatMap(\.leftOver))
    }
    let tables = try tables(in: folder + table + "/")
    guard !tables.isEmpty else { return nil }
    guard let states = try lastWritten(table, in: folder) else { return TableFiles(current: tables) }
    return TableFiles(
      current: tables.filter { states[name(of: $0)] == .current },
      changed: tables.filter { states[name(of: $0)] == .changed },
      leftOver: tables.filter { states[name(of: $0)] == nil },
      unreadable: tables.compactMap { path in
        if case .unreadable(let reason) = states[name(of: path)] { (path, reason) } else { nil }
      })
  }

  /// The name of a file without its extension, which is the recording's (see `RecordingFileName`).
  package static func name(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    return String(Substring(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]))
  }

  /// Messages about files that are not current, one line each.
  package var warnings: [String] {
    [
      (changed, "changed since the last run into that folder"),
      (leftOver, "not of a recording that the last run into that folder finished"),
    ].compactMap { paths, cause in
      guard let first = paths.first else { return nil }
      let others = paths.count > 1 ? " and \(counted(paths.count - 1, "other table"))" : ""
      return "\(first)\(others) left out: \(cause)"
    } + unreadable.map { "\($0.path) left out: \($0.reason)" }
  }

  /// The error for a folder whose tables are all left out; nil if one is current.
  package func fault(of folder: String, named table: String) -> TableError? {
    guard current.isEmpty, let reason = warnings.first else { return nil }
    return TableError(
      path: folder, "has no table of \(table) that the last run wrote: \(reason); swingpipe run makes them anew")
  }

  private static func withSlash(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

  /// The state of a recording's table since the last run.
  private enum State: Hashable {
    case current
    case changed
    case unreadable(String)
  }

  /// The states of the tables of the recordings in the last run's plan, by their file names; nil if no run left its
  /// records.
  /// - Throws: `FileError`, `WorkList.Unreadable` or `OutputFolder.Unreadable` if these cannot be read.
  private static func lastWritten(_ table: String, in folder: String) throws -> [String: State]? {
    let output = OutputFolder(String(folder.dropLast()))
    guard let plan = try output.plan() else { return nil }
    let upToDate = UpToDateCheck(of: try output.target(), in: output, checksInputs: false)
    var states: [String: State] = [:]
    for item in plan.items {
      let decision = upToDate.decision(for: item)
      if let made = try decision.previous()?.tables.first(where: { $0.table == table }) {
        if decision.isUpToDate {
          states[name(of: made.path)] = .current
        } else if upToDate.fault(of: made) != nil {
          states[name(of: made.path)] = .changed
        }
      } else if let reason = decision.reasons.first, reason.hasPrefix(RunDecision.unreadable) {
        states[RecordingFileName(item.recordingID).text] = .unreadable(reason)
      }
    }
    return states
  }

  private static func tables(in folder: String) throws -> [String] {
    try Folder.files(below: folder, extensions: TableFile.extensions).filter {
      !$0.utf8.dropFirst(folder.utf8.count).contains(UInt8(ascii: "/")) && TableFile.isCandidate($0)
    }
  }
}
