import SPBasics
import SPHDF5

/// The content of a recording apart from its labels: the values of its datasets and attributes.
///
/// It tells a change of labels from a change of samples. How values are stored, such as their compression, is not part
/// of it.
struct ContentBesideLabels {
  /// The hash of all values.
  var hash: ContentHash { ContentHash(joining: parts) }

  /// A dataset of other types than numbers and texts, or a tree of groups that is too large. Hard links can make such a
  /// tree.
  private struct Unknown: Error {}

  /// The most objects that are read, and the deepest group.
  private static let (mostObjects, mostDepth) = (5000, 16)

  private var parts: [String] = []
  private var objectCount = 0

  /// Numbers that are read at a time.
  private static let blockCount = 1 << 17

  /// Reads everything but labels and the given root attributes.
  ///
  /// Attributes of other types than numbers and texts, such as references, count with their name and type only.
  /// - Throws: `HDF5Error`; `CancellationError`; an error for a dataset of other types than numbers and texts, and for a
  ///   file with very many objects.
  init(of file: File, except attributes: Set<String>) throws {
    try add(file.group, at: "", depth: 0, except: attributes)
  }

  private mutating func add(_ group: Group, at path: String, depth: Int, except excluded: Set<String> = []) throws {
    guard depth <= Self.mostDepth else { throw Unknown() }
    parts.append("\n\(path)")
    try add(group.attributes, except: excluded)
    for child in try group.children() {
      objectCount += 1
      guard objectCount <= Self.mostObjects else { throw Unknown() }
      let place = "\(path)/\(child.name)"
      switch child.kind {
      case .group where place == AnnotationReader.root: continue
      case .group: try add(group.openGroup(child.name), at: place, depth: depth + 1)
      case .dataset: try add(group.openDataset(child.name), at: place)
      default: parts.append("\n\(place): \(child.kind)")
      }
    }
  }

  private mutating func add(_ attributes: Attributes, except excluded: Set<String>) throws {
    for name in try attributes.names() where !excluded.contains(name) {
      let type = try attributes.elementType(of: name)
      switch type {
      case .string: parts.append("\n@\(name) \(try attributes.strings(name))")
      case _ where type.isInteger: parts.append("\n@\(name) \(try attributes.numbers(name, as: Int64.self))")
      case _ where type.isNumber: parts.append("\n@\(name) \(try attributes.numbers(name, as: Double.self))")
      default: parts.append("\n@\(name) \(type)")
      }
    }
  }

  private mutating func add(_ dataset: Dataset, at path: String) throws {
    let (shape, type) = (try dataset.shape, dataset.elementType)
    parts.append("\n\(path) \(shape) \(type)")
    try add(dataset.attributes, except: [])
    switch type {
    case .string: parts.append("\(try dataset.readStrings())")
    case _ where type.isInteger: try add(dataset, shape, as: Int64.self)
    case _ where type.isNumber: try add(dataset, shape, as: Double.self)
    default: throw Unknown()
    }
  }

  private mutating func add<Element: HDF5Element>(_ dataset: Dataset, _ shape: [Int], as type: Element.Type) throws {
    guard let count = shape.first else { return parts.append("\(try dataset.read(as: type))") }
    let rows = max(1, Self.blockCount / max(1, shape.dropFirst().reduce(1, *)))
    for start in stride(from: 0, to: count, by: rows) {
      try Task.checkCancellation()
      let values = try dataset.read(rows: start..<min(start + rows, count), as: type)
      parts.append(values.withUnsafeBytes { ContentHash($0).text })
    }
  }
}
