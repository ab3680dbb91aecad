import Foundation
import SPStages
import SPTables

/// What tables hold against what is said of their columns.
enum ColumnFaults {
  /// What is wrong with a table's file: its header, what it says of its columns where its format says something, and every
  /// value that has not its column's type or range. Of CSV a number that is none is one of these; other formats have it
  /// as a missing one.
  static func find(inFile path: String, _ dictionary: DataDictionary) throws -> [String] {
    let table = try TableFile.read(path)
    guard table.columnNames == dictionary.columns.map(\.name) else { return ["\(path): \(table.columnNames)"] }
    let told = zip(table.descriptions, dictionary.columns).filter { $0 != $1 }.map {
      "\(path) tells of \($0), not \($1)"
    }
    return try told + dictionary.columns.flatMap { find(try table.strings($0.name), in: $0) }
  }

  /// The values of a column, as text, that have not its type or range.
  static func find(_ values: [String?], in column: ColumnDescription) -> [String] {
    values.compactMap(\.self).filter { !fits($0, column) }.map { "\(column.name): \($0)" }
  }

  private static func fits(_ value: String, _ column: ColumnDescription) -> Bool {
    func contains(_ number: Double?) -> Bool {
      number.map { $0.isFinite && (column.range?.contains($0) ?? true) } ?? false
    }
    return switch column.type {
    case .boolean: ["true", "false"].contains(value)
    case .int32: contains(Int32(value).map(Double.init))
    case .int64: contains(Int64(value).map(Double.init))
    case .float32: contains(Float(value).map(Double.init))
    case .float64: contains(Double(value))
    case .string: column.name == "flags" ? areFlags(value, column) : column.range?.contains(value) ?? true
    case .timestamp: value.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil
    }
  }

  /// Whether a text holds flags that the column's description tells of.
  private static func areFlags(_ text: String, _ column: ColumnDescription) -> Bool {
    let words = Set(column.description.split { !$0.isLetter && $0 != "_" })
    return text.split(separator: ";", omittingEmptySubsequences: false).allSatisfy(words.contains)
  }
}
