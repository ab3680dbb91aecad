import SPHDF5
import SPSignals

/// Where a file holds the streams of a recording: every layout is converted to a mapping.
public struct RecordingMapping: Hashable, Sendable {
  /// The streams that the file has.
  public var streams: [StreamName: StreamMapping]
  /// What the timestamps of this layout count from if the file does not say: `boot`, `unix` or `start`.
  public var timeOrigin: String?

  /// Makes a mapping.
  public init(streams: [StreamName: StreamMapping] = [:], timeOrigin: String? = nil) {
    self.streams = streams
    self.timeOrigin = timeOrigin
  }
}

/// A mapping with a name, by which programs know it.
public struct NamedMapping: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The mapping.
  public var mapping: RecordingMapping

  /// Makes a named mapping.
  public init(_ name: String, _ mapping: RecordingMapping) {
    self.name = name
    self.mapping = mapping
  }
}

/// Where a file holds one stream.
public struct StreamMapping: Hashable, Sendable {
  /// Where the timestamps of the stream come from.
  public var time: TimeMapping
  /// Where the datasets of the stream are, keyed by their names in layout version 1.
  public var datasets: [String: DatasetMapping]
  /// How late the clock of the stream is, in s: it is subtracted from the timestamps.
  package var clockS = 0.0

  /// Makes a mapping.
  public init(time: TimeMapping, datasets: [String: DatasetMapping]) {
    self.time = time
    self.datasets = datasets
  }
}

/// Where the timestamps of a stream come from.
public enum TimeMapping: Hashable, Sendable {
  /// A dataset with a timestamp for each row.
  case timestamps(TimestampMapping)
  /// No timestamps: the first sample's time in s, and a rate in Hz.
  case regular(start: MappedNumber, rate: MappedNumber)

  /// A dataset of timestamps, one per row. A nil unit means the dataset's `units` attribute, or seconds without the
  /// attribute.
  package static func timestamps(path: String, unit: Unit?) -> Self {
    .timestamps(TimestampMapping(path: path, unit: unit))
  }

  /// The first sample's time in s, and a rate in Hz.
  package static func regular(startS: Double, rateHz: Double) -> Self {
    .regular(start: .value(startS), rate: .value(rateHz))
  }
}

/// Where a file holds timestamps.
public struct TimestampMapping: Hashable, Sendable {
  /// Where the timestamps are: a dataset, or a column of a dataset.
  public var table: TableMapping
  /// The unit of the timestamps; nil for the dataset's `units` attribute, or seconds without the attribute.
  public var unit: Unit?
  /// If all samples of a packet share a timestamp: the sample whose time the timestamp is.
  package var packetStamp = TimestampRestoration.PacketStamp.last

  /// Makes a mapping.
  public init(path: String, unit: Unit?) {
    table = TableMapping(path: path)
    self.unit = unit
  }
}

/// A number of a mapping.
public enum MappedNumber: Hashable, Sendable {
  /// The number itself.
  case value(Double)
  /// A place in the file: the path of a dataset that contains a single number, or `PATH@ATTRIBUTE`.
  case stored(String)
}

extension MappedNumber {
  /// The number, read from the file if it is stored there.
  /// - Throws: `RecordingError` for a place that does not contain exactly one number, `HDF5Error`.
  func number(in file: File) throws -> Double {
    guard case .stored(let place) = self else {
      guard case .value(let value) = self else { return .nan }
      return value
    }
    func fault(_ message: String) -> RecordingError { RecordingError(path: file.path, object: place, message) }
    guard let mark = place.lastIndex(of: "@") else {
      let dataset = try file.openDataset(place)
      guard dataset.elementType.isNumber, try dataset.shape.allSatisfy({ $0 == 1 }) else {
        throw fault(
          "expected one number, but it has the shape \(try dataset.shape) and the type \(dataset.elementType)")
      }
      return try dataset.read(as: Double.self)[0]
    }
    let (path, name) = (String(place[..<mark]), String(place[place.index(after: mark)...]))
    let attributes = try Self.attributes(of: path, in: file)
    guard case .string = try attributes.elementType(of: name) else { return try attributes.number(name) }
    let text = try attributes.string(name)
    // Programs write "128" and "128 Hz".
    guard let number = text.split(separator: " ").first.flatMap({ Double($0) }) else {
      throw fault("expected a number, found \"\(text)\"")
    }
    return number
  }

  private static func attributes(of path: String, in file: File) throws -> Attributes {
    if path.allSatisfy({ $0 == "/" }) { return file.group.attributes }
    return try file.isGroup(path) ? file.openGroup(path).attributes : file.openDataset(path).attributes
  }
}

/// Where a file holds a table of numbers, in any form.
public struct TableMapping: Hashable, Sendable {
  /// The paths of the datasets: one, or one for each component.
  public var paths: [String]
  /// The fields to read, by their names in a dataset of compounds or a table that names its columns; nil for all.
  public var fields: [String]?
  /// The columns of the components, in order; nil for all columns as they are.
  public var columns: [Int]?
  /// The meaning of each dimension; nil to find it out from the lengths.
  public var dimensions: [TableDimension]?

  /// Makes a mapping.
  public init(path: String, columns: [Int]? = nil) {
    paths = [path]
    self.columns = columns
  }

  /// The first path.
  public var path: String {
    get { paths.first ?? "" }
    set { paths = [newValue] }
  }
}

/// What a dimension of an array counts.
public enum TableDimension: Hashable, Sendable {
  /// Samples.
  case rows
  /// Components.
  case columns
  /// Something that a recording has only once, such as a trial or a sensor, by its index from 0.
  case index(Int)
}

/// Where a file holds one dataset of a stream.
public struct DatasetMapping: Hashable, Sendable {
  /// Where the numbers are.
  public var table: TableMapping
  /// How the numbers become values.
  package var values = ValueMapping()

  /// Makes a mapping.
  public init(path: String, columns: [Int]? = nil, unit: Unit? = nil, isInverted: Bool = false) {
    table = TableMapping(path: path, columns: columns)
    values.unit = unit
    values.isInverted = isInverted
  }

  /// Unit of the values; nil for the dataset's `units` attribute, or the layout's unit without the attribute.
  public var unit: Unit? {
    get { values.unit }
    set { values.unit = newValue }
  }

  /// Whether all values change sign: for sensors that read +1 g upward at rest, against gravity.
  public var isInverted: Bool {
    get { values.isInverted }
    set { values.isInverted = newValue }
  }

  /// Path of the dataset in the file.
  public var path: String {
    get { table.path }
    set { table.path = newValue }
  }

  /// The columns of the components, in order; nil for all columns as they are.
  public var columns: [Int]? {
    get { table.columns }
    set { table.columns = newValue }
  }
}
