import SPHDF5
import SPSignals

/// A table of results that the device computed itself, such as laps. Each result is a row.
///
/// A recording stores the table in the group `device_summary/<name>`, where each column is a dataset.
public struct DeviceSummary: Hashable, Sendable {
  /// A column.
  public struct Column: Hashable, Sendable {
    /// The name of the column, which is the name of its field in the source, such as `total_timer_time`.
    public var name: String
    /// The unit of numbers; nil for pure numbers, codes and texts.
    public var units: String?
    /// The values of the column, as many as the table has rows.
    public var values: Values

    /// Makes a column.
    public init(_ name: String, units: String? = nil, _ values: Values) {
      self.name = name
      self.units = units
      self.values = values
    }
  }

  /// The values of a column.
  public enum Values: Hashable, Sendable {
    /// Numbers, NaN if missing; with a width above 1, that many per row, row after row.
    case numbers([Double], width: Int)
    /// Codes, nil if missing, and their meanings.
    case codes([Int32?], meanings: [Int32: String])
    /// Texts, empty if missing.
    case texts([String])
  }

  /// The name of the table, which is the name of the message in the source, such as `lap`.
  public var name: String
  /// The columns of the table.
  public var columns: [Column]

  /// Makes a table.
  public init(_ name: String, _ columns: [Column] = []) {
    self.name = name
    self.columns = columns
  }

  /// The numbers of a column of width 1, NaN if missing; nil for a column that the table does not have.
  package func numbers(_ column: String) -> [Double]? {
    guard case .numbers(let values, width: 1) = self[column]?.values else { return nil }
    return values
  }

  /// The meanings of the codes of a column, nil for codes that are missing or have no meaning; nil for a column that
  /// the table does not have.
  package func meanings(_ column: String) -> [String?]? {
    guard case .codes(let codes, let meanings) = self[column]?.values else { return nil }
    return codes.map { $0.flatMap { meanings[$0] } }
  }

  /// A column by its name.
  public subscript(_ column: String) -> Column? { columns.first { $0.name == column } }
}

extension DeviceSummary {
  static let root = "/device_summary"
  /// The number stored in place of a missing code.
  private static let missingCode: Int32 = -1

  func write(to file: File) throws {
    let group = try file.createGroup("\(Self.root)/\(name)")
    for column in columns {
      let dataset = try column.write(to: group, missingCode: Self.missingCode)
      if let units = column.units { try dataset.attributes.set("units", to: units) }
    }
  }

  /// Reads all tables of a recording, in the order of their names.
  static func all(in file: File) throws -> [DeviceSummary] {
    guard try file.exists(root) else { return [] }
    return try file.openGroup(root).children().map { table in
      let group = try file.openGroup("\(root)/\(table.name)")
      return DeviceSummary(table.name, try group.children().map { try Column($0.name, in: group) })
    }
  }
}

extension DeviceSummary.Column {
  fileprivate func write(to group: Group, missingCode: Int32) throws -> Dataset {
    switch values {
    case .numbers(let numbers, let width):
      let rows = numbers.count / max(1, width)
      let dataset = try group.createDataset(name, of: Double.self, shape: width == 1 ? [rows] : [rows, width])
      try dataset.write(numbers)
      return dataset
    case .texts(let texts):
      let longest = texts.map(\.utf8.count).max() ?? 0
      let dataset = try group.createDataset(
        name, ofStrings: .fixed(byteCount: max(1, longest)), shape: [texts.count])
      try dataset.writeStrings(texts)
      return dataset
    case .codes(let codes, let meanings):
      let dataset = try group.createDataset(name, of: Int32.self, shape: [codes.count])
      try dataset.write(codes.map { $0 ?? missingCode })
      let used = Set(codes.compactMap(\.self)).filter { meanings[$0] != nil }.sorted()
      try dataset.attributes.set("_FillValue", to: missingCode)
      if !used.isEmpty {
        try dataset.attributes.set("flag_values", to: used)
        try dataset.attributes.set("flag_meanings", to: used.compactMap { meanings[$0] }.joined(separator: " "))
      }
      return dataset
    }
  }

  fileprivate init(_ name: String, in group: Group) throws {
    let dataset = try group.openDataset(name)
    let attributes = dataset.attributes
    self.name = name
    units = try attributes.contains("units") ? attributes.string("units") : nil
    if case .string = dataset.elementType {
      values = .texts(try dataset.readStrings())
    } else if try attributes.contains("_FillValue") {
      let missing = try attributes.number("_FillValue", as: Int32.self)
      let codes = try attributes.contains("flag_values") ? attributes.numbers("flag_values", as: Int32.self) : []
      let words = try attributes.contains("flag_meanings") ? attributes.string("flag_meanings") : ""
      let meanings = zip(codes, words.split(separator: " ").map(String.init))
      values = .codes(
        try dataset.read(as: Int32.self).map { $0 == missing ? nil : $0 },
        meanings: Dictionary(meanings) { first, _ in first })
    } else {
      let shape = try dataset.shape
      values = .numbers(try dataset.read(as: Double.self), width: shape.count > 1 ? shape[1] : 1)
    }
  }
}
