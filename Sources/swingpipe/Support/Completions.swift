import Files
import Foundation
import Pipelines
import Stages
import Tables

/// What shells offer for words that only the tool knows: of files that are named earlier on the command line, too.
///
/// All take the words of the command line, which of them is to be completed, and its beginning. What cannot be told is
/// offered as nothing: a shell's prompt is no place for messages.
enum Completions {
  /// Types of stages.
  @Sendable static func stageTypes(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    guard let registry = try? StandardStages.registry() else { return [] }
    return registry.stages.map { $0.type.rawValue }.sorted()
  }

  /// Built-in pipelines, and pipeline files of the folder that is named and of those in it.
  ///
  /// Folders are not offered by themselves, as shells would put a space behind them.
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

  /// The ids of the stages of the pipeline that is named.
  @Sendable static func stageIDs(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    pipeline(in: words)?.stages.map(\.id) ?? []
  }

  /// The tables that the pipeline that is named writes.
  @Sendable static func tableNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    pipeline(in: words)?.tableNames ?? []
  }

  /// The tables that stages can make, and their columns.
  @Sendable static func describedNames(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    let tables = pipeline(in: words)?.dictionaries ?? StandardTables.all
    let columns = tables.flatMap { $0.columns.map(\.name) }
    return tables.map(\.table) + Set(columns).subtracting(tables.map(\.table)).sorted()
  }

  /// The columns of the table that is named, behind those that are given already.
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
