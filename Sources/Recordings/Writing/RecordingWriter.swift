import FoundationEssentials
import SPBasics
import SPHDF5
import SPSignals

/// Writes a recording in layout version 1, a block of rows at a time.
///
/// The complete file appears under its name when ``finish()`` is called; a writer that is dropped leaves nothing
/// behind. Equal content makes equal bytes.
public final class RecordingWriter {
  private let path: String
  private var pending: PendingFileBox?
  private let file: File
  private let storage: RecordingStorage
  private var streams: [StreamName: Stream] = [:]

  private struct Stream {
    var time: DatasetWriter<Double>
    /// The datasets by their names.
    var datasets: [String: DatasetWriter<Float>]
    /// The number of rows to come; nil if not known.
    var rowCount: Int?
    var writtenRows = 0
  }

  private final class PendingFileBox {
    var file: PendingFile?
    init(_ path: String) throws { file = try PendingFile(for: path) }
  }

  /// Starts a recording.
  /// - Parameters:
  ///   - url: the file, which appears when the recording is finished.
  ///   - attributes: the attributes of the whole recording.
  ///   - storage: how the datasets of the streams are stored.
  /// - Throws: `FileError` or `HDF5Error` if the file cannot be created.
  public convenience init(to url: URL, attributes: RecordingAttributes, storage: RecordingStorage = .gzip) throws {
    try self.init(path: url.filePath, attributes: attributes, storage: storage)
  }

  /// Starts a recording at a path, as the public initializer does.
  package init(path: String, attributes: RecordingAttributes, storage: RecordingStorage = .gzip) throws {
    self.path = path
    self.storage = storage
    let box = try PendingFileBox(path)
    guard let temporaryPath = box.file?.temporaryPath else { throw FileError(path: path, operation: "create") }
    pending = box
    file = try File(creating: temporaryPath, .truncating, format: .checksummed, shownAs: path)
    let root = file.group.attributes
    try root.set("format", to: NativeLayout.format)
    try root.set("format_version", to: Int64(NativeLayout.version))
    try root.set("recording_id", to: attributes.recordingID)
    for (name, value) in RecordingAttributes.optional {
      if let text = attributes[keyPath: value] { try root.set(name, to: text) }
    }
  }

  /// Adds a stream with some of the datasets that the layout defines for it.
  ///
  /// - Parameters:
  ///   - name: The stream.
  ///   - datasets: The names of its datasets, without the timestamps.
  ///   - nominalRateHz: The stated rate, in Hz, which is a hint for readers.
  ///   - rangeG: The sensor's range, in g, if known.
  ///   - chunkRows: The rows in a chunk, unless the storage decides their number. The layout has 8,192 for 800 Hz
  ///     streams.
  ///   - rowCount: The exact number of rows to come. Nil if not known, which storage in one piece does not allow.
  /// - Throws: `RecordingError` for a dataset that the layout does not define, or a missing count; `HDF5Error`.
  public func addStream(
    _ name: StreamName, datasets: [String], nominalRateHz: Double?, rangeG: Double? = nil, chunkRows: Int = 8192,
    rowCount: Int? = nil
  ) throws {
    if storage == .contiguous, rowCount == nil {
      throw RecordingError(path: path, object: name.rawValue, "is to be in one piece; expected its number of rows")
    }
    let group = try file.createGroup("/\(name)")
    if let nominalRateHz { try group.attributes.set("nominal_rate_hz", to: nominalRateHz) }
    if let rangeG { try group.attributes.set("range_g", to: rangeG) }
    let chunkRows = storage.chunkRows(chunkRows, nominalRateHz: nominalRateHz)
    let firstRows = storage == .contiguous ? rowCount ?? 0 : 0
    let time = try group.createDataset(
      "time", of: Double.self, shape: [firstRows], layout: storage.layout(chunkRows: chunkRows, width: []))
    try time.attributes.set("units", to: Unit.seconds.symbol)
    var made: [String: DatasetWriter<Float>] = [:]
    for dataset in datasets {
      guard let kind = StreamCatalog.kind(of: dataset, in: name) else {
        throw RecordingError(path: path, object: name.rawValue, "the layout has no dataset \(dataset) there")
      }
      let stored = try create(kind, rows: firstRows, chunkRows: chunkRows, in: group)
      try stored.attributes.set("units", to: kind.unit.symbol)
      made[dataset] = try DatasetWriter(stored, as: kind.storage, storage)
    }
    streams[name] = Stream(
      time: try DatasetWriter<Double>(time, storage) { $0 }, datasets: made, rowCount: rowCount)
  }

  private func create(
    _ kind: StreamCatalog.DatasetKind, rows: Int, chunkRows: Int, in group: Group
  ) throws -> Dataset {
    let width = kind.components == 1 ? [] : [kind.components]
    let shape = [rows] + width
    let layout = storage.layout(chunkRows: chunkRows, width: width)
    return switch kind.storage {
    case .float32: try group.createDataset(kind.name, of: Float.self, shape: shape, layout: layout)
    case .uint8: try group.createDataset(kind.name, of: UInt8.self, shape: shape, layout: layout)
    case .uint16: try group.createDataset(kind.name, of: UInt16.self, shape: shape, layout: layout)
    }
  }

  /// Marks the gravity and attitude of a stream as estimated.
  package func markEstimatedGravity(of stream: StreamName) throws {
    try file.openGroup("/\(stream)").attributes.set(
      RecordingStream.estimatedGravity, to: "from rotation_rate and the acceleration of the accelerometer")
  }

