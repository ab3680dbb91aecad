import SPBasics
import SPHDF5

/// A table of numbers in a file, in any form that a mapping can describe. The form may be the columns of an array,
/// stored by rows or by columns, fields of compounds, or several datasets side by side.
///
/// Making a table reads the structure of the file, but no values.
struct StoredTable: Sendable {
  /// One dataset, and how its elements become rows and columns.
  struct Part: Sendable {
    /// How elements become rows.
    enum Form: Hashable, Sendable {
      /// Elements are stored row by row.
      case rows
      /// Dimensions in any order; at most one holds columns.
      case array([TableDimension])
      /// Members of compounds.
      case fields([String])
    }

    let dataset: Dataset
    let form: Form
    let rowCount: Int
    /// The number of columns.
    let width: Int
  }

  /// The datasets, side by side.
  let parts: [Part]
  /// The columns that are used, in order, counted over the columns of all parts.
  let columns: [Int]

  /// The number of rows.
  var rowCount: Int { parts[0].rowCount }
  /// The number of columns of all parts.
  var width: Int { parts.reduce(0) { $0 + $1.width } }
  /// The datasets by their names, and how they are read: tables with the same name have the same rows.
  var name: String {
    parts.map { $0.form == .rows ? $0.dataset.path : "\($0.dataset.path) \($0.form)" }.joined(separator: "\n")
  }

  /// The first dataset of a mapping, which carries attributes.
  /// - Throws: `HDF5Error`.
  static func firstDataset(of mapping: TableMapping, components: Int, in file: File) throws -> Dataset {
    try TableFinder(mapping: mapping, rowCount: nil, stream: nil, components: components, file: file).firstDataset()
  }

  /// The number of the part that a column belongs to.
  func part(ofColumn column: Int) -> Int {
    var end = 0
    for (number, part) in parts.enumerated() {
      end += part.width
      if column < end { return number }
    }
    return parts.count - 1
  }

  /// Finds the table that a mapping describes.
  /// - Parameters:
  ///   - rowCount: The required number of rows. Nil allows any number.
  ///   - stream: The stream with this number of timestamps, for messages.
  ///   - components: The number of wanted columns, which distinguishes an array by columns from an array by rows.
  /// - Throws: `RecordingError` for a table of another form, `HDF5Error`.
  init(
    _ mapping: TableMapping, rowCount: Int? = nil, of stream: StreamName? = nil, components: Int, in file: File
  ) throws {
    let finder = TableFinder(mapping: mapping, rowCount: rowCount, stream: stream, components: components, file: file)
    (parts, columns) = try finder.find()
  }
}

/// Finds the datasets, dimensions, fields and columns of a mapping in a file.
private struct TableFinder {
  let mapping: TableMapping
  let rowCount: Int?
  let stream: StreamName?
  let components: Int
  let file: File

  func find() throws -> (parts: [StoredTable.Part], columns: [Int]) {
    var parts: [StoredTable.Part] = []
    var named: [Int] = []
    for path in try paths() {
      let (part, columns) = try part(path)
      let first = parts.reduce(0) { $0 + $1.width }
      if let other = parts.first, other.rowCount != part.rowCount {
        throw fault(
          path, "has \(part.rowCount) rows, but \(other.dataset.path) has \(other.rowCount); expected as many")
      }
      parts.append(part)
      named += columns.map { first + $0 }
    }
    guard let columns = mapping.columns else { return (parts, named) }
    guard columns.allSatisfy(named.indices.contains) else {
      let shape = try parts[0].dataset.shape
      throw fault(
        mapping.path,
        parts.count > 1 || mapping.fields != nil
          ? "columns \(columns) are asked for, but there are \(named.count)"
          : "columns \(columns) are asked for, but the shape is \(shape)")
    }
    return (parts, columns.map { named[$0] })
  }

  func firstDataset() throws -> Dataset { try open(paths().first ?? "").0 }

  /// The paths of the datasets. A group with a dataset for each axis gives the paths of these datasets.
  private func paths() throws -> [String] {
    guard mapping.paths.count == 1, let path = mapping.paths.first, components > 1, try file.isGroup(path) else {
      return mapping.paths
    }
    let names = try file.openGroup(path).children().filter { $0.kind == .dataset }.map(\.name)
    let axes = components == 4 ? ["w", "x", "y", "z"] : ["x", "y", "z"]
    let found = axes.compactMap { axis in names.first { $0.lowercased() == axis } }
    return found.count == components ? found.map { "\(path)/\($0)" } : [path]
  }

