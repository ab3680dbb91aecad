import SPBasics
import SPTables

extension [DataDictionary] {
  /// An error for names that do not belong to a table or a column.
  package struct UnknownNames: Error, Hashable, Sendable {
    /// One sentence per name.
    package let messages: [String]
  }

  /// The tables and columns with some names, in the order of the tables. All of them if no name is given.
  ///
  /// A table's name selects all of its columns. `swings.label` selects one column of one table. A column's name selects
  /// this column in every table.
  /// - Throws: `UnknownNames`, with the most likely intended names.
  package func selecting(_ names: [String]) throws(UnknownNames) -> [DataDictionary] {
    guard !names.isEmpty else { return self }
    let unknown = names.filter { name in !contains { !$0.columns(named: name, among: self).isEmpty } }
    guard unknown.isEmpty else { throw UnknownNames(messages: unknown.map(message)) }
    return compactMap { dictionary in
      let wanted = Set(names.flatMap { dictionary.columns(named: $0, among: self) })
      var part = dictionary
      part.columns.removeAll { !wanted.contains($0) }
      return part.columns.isEmpty ? nil : part
    }
  }

  private func message(_ name: String) -> String {
    let known = map(\.table) + flatMap { $0.columns.map(\.name) }
    let qualified = flatMap { dictionary in dictionary.columns.map { "\(dictionary.table).\($0.name)" } }
    let hint = NearestName.find(name, in: name.contains(".") ? qualified : known).map { "; did you mean \"\($0)\"?" }
    return "unknown table or column \"\(name)\"\(hint ?? "")"
  }
}

extension DataDictionary {
  /// The table's columns that a name selects. The name of a table does not also select columns of other tables.
  fileprivate func columns(named name: String, among all: [DataDictionary]) -> [ColumnDescription] {
    if all.contains(where: { $0.table == name }) { return name == table ? columns : [] }
    return columns.filter { $0.name == name || "\(table).\($0.name)" == name }
  }
}
