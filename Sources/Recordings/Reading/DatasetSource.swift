import HDF5
import Signals

/// A dataset that was checked against the layout's requirements.
struct DatasetSource {
  let kind: StreamCatalog.DatasetKind
  private let dataset: Dataset
  private let columns: [Int]
  private let factors: [Double]
  private let encoding: ValueEncoding

  init(_ mapping: DatasetMapping, as name: String, of stream: StreamName, rowCount: Int, in file: File) throws {
    func fault(_ message: String) -> RecordingError {
      RecordingError(path: file.path, object: mapping.path, message)
    }
    guard let kind = StreamCatalog.kind(of: name, in: stream) else {
      throw fault("stream \(stream) has no dataset \(name) in the layout")
    }
    let dataset = try file.openDataset(mapping.path)
    guard dataset.elementType.isNumber else {
      throw fault("expected numbers, but the dataset holds a \(dataset.elementType)")
    }
    let shape = try dataset.shape
    guard shape.count == 1 || shape.count == 2 else {
      throw fault("expected \(kind.components) columns, but the shape is \(shape)")
    }
    guard shape[0] == rowCount else {
      throw fault("has \(shape[0]) rows, but \(stream) has \(rowCount) timestamps; expected one row per timestamp")
    }
    let width = shape.count == 2 ? shape[1] : 1
    let columnCount = mapping.columns?.count ?? width
    guard columnCount == kind.components else {
      throw fault("has \(columnCount) columns; expected \(kind.components) for \(name)")
    }
    columns = mapping.columns ?? Array(0..<width)
    guard Set(columns).count == columns.count else {
      throw fault("columns \(columns) are asked for; expected each once")
    }
    guard columns.allSatisfy((0..<width).contains) else {
      throw fault("columns \(columns) are asked for, but the shape is \(shape)")
    }
    let unit = try mapping.unit ?? Self.unit(of: dataset, default: kind.unit, fault)
    guard let factor = unit.factor(to: kind.unit) else {
      throw fault(
        "the unit is \(unit), which is not a unit of \(name); expected \(kind.unit) or one that converts to it")
    }
    self.kind = kind
    self.dataset = dataset
    let sign: Double = mapping.isInverted ? -1 : 1
    factors = columns.indices.map { sign * (mapping.isConjugated && $0 > 0 ? -factor : factor) }
    encoding = try ValueEncoding(of: dataset, in: file)
  }

  /// The rows, converted to the layout's unit.
  func rows(observer: ReadingObserver?) throws -> RowSource {
    try RowSource(
      dataset: dataset, columns: columns, factors: factors, encoding: encoding, limit: PhysicalLimit(of: kind.name),
      observer: observer)
  }

  private static func unit(
    of dataset: Dataset, default unit: Unit, _ fault: (String) -> RecordingError
  ) throws -> Unit {
    // NWB has the singular.
    guard let name = try ["units", "unit"].first(where: { try dataset.attributes.contains($0) }) else { return unit }
    let symbol = try dataset.attributes.string(name)
    guard let stated = Unit(symbol: symbol) else {
      throw fault("the unit \"\(symbol)\" is not known; expected \(unit) or one that converts to it")
    }
    return stated
  }
}
