import SPBasics
import SPBatches
import SPTables

/// A comparison of the outputs of two runs, swing by swing.
///
/// ```swift
/// let comparison = try await OutputComparison(of: RunTables("out/old"), with: RunTables("out/new"))
/// print(comparison.text())
/// ```
package struct OutputComparison: Sendable {
  /// Tables that cannot be read.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults of the tables, one line each.
    package var messages: [String]

    /// All messages, one per line.
    package var description: String { messages.joined(separator: "\n") }
  }

  /// The tables of the first run.
  package let first: RunTables
  /// The tables of the second run.
  package let second: RunTables
  /// The rules that paired swings and decided which figures are equal.
  package let rules: ComparisonRules
  /// The differences in the recordings that both runs have.
  package let comparison: RunComparison
  /// Names of the recordings without a table in the second run, sorted.
  package let onlyInFirst: [String]
  /// Names of the recordings without a table in the first run, sorted.
  package let onlyInSecond: [String]

  /// Compares the recordings that both runs have, as many at a time as there are processors.
  /// - Parameters:
  ///   - first: The tables of the first run.
  ///   - second: The tables of the second run. Shifts are relative to the first run, and positive for later times.
  ///   - rules: The rules that pair swings and decide which figures are equal.
  /// - Throws: `Fault` with all tables that cannot be read, or with the runs whose tables are all left out.
  package init(
    of first: RunTables, with second: RunTables, by rules: ComparisonRules = ComparisonRules()
  ) async throws(Fault) {
    let faults = [first, second].compactMap(\.fault)
    guard faults.isEmpty else { throw Fault(messages: faults.map(\.description)) }
    let names = first.paths.keys.filter { second.paths[$0] != nil }.sorted()
    let items = names.map { (name: $0, path: first.paths[$0] ?? "", other: second.paths[$0] ?? "") }
    var outcomes = [Result<RecordingComparison, Fault>?](repeating: nil, count: items.count)
    await Concurrently.forEach(items, jobs: GrantedProcessors.current.count) { item, _ in
      Result { () throws(Fault) in try Self.compare(item.name, item.path, item.other, by: rules) }
    } finished: {
      outcomes[$0] = $1
    }
    var comparison = RunComparison()
    var messages: [String] = []
    for outcome in outcomes.compactMap(\.self) {
      do throws(Fault) {
        comparison.add(try outcome.get())
      } catch {
        messages += error.messages
      }
    }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    self.first = first
    self.second = second
    self.rules = rules
    self.comparison = comparison
    onlyInFirst = first.paths.keys.filter { second.paths[$0] == nil }.sorted()
    onlyInSecond = second.paths.keys.filter { first.paths[$0] == nil }.sorted()
  }

  /// Whether the runs differ in anything.
  package var differs: Bool { !comparison.differing.isEmpty || !onlyInFirst.isEmpty || !onlyInSecond.isEmpty }

  /// Whether no recording is in both runs.
  package var hasNothingInCommon: Bool { comparison.recordingCount == 0 && differs }

  private static let momentColumns = Set(DetectionTable.requiredColumns + DetectionTable.optionalColumns)

  private static func compare(
    _ name: String, _ path: String, _ other: String, by rules: ComparisonRules
  ) throws(Fault) -> RecordingComparison {
    do {
      // This is true for most recordings of most comparisons, and needs a fifth of the work, since few columns are
      // read, and only once.
      if try TableFile.isSame(path, as: other) {
        let table = try SwingTable(TableFile.read(path, columns: Self.momentColumns))
        return RecordingComparison(recordingID: table.recordingID ?? name, unchanged: table)
      }
    } catch {
      throw Fault(messages: ["\(error)"])
    }
    var messages: [String] = []
    let tables = [path, other].compactMap { path -> SwingTable? in
      do {
        return try SwingTable(TableFile.read(path))
      } catch {
        messages.append("\(error)")
        return nil
      }
    }
    guard tables.count == 2 else { throw Fault(messages: messages) }
    let id = tables[0].recordingID ?? tables[1].recordingID ?? name
    return RecordingComparison(recordingID: id, tables[0], tables[1], rules: rules)
  }
}

/// The tables of swings that a run left in its output folder, one per recording.
package struct RunTables: Sendable {
  /// The output folder, as given.
  package let folder: String
  /// The table of each recording, by the recording's name.
  package let paths: [String: String]
  /// Warnings about the folder, one line each.
  package let warnings: [String]
  /// The error if all tables are left out; nil if at least one table is compared.
  fileprivate let fault: TableError?

  /// Looks for the tables in an output folder.
  /// - Throws: `FileError` or `TableError` for a folder that is not an output folder with tables of swings.
  package init(_ folder: String) throws {
    guard Folder.exists(folder) else {
      throw FileError(path: folder, operation: "read the output folder", code: FileError.missing)
    }
    guard Folder.isFolder(folder) else {
      throw TableError(path: folder, "is not a folder; expected an output folder of swingpipe run")
    }
    guard let files = try TableFiles.onePerRecording(in: folder, named: "swings") else {
      throw TableError(
        path: folder,
        "holds no tables of swings, one per recording in swings/; expected an output folder of swingpipe run")
    }
    self.folder = folder
    let named = files.current.map { (TableFiles.name(of: $0), $0) }
    paths = Dictionary(named, uniquingKeysWith: { first, _ in first })
    warnings = files.warnings
    fault = files.fault(of: folder, named: "swings")
  }
}