  /// Appends rows to a stream: timestamps in s, and the same number of rows of components for each of its
  /// datasets.
  /// - Throws: `RecordingError` if rows of a dataset are missing, their number differs from the timestamps, or the
  ///   stream would get more rows than announced: nothing is appended then. `HDF5Error` if the rows cannot be written.
  public func append(to stream: StreamName, time: [Double], _ datasets: [String: [Float]]) throws {
    guard let made = streams[stream] else {
      throw RecordingError(path: path, object: stream.rawValue, "was not added before its rows")
    }
    // In a fixed order, since the order of the writes decides where HDF5 places the chunks.
    let names = made.datasets.keys.sorted()
    guard names == datasets.keys.sorted() else {
      throw RecordingError(
        path: path, object: stream.rawValue, "got rows of \(datasets.keys.sorted()); expected rows of \(names)")
    }
    let rows = names.map { (name: $0, values: datasets[$0] ?? []) }
    for (name, values) in rows {
      let expected = time.count * (StreamCatalog.kind(of: name, in: stream)?.components ?? 1)
      guard values.count == expected else {
        throw RecordingError(
          path: path, object: "\(stream)/\(name)",
          "got \(values.count) values for \(time.count) timestamps; expected \(expected)")
      }
    }
    let end = made.writtenRows + time.count
    if let rowCount = made.rowCount, end > rowCount {
      throw RecordingError(path: path, object: stream.rawValue, "got \(end) rows; expected \(rowCount)")
    }
    try made.time.append(time, made.writtenRows)
    for (name, values) in rows { try made.datasets[name]?.append(values, made.writtenRows) }
    streams[stream]?.writtenRows = end
  }

  /// Writes the labels.
  /// - Throws: `HDF5Error`.
  public func write(_ annotations: Annotations) throws {
    try AnnotationWriter(file: file).write(annotations)
  }

  /// Writes a table of results that the device computed itself.
  /// - Throws: `HDF5Error`.
  public func write(_ summary: DeviceSummary) throws { try summary.write(to: file) }

  /// Writes the origin of an imported recording, and a line for its history.
  /// - Parameters:
  ///   - record: the source, the software and the changes made.
  ///   - earlier: earlier lines of the history.
  /// - Throws: `HDF5Error`.
  public func write(_ record: ImportRecord, after earlier: [String] = []) throws {
    try record.write(to: file)
    try write(history: earlier + [record.historyLine])
  }

  /// Writes the steps that made the recording, one line each, oldest first. An empty list writes nothing.
  /// - Throws: `HDF5Error`.
  public func write(history lines: [String]) throws {
    if !lines.isEmpty { try file.group.attributes.set("history", to: lines.joined(separator: "\n")) }
  }

  /// Completes the file, which then appears under its name.
  /// - Throws: `RecordingError` if a stream has fewer rows than announced, `FileError` or `HDF5Error`; no file
  ///   appears then.
  public func finish() throws {
    for (name, stream) in streams.sorted(by: { $0.key < $1.key }) {
      if let rowCount = stream.rowCount, stream.writtenRows < rowCount {
        throw RecordingError(path: path, object: name.rawValue, "got \(stream.writtenRows) rows; expected \(rowCount)")
      }
      try stream.time.finish()
      for (_, dataset) in stream.datasets.sorted(by: { $0.key < $1.key }) { try dataset.finish() }
    }
    try file.close()
    guard let box = pending, let pendingFile = box.file.take() else { return }
    pending = nil
    try pendingFile.commit()
  }
}

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

extension DatasetWriter<Float> {
  /// Makes a writer for samples or codes.
  init(_ dataset: Dataset, as type: StreamCatalog.DatasetKind.Storage, _ storage: RecordingStorage) throws {
    switch type {
    case .float32: try self.init(dataset, storage) { $0 }
    case .uint8: try self.init(dataset, storage) { $0.map(Self.code) as [UInt8] }
    case .uint16: try self.init(dataset, storage) { $0.map(Self.code) as [UInt16] }
    }
  }

  /// A code without its fraction, the nearest code if out of range, and 0 if missing.
  private static func code<Code: FixedWidthInteger>(_ value: Float) -> Code {
    value.isNaN ? 0 : Code(clamping: Int(max(-1e6, min(value, 1e6))))
  }
}

/// How the datasets of a recording's streams are stored in its file; the samples are the same.
public enum RecordingStorage: String, Hashable, Sendable, CaseIterable {
  /// Chunks of rows, shuffled and compressed with gzip, which has its own checksum: small, but slow to read.
  case gzip
  /// Like ``gzip``, in chunks of one second at a stream's nominal rate (800 and 200 rows), as written by recorders
  /// that append once a second. Larger than ``gzip``, and slower to read.
  case gzipBySecond = "gzip_1s"
  /// The chunks of ``gzip`` uncompressed, with a checksum each: fast to read, and at least twice the size.
  case chunked
  /// All rows in one piece, as written by programs that do not use chunks: without a checksum, which HDF5 has only for
  /// chunks. The number of rows must be known beforehand, since HDF5 cannot extend such a dataset.
  case contiguous

  /// The number of rows in a chunk.
  /// - Parameters:
  ///   - chunkRows: the number in the layout.
  ///   - nominalRateHz: the stream's rate, in Hz; nil without a rate.
  func chunkRows(_ chunkRows: Int, nominalRateHz: Double?) -> Int {
    guard self == .gzipBySecond, let nominalRateHz, nominalRateHz >= 1 else { return chunkRows }
    return Int(min(nominalRateHz.rounded(), 1e6))
  }

  /// The layout of a dataset whose rows may have further dimensions.
  func layout(chunkRows: Int, width: [Int]) -> DatasetLayout {
    switch self {
    case .gzip, .gzipBySecond: .compressed(chunkShape: [chunkRows] + width)
    case .chunked: DatasetLayout(chunkShape: [chunkRows] + width, fletcher32: true, isExtendible: true)
    case .contiguous: .contiguous
    }
  }
}
