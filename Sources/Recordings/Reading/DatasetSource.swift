import HDF5
import Signals

/// A dataset that was checked against the layout's requirements.
struct DatasetSource {
  let kind: StreamCatalog.DatasetKind
  private let dataset: Dataset
  private let columns: [Int]
  private let scale: Double
  private let fill: Double?

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
    scale = try (mapping.isInverted ? -factor : factor) * Self.packing(of: dataset, fault)
    fill = try Self.fill(of: dataset)
  }

  /// The rows, converted to the layout's unit.
  func rows(observer: ReadingObserver?) throws -> RowSource {
    try RowSource(dataset: dataset, columns: columns, scale: scale, fill: fill, observer: observer)
  }

  private static func unit(
    of dataset: Dataset, default unit: Unit, _ fault: (String) -> RecordingError
  ) throws -> Unit {
    guard try dataset.attributes.contains("units") else { return unit }
    let symbol = try dataset.attributes.string("units")
    guard let stated = Unit(symbol: symbol) else {
      throw fault("the unit \"\(symbol)\" is not known; expected \(unit) or one that converts to it")
    }
    return stated
  }

  /// The factor from stored numbers to those in the dataset's unit, of the CF conventions' packed data.
  private static func packing(of dataset: Dataset, _ fault: (String) -> RecordingError) throws -> Double {
    func number(_ name: String) throws -> Double? {
      try dataset.attributes.contains(name) ? dataset.attributes.number(name) : nil
    }
    let (offset, factor) = (try number("add_offset") ?? 0, try number("scale_factor") ?? 1)
    guard offset == 0 else { throw fault("has the attribute add_offset, \(offset); expected none, or 0") }
    guard factor.isFinite, factor != 0 else {
      throw fault("has the attribute scale_factor, \(factor); expected a finite number other than 0")
    }
    return factor
  }

  private static func fill(of dataset: Dataset) throws -> Double? {
    guard try dataset.attributes.contains("_FillValue") else { return nil }
    return try dataset.attributes.number("_FillValue")
  }
}
