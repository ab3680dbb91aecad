/// An error of reading a table: the file, the place in it, the fault, and the expected content.
public struct TableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The line, from 1, in formats that have lines; the row, from 1, in others; nil for the table as a whole.
  public var line: Int?
  /// The column concerned, if any.
  public var column: String?
  /// The fault and the expected content.
  public var message: String

  /// Makes an error.
  public init(path: String, line: Int? = nil, column: String? = nil, _ message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// One line: `file:line: column "name": message`.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): " + (column.map { "column \"\($0)\": " } ?? "") + message
  }
}

/// An error for a requested column that a table does not have.
public struct MissingColumn: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The column.
  public var column: String
  /// The columns that the table has.
  public var present: [String]

  /// The number of columns that a message lists.
  private static let listed = 8

  /// One line: the file, the column, and the first of the existing columns.
  public var description: String {
    let first = present.prefix(Self.listed).map { "\"\($0)\"" }.joined(separator: ", ")
    let rest = present.count > Self.listed ? " and \(present.count - Self.listed) more" : ""
    return "\(path): has no column \"\(column)\"; it has \(first)\(rest)"
  }
}
