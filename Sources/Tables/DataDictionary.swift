import Foundation

/// What the columns of a table hold, as a file beside tables whose format has no place for it.
public struct DataDictionary: Hashable, Sendable, Codable {
  /// Name of the table, as its folder is called.
  public var table: String
  /// The columns, in order.
  public var columns: [ColumnDescription]

  /// Makes a dictionary.
  public init(table: String, columns: [ColumnDescription]) {
    self.table = table
    self.columns = columns
  }

  /// Indented JSON with sorted keys, ending in a line break.
  /// - Throws: whatever the JSON encoder throws.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }
}