  /// A dataset, and its columns that the fields name; all columns without fields.
  private func part(_ path: String) throws -> (StoredTable.Part, [Int]) {
    let (dataset, member) = try open(path)
    if case .compound = dataset.elementType {
      return try compound(dataset, member.map { [$0] } ?? mapping.fields, at: path)
    }
    if let content = try? dataset.attributes.string("left_out") {
      throw fault(path, "holds \(content); expected an array of real numbers")
    }
    guard dataset.elementType.isNumber else {
      throw fault(path, "expected numbers, but the dataset holds a \(dataset.elementType)")
    }
    let part = try array(dataset, at: path)
    guard let fields = mapping.fields else { return (part, Array(0..<part.width)) }
    guard let names = try ColumnNames.names(of: dataset, in: file), names.count == part.width else {
      throw fault(path, "names no columns; expected \"columns\", by their places from 0, instead of \"fields\"")
    }
    let columns = try fields.map { field in
      guard let place = names.firstIndex(of: field) else {
        throw fault(path, "has no column \"\(field)\"; \(NearestName.advice(field, in: names))")
      }
      return place
    }
    return (part, columns)
  }

  /// The dataset at a path, or the member of a dataset of compounds that a path names.
  private func open(_ path: String) throws -> (Dataset, member: String?) {
    let parts = path.split(separator: "/")
    let parent = "/" + parts.dropLast().joined(separator: "/")
    if parts.count > 1, try !file.exists(path), try file.exists(parent), let table = try? file.openDataset(parent),
      case .compound = table.elementType
    {
      return (table, String(parts[parts.count - 1]))
    }
    return (try file.openDataset(path), nil)
  }

  private func compound(
    _ dataset: Dataset, _ wanted: [String]?, at path: String
  ) throws -> (StoredTable.Part, [Int]) {
    let fields = try dataset.fields()
    let shape = try dataset.shape
    let list = fields.map(\.name).joined(separator: ", ")
    guard shape.count == 1 || shape.dropFirst().allSatisfy({ $0 == 1 }), let count = shape.first else {
      throw fault(path, "expected a table of one dimension, but the shape is \(shape)")
    }
    try checkRowCount(count, path)
    // Columns by their places count the members, so each must be one number.
    if wanted == nil, mapping.columns == nil || !fields.allSatisfy({ $0.valueCount == 1 }) {
      throw fault(path, "is a table; expected \"fields\" with the names of its columns, among \(list)")
    }
    var names: [String] = []
    var columns: [Int] = []
    var first: [String: Int] = [:]
    var width = 0
    for name in wanted ?? fields.map(\.name) {
      let (field, place) = try field(name, among: fields, of: dataset, at: path, list)
      guard let values = field.valueCount, values > 0 else {
        throw fault(path, "the field \"\(field.name)\" does not hold numbers; the fields are \(list)")
      }
      if first[field.name] == nil {
        first[field.name] = width
        names.append(field.name)
        width += values
      }
      let start = first[field.name] ?? 0
      columns += place.map { [start + $0] } ?? Array(start..<start + values)
    }
    return (StoredTable.Part(dataset: dataset, form: .fields(names), rowCount: count, width: width), columns)
  }

  /// The member with a name, or the member that contains the column of that name.
  private func field(
    _ name: String, among fields: [CompoundField], of dataset: Dataset, at path: String, _ list: String
  ) throws -> (CompoundField, place: Int?) {
    if let field = fields.first(where: { $0.name == name }) { return (field, nil) }
    var known = fields.map(\.name)
    for field in fields where (field.valueCount ?? 0) > 1 {
      let columns = try ColumnNames.names(ofField: field.name, of: dataset)
      if columns.count == field.valueCount, let place = columns.firstIndex(of: name) { return (field, place) }
      known += columns
    }
    throw fault(path, "has no field \"\(name)\"; \(NearestName.advice(name, in: known))")
  }

  private func array(_ dataset: Dataset, at path: String) throws -> StoredTable.Part {
    let shape = try dataset.shape
    let dimensions = try dimensions(of: dataset, shape, at: path)
    guard let row = dimensions.firstIndex(of: .rows) else {
      throw fault(path, "the dimensions name no rows; expected \"rows\" among them")
    }
    try checkRowCount(shape[row], path)
    let width = dimensions.firstIndex(of: .columns).map { shape[$0] } ?? 1
    // Then rows follow one another in the file.
    let isByRows =
      row == 0 && zip(dimensions, shape).dropFirst().allSatisfy { $0 == .columns || $1 == 1 }
    return StoredTable.Part(
      dataset: dataset, form: isByRows ? .rows : .array(dimensions), rowCount: shape[row], width: width)
  }

