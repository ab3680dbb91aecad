import SPBasics
import SPHDF5

/// What a recording holds beside its labels: the values of its datasets and attributes.
///
/// It tells a change of labels from a change of samples. How values are stored, such as their compression, is not part
/// of it.
struct ContentBesideLabels {
  /// The hash of all values.
  let hash: ContentHash

  /// A value that is neither a number nor text, so that a change of it would not be seen.
  private struct Unknown: Error {}

  /// Numbers that are read at a time.
  private static let blockCount = 1 << 17

  /// Reads everything but labels and the given root attributes.
  /// - Throws: `HDF5Error`, and an error for values of other types than numbers and text.
  init(of file: File, except attributes: Set<String>) throws {
    var parts: [String] = []
    try Self.add(file.group, at: "", except: attributes, to: &parts)
    hash = ContentHash(joining: parts)
  }

  private static func add(
    _ group: Group, at path: String, except excluded: Set<String> = [], to parts: inout [String]
  ) throws {
    parts.append("\n\(path)")
    try add(group.attributes, except: excluded, to: &parts)
    for child in try group.children() {
      let place = "\(path)/\(child.name)"
      switch child.kind {
      case .group where place == AnnotationReader.root: continue
      case .group: try add(group.openGroup(child.name), at: place, to: &parts)
      case .dataset: try add(group.openDataset(child.name), at: place, to: &parts)
      default: parts.append("\n\(place): \(child.kind)")
      }
    }
  }

  private static func add(_ attributes: Attributes, except excluded: Set<String>, to parts: inout [String]) throws {
    for name in try attributes.names() where !excluded.contains(name) {
      let type = try attributes.elementType(of: name)
      switch type {
      case .string: parts.append("\n@\(name) \(try attributes.strings(name))")
      case _ where type.isInteger: parts.append("\n@\(name) \(try attributes.numbers(name, as: Int64.self))")
      case _ where type.isNumber: parts.append("\n@\(name) \(try attributes.numbers(name, as: Double.self))")
      default: throw Unknown()
      }
    }
  }

  private static func add(_ dataset: Dataset, at path: String, to parts: inout [String]) throws {
    let (shape, type) = (try dataset.shape, dataset.elementType)
    parts.append("\n\(path) \(shape) \(type)")
    try add(dataset.attributes, except: [], to: &parts)
    switch type {
    case .string: parts.append("\(try dataset.readStrings())")
    case _ where type.isInteger: try add(dataset, shape, as: Int64.self, to: &parts)
    case _ where type.isNumber: try add(dataset, shape, as: Double.self, to: &parts)
    default: throw Unknown()
    }
  }

  private static func add<Element: HDF5Element>(
    _ dataset: Dataset, _ shape: [Int], as type: Element.Type, to parts: inout [String]
  ) throws {
    guard let count = shape.first else {
      return parts.append("\(try dataset.read(as: type))")
    }
    let rows = max(1, blockCount / max(1, shape.dropFirst().reduce(1, *)))
    for start in stride(from: 0, to: count, by: rows) {
      let values = try dataset.read(rows: start..<min(start + rows, count), as: type)
      parts.append(values.withUnsafeBytes { ContentHash($0).text })
    }
  }
}
