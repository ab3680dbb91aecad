import FoundationEssentials
import SPBasics
import SPPipelines
import SPStages
import SPTables

/// Completions that only the tool knows, some of them from files that the command line names.
///
/// Each function receives the words of the command line, the index of the word to complete, and the beginning of that
/// word. After any fault it offers nothing, since a shell's prompt is not a place for messages.
enum Completions {
  /// Types of stages.
  @Sendable static func stageTypes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    StandardStages.all.map { $0.type.rawValue }.sorted()
  }

  /// Built-in pipelines, and JSON files in the named folder and in matching folders within it.
  ///
  /// A folder alone is not offered, since shells would add a space after it.
  @Sendable static func pipelines(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let head = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    func names(in folder: String) -> [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
      return (names ?? []).filter { !$0.hasPrefix(".") }.sorted().map { folder + $0 }
    }
    let entries = names(in: head).filter { $0.hasPrefix(prefix) }
    let files = entries.flatMap { Folder.isFolder($0) ? names(in: $0 + "/") : [$0] }
    return (head.isEmpty ? StandardPipelines.names : []) + files.filter { $0.hasSuffix(".json") }
  }

  /// The ids of the stages of the pipeline on the command line.
  @Sendable static func stageIDs(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    pipeline(in: words)?.stages.map(\.id) ?? []
  }

  /// The tables that the pipeline on the command line writes.
  @Sendable static func tableNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    pipeline(in: words)?.tableNames ?? []
  }

  /// The tables of the pipeline on the command line and their columns. If the command line has no pipeline, all stages
  /// count.
  @Sendable static func describedNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let tables = pipeline(in: words)?.dictionaries ?? StandardTables.all
    let columns = tables.flatMap { $0.columns.map(\.name) }
    return tables.map(\.table) + Set(columns).subtracting(tables.map(\.table)).sorted()
  }

  /// The columns of the table on the command line, each after the list of the columns that are already given.
  @Sendable static func columns(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    guard let table = words.dropFirst().lazy.compactMap(header).first else { return [] }
    let given = prefix.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
    let head = given.map { $0 + "," }.joined()
    return table.columnNames.filter { !given.contains($0) }.map { head + $0 }
  }

  private static func header(of word: String) -> StoredTable? {
    guard let path = try? TableFile.paths(of: [word]).first else { return nil }
    return try? TableFile.read(path, columns: [], rows: 0)
  }

  private static func pipeline(in words: [String]) -> Pipeline? {
    let names = StandardPipelines.names
    guard let source = words.first(where: { $0.hasSuffix(".json") || names.contains($0) }) else { return nil }
    return try? StandardPipelines.load(source)
  }
}