  private func checkRowCount(_ found: Int, _ path: String) throws {
    guard let rowCount, found != rowCount else { return }
    let name = stream?.rawValue ?? "the stream"
    throw fault(path, "has \(found) rows, but \(name) has \(rowCount) timestamps; expected one row per timestamp")
  }

  /// What each dimension counts.
  private func dimensions(of dataset: Dataset, _ shape: [Int], at path: String) throws -> [TableDimension] {
    if let dimensions = mapping.dimensions {
      guard dimensions.count == shape.count else {
        throw fault(path, "has the shape \(shape); expected \(shape.count) \"dimensions\", found \(dimensions.count)")
      }
      for (dimension, size) in zip(dimensions, shape) {
        if case .index(let index) = dimension, !(0..<size).contains(index) {
          throw fault(path, "has the shape \(shape); expected an index below \(size) in \"dimensions\", found \(index)")
        }
      }
      return dimensions
    }
    let expected = components == 1 ? "1 column" : "\(components) columns"
    guard !shape.isEmpty else { throw fault(path, "expected \(expected), but the shape is \(shape)") }
    let row = rowDimension(of: shape)
    var dimensions = shape.map { _ in TableDimension.index(0) }
    dimensions[row] = .rows
    let others = shape.indices.filter { $0 != row && shape[$0] != 1 }
    if others.count == 1 { dimensions[others[0]] = .columns }
    guard others.count <= 1 else {
      throw fault(
        path,
        "has the shape \(shape); expected \"dimensions\" with the meaning of each: \"rows\", \"columns\", or the index to read"
      )
    }
    return dimensions
  }

  /// The dimension of the samples: the dimension of the right length. If the length is unknown, it is the first
  /// dimension, unless an array by columns explains the number of components better.
  private func rowDimension(of shape: [Int]) -> Int {
    if let rowCount { return shape.firstIndex(of: rowCount) ?? 0 }
    let long = shape.indices.filter { shape[$0] != 1 }
    guard let first = long.first, long.count > 1 else { return components == 1 ? long.first ?? 0 : 0 }
    let second = long[1]
    if mapping.columns == nil { return shape[second] != components && shape[first] == components ? second : first }
    // No table of sensors has so many columns and so few samples.
    return shape[first] <= Self.mostColumns && shape[second] > Self.mostColumns ? second : first
  }

  private static let mostColumns = 64

  private func fault(_ path: String, _ message: String) -> RecordingError {
    RecordingError(path: file.path, object: path, message)
  }
}

/// Names of columns that files state in addition to an array.
enum ColumnNames {
  /// The most names that are examined.
  private static let most = 4096

  /// The names of a dataset's columns; nil if the file does not state them.
  ///
  /// pandas keeps the names for `block0_values` in `block0_items`. Other programs use an attribute.
  static func names(of dataset: Dataset, in file: File) throws -> [String]? {
    if dataset.name.hasPrefix("block"), dataset.name.hasSuffix("_values") {
      let items = dataset.path.dropLast("values".count) + "items"
      if try file.exists(String(items)) { return try strings(file.openDataset(String(items))) }
    }
    for name in ["columns", "column_names", "channel_names", "channels", "labels", "fields"]
    where try dataset.attributes.contains(name) {
      if case .string = try dataset.attributes.elementType(of: name) { return try dataset.attributes.strings(name) }
    }
    return nil
  }

  private static func strings(_ dataset: Dataset) throws -> [String]? {
    guard case .string = dataset.elementType,
      try dataset.shape.reduce(1, { $0.multipliedReportingOverflow(by: $1).0 }) <= most
    else { return nil }
    return try dataset.readStrings()
  }

  /// The names of the columns in a member of a table of pandas: the attribute `MEMBER_kind` has them as a pickled list.
  static func names(ofField field: String, of dataset: Dataset) throws -> [String] {
    let name = "\(field)_kind"
    guard try dataset.attributes.contains(name), case .string = try dataset.attributes.elementType(of: name),
      let pickled = try? dataset.attributes.string(name)
    else { return [] }
    return texts(inPickle: pickled)
  }

  /// The texts of a pickled list, in protocol 0 (PEP 307), which is text: each is on a separate line, after a `V`.
  static func texts(inPickle pickled: String) -> [String] {
    pickled.split(separator: "\n").compactMap { line in
      guard let mark = line.firstIndex(of: "V"), line[..<mark].allSatisfy({ "(lpga0123456789.".contains($0) }) else {
        return nil
      }
      return String(line[line.index(after: mark)...])
    }
  }
}
