import Files
import Foundation
import Pipelines
import Reports
import Tables

/// The tables of a run as a report needs them: all recordings' rows as one, and what the columns hold.
struct ReportTables {
  /// Swings, or impacts where the pipeline looks for no swings; nothing where it writes neither.
  private(set) var events: EventTable?
  /// The row of the table of recordings, by the recording's position.
  private(set) var overviews: [Int: StoredTable] = [:]
  /// How many candidates were refused, by the recording's position.
  private(set) var refused: [Int: Int] = [:]
  /// What could not be read, a sentence each.
  private(set) var omissions: [String] = []

  private let output: OutputFolder
  private let dictionaries: [DataDictionary]

  /// Reads the tables of the recordings that are done.
  /// - Throws: `CancellationError`.
  init(_ status: OutputStatus, in output: OutputFolder) throws {
    self.output = output
    dictionaries = Self.dictionaries(in: output)
    // A pipeline whose recordings have all failed finds swings, too.
    let written = status.entries.filter { $0.state == .done }.flatMap { $0.record?.tables ?? [] }.map(\.table)
    let names = Set(written).union(dictionaries.map(\.table))
    let eventName = ["swings", "impacts"].first(where: names.contains) ?? Self.swings(among: dictionaries)?.table
    var parts: [(recording: Int, table: StoredTable)] = []
    for (index, entry) in status.entries.enumerated() where entry.state == .done {
      try Task.checkCancellation()
      for table in entry.record?.tables ?? [] {
        switch table.table {
        case eventName: read(table, of: entry).map { parts.append((index, $0)) }
        case "recordings": read(table, of: entry).map { overviews[index] = $0 }
        case "rejected": read(table, of: entry).map { refused[index] = $0.rowCount }
        default: break
        }
      }
    }
    if let eventName {
      events = joined(parts, eventName)
    } else if !names.isEmpty {
      omissions.append(
        "There are no pictures, since no table is one of swings or impacts; the run wrote "
          + names.sorted().joined(separator: ", ") + ".")
    }
  }

  /// Rows of the events, by the recording's position.
  var rowsByRecording: [Int: [Int]] {
    guard let events else { return [:] }
    return Dictionary(grouping: 0..<events.count) { events.recordings[$0] }
  }

  private mutating func read(_ table: RecordingStatus.Table, of entry: OutputStatus.Entry) -> StoredTable? {
    do {
      return try TableFile.read(output.path + "/" + table.path)
    } catch {
      omissions.append("The table \(table.table) of \(entry.recordingID) cannot be read: \(error).")
      return nil
    }
  }

  /// What the columns hold, as the run wrote it down; nothing where that cannot be read.
  private static func dictionaries(in output: OutputFolder) -> [DataDictionary] {
    struct Schema: Decodable { var tables: [DataDictionary] }
    guard let bytes = try? WholeFile.read(output.schemaPath) else { return [] }
    return (try? JSONDecoder().decode(Schema.self, from: Data(bytes)))?.tables ?? []
  }

  /// A table of swings under a name of the pipeline's own: it has what a labelled swing is drawn by.
  private static func swings(among dictionaries: [DataDictionary]) -> DataDictionary? {
    dictionaries.first { dictionary in
      Set(["anchor_time_s", "label"]).isSubset(of: dictionary.columns.map(\.name))
    }
  }

  /// The rows of all recordings, with columns that all of them have.
  private mutating func joined(_ parts: [(recording: Int, table: StoredTable)], _ name: String) -> EventTable {
    let known = dictionaries.first { $0.table == name }?.columns ?? []
    let names = parts.first?.table.columnNames ?? known.map(\.name)
    let kind: EventTable.Kind = name == "impacts" ? .impact : .swing
    var columns: [ColumnDescription] = []
    var numbers: [String: [Double?]] = [:]
    var texts: [String: [String?]] = [:]
    for column in names where parts.allSatisfy({ $0.table.isRead(column) }) {
      let description =
        known.first { $0.name == column } ?? ColumnDescription(name: column, type: .string, unit: nil, description: "")
      if description.type == .boolean {
        numbers[column] = parts.flatMap { Self.flags($0.table, column) }
      } else if description.type != .string, description.type != .timestamp,
        let values = try? parts.flatMap({ try $0.table.doubles(column) })
      {
        // CSV has the shortest text of a number in single precision, Parquet the number: this is the same of both.
        numbers[column] = description.type == .float32 ? values.map { $0.map { Double(Float($0)) } } : values
      } else if let values = try? parts.flatMap({ try $0.table.strings(column) }) {
        texts[column] = values
      }
      columns.append(description)
    }
    let recordings = parts.flatMap { Array(repeating: $0.recording, count: $0.table.rowCount) }
    return EventTable(kind: kind, columns: columns, recordings: recordings, numbers: numbers, texts: texts)
  }

  /// Truth values as 1 and 0, whether the format has them as such or in words.
  static func flags(_ table: StoredTable, _ column: String) -> [Double?] {
    let words = (try? table.strings(column)) ?? []
    return words.map { word in word.map { ["true", "True", "1"].contains($0) ? 1 : 0 } }
  }
}
