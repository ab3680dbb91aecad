import SPHDF5

/// The datasets of an HDF5 file of any layout, and the statements of the file about them.
///
/// No values are read. Links are not followed. Objects that a program keeps for itself, such as indexes, are left out.
package struct FileListing: Sendable {
  /// A dataset.
  package struct Entry: Sendable {
    /// The path of the dataset.
    package var path: String
    /// The length of each dimension.
    package var shape: [Int]
    /// The type of the elements.
    package var type: String
    /// Whether the elements are numbers.
    package var isNumeric: Bool
    /// The stated unit; nil if the file does not state a unit.
    package var unit: String?
    /// The names of the columns of a table, or the names of columns that the file states; empty without names.
    package var columns: [String]
    /// The fields of a dataset of compounds, and how many numbers each has; nil for another dataset.
    package var fields: [(name: String, valueCount: Int)]?
    /// The attributes as text, except for the unit.
    package var attributes: [(name: String, text: String)]
    /// Why the dataset cannot be read, such as a missing filter; nil if no fault is known.
    package var fault: String?

    /// The path of the dataset's group, without a slash at the end.
    var group: String { path.split(separator: "/").dropLast().map { "/" + $0 }.joined() }
    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
  }

  /// The datasets, sorted by path.
  package private(set) var entries: [Entry] = []
  /// The attributes of groups that are single numbers, as `PATH@NAME`.
  private(set) var numbers: [String] = []
  /// The paths of links, which are not followed.
  package private(set) var links: [String] = []
  /// Whether the file contains more than is listed.
  package private(set) var isCut = false

  /// The most datasets and groups that are listed, and the deepest group: hard links can make a tree of any size.
  private static let (mostObjects, mostDepth) = (5000, 16)
  private var objectCount = 0

  /// Groups without data of the user: references and classes of MATLAB, the schema of NWB.
  private static let ownNames: Set<String> = ["#refs#", "#subsystem#", "specifications"]

  /// Lists a file.
  /// - Throws: `HDF5Error` for a file whose structure cannot be read.
  package init(_ file: File) throws {
    try add(file.group, at: "", depth: 0, in: file)
  }

  private mutating func add(_ group: Group, at path: String, depth: Int, in file: File) throws {
    for name in (try? group.attributes.names()) ?? [] where isNumber(name, group.attributes) {
      numbers.append("\(path.isEmpty ? "/" : path)@\(name)")
    }
    for child in try group.children() {
      guard objectCount < Self.mostObjects else {
        isCut = true
        return
      }
      objectCount += 1
      let place = "\(path)/\(child.name)"
      switch child.kind {
      case .dataset: entries.append(Entry(place, in: file))
      case .group where Self.ownNames.contains(child.name) || child.name.hasPrefix("_i_"): continue
      case .group:
        guard depth < Self.mostDepth else {
          isCut = true
          continue
        }
        try add(group.openGroup(child.name), at: place, depth: depth + 1, in: file)
      case .softLink, .externalLink: links.append(place)
      case .other: continue
      }
    }
  }

  private func isNumber(_ name: String, _ attributes: Attributes) -> Bool {
    (try? attributes.shape(of: name).allSatisfy { $0 == 1 } && attributes.elementType(of: name).isNumber) ?? false
  }
}

extension FileListing.Entry {
  /// The most attributes that are listed, and the longest text of an attribute.
  private static let (mostAttributes, mostCharacters) = (24, 60)

  fileprivate init(_ path: String, in file: File) {
    self.path = path
    (shape, type, isNumeric, columns, attributes) = ([], "", false, [], [])
    do {
      let dataset = try file.openDataset(path)
      shape = try dataset.shape
      type = "\(dataset.elementType)"
      isNumeric = dataset.elementType.isNumber
      if case .compound = dataset.elementType {
        let fields = try dataset.fields()
        columns = fields.map(\.name)
        self.fields = try fields.flatMap { field -> [(name: String, valueCount: Int)] in
          guard let count = field.valueCount else { return [] }
          let names = try ColumnNames.names(ofField: field.name, of: dataset)
          return names.count == count ? names.map { ($0, 1) } : [(field.name, count)]
        }
      } else if shape.count == 2 {
        columns = try ColumnNames.names(of: dataset, in: file) ?? []
      }
      let missing = dataset.filters.filter { !$0.isAvailable }
      if !missing.isEmpty { fault = "needs the filter \(missing.map(\.origin).joined(separator: ", "))" }
      try addAttributes(of: dataset)
    } catch {
      fault = error is HDF5Error ? (error as? HDF5Error)?.reason : "\(error)"
    }
  }

  private mutating func addAttributes(of dataset: Dataset) throws {
    let stored = dataset.attributes
    let units = ["units", "unit", "Units"]
    for name in try stored.names().prefix(Self.mostAttributes) {
      guard let text = Self.text(name, stored) else { continue }
      if units.contains(name), unit == nil { unit = text } else { attributes.append((name, text)) }
    }
  }

  /// The value of an attribute as text; nil for an empty attribute, and for a value that cannot be shown.
  private static func text(_ name: String, _ attributes: Attributes) -> String? {
    guard let shape = try? attributes.shape(of: name), shape.reduce(1, { $0 &* $1 }) <= 16,
      let type = try? attributes.elementType(of: name)
    else { return nil }
    var values: [String] = []
    if case .string = type {
      values = (try? attributes.strings(name)) ?? []
    } else if type.isNumber {
      values = ((try? attributes.numbers(name, as: Double.self)) ?? []).map { "\($0)" }
    }
    let text = values.joined(separator: ", ").filter { !$0.isNewline }
    guard !text.isEmpty else { return nil }
    return text.count > mostCharacters ? text.prefix(mostCharacters) + "..." : text
  }
}
