import HDF5

/// Adds rows to one dataset of a recording, converted to its stored type.
struct DatasetWriter<Value> {
  /// Appends values; `row` is the number of rows already there.
  let append: ([Value], _ row: Int) throws -> Void
  /// Stores rows that are still buffered.
  let finish: () throws -> Void

  /// - Parameter convert: converts values to the stored type.
  init<Element: HDF5Element>(
    _ dataset: Dataset, _ storage: RecordingStorage, _ convert: @escaping ([Value]) -> [Element]
  ) throws {
    guard storage == .contiguous else {
      let writer = try RowWriter<Element>(dataset)
      append = { values, _ in try writer.append(convert(values)) }
      finish = { try writer.finish() }
      return
    }
    let shape = try dataset.shape
    let width = shape.dropFirst().reduce(1, *)
    append = { values, row in
      try dataset.write(convert(values), to: Hyperslab(rows: row..<row + values.count / width, of: shape))
    }
    finish = {}
  }
}

extension DatasetWriter<Double> {
  /// For timestamps.
  init(timestamps dataset: Dataset, _ storage: RecordingStorage) throws {
    try self.init(dataset, storage) { $0 }
  }
}

extension DatasetWriter<Float> {
  /// For samples, or codes.
  init(_ dataset: Dataset, as type: StreamCatalog.DatasetKind.Storage, _ storage: RecordingStorage) throws {
    switch type {
    case .float32: try self.init(dataset, storage) { $0 }
    case .uint8: try self.init(dataset, storage) { $0.map(Self.code) as [UInt8] }
    case .uint16: try self.init(dataset, storage) { $0.map(Self.code) as [UInt16] }
    }
  }

  /// A code without its fraction, the nearest one if out of range, and 0 if missing.
  private static func code<Code: FixedWidthInteger>(_ value: Float) -> Code {
    value.isNaN ? 0 : Code(clamping: Int(max(-1e6, min(value, 1e6))))
  }
}
