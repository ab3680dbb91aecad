import SPBasics
import SPMappingTexts
import SPPipelines
import SPRecordings
import SPSignals

/// The place of one stream in a file of another layout.
package struct StreamOptions: StageOptions {
  /// The source of its timestamps.
  package var time = TimeOptions()
  /// The places of the datasets, by the datasets' names in layout version 1.
  package var datasets: [String: DatasetOptions] = [:]

  /// A stream without data.
  package init() {}

  /// The table of options.
  package static var fields: [OptionField<Self>] {
    [
      .object("time", \.time, help: "The timestamps: a dataset, or a start and a rate."),
      .dictionary(
        "datasets", \.datasets, of: .object,
        help: "The stream's datasets by their names in layout version 1, such as acceleration or rotation_rate."),
    ]
  }

  /// The faults of the options, compared with a stream of layout version 1.
  package func faults(in stream: StreamName) -> [OptionFault] {
    let known = StreamCatalog.streams.first { $0.name == stream }?.datasets.map(\.name) ?? []
    var faults = time.sourceFaults().map { OptionFault("time.\($0.option)", $0.message) }
    if datasets.isEmpty {
      faults.append(OptionFault("datasets", "expected at least one of \(known.joined(separator: ", "))"))
    }
    for (name, dataset) in datasets.sorted(by: { $0.key < $1.key }) {
      if !known.contains(name) {
        faults.append(OptionFault("datasets.\(name)", "expected one of \(known.joined(separator: ", "))"))
      }
      faults += dataset.faults(as: name, of: StreamCatalog.kind(of: name, in: stream)?.components).map {
        OptionFault("datasets.\(name).\($0.option)", $0.message)
      }
    }
    return faults
  }

  /// The options in the form of the reader.
  package var mapping: StreamMapping { StreamMapping(time: time.mapping, datasets: datasets.mapValues(\.mapping)) }
}

/// The places of a recording's streams in HDF5 files.
package struct HDF5MappingOptions: StageOptions {
  /// The origin of the timestamps.
  package enum Origin: String, CaseIterable, Sendable {
    /// The device's start.
    case boot
    /// 1970-01-01T00:00:00Z.
    case unix
    /// The recording's start.
    case start
  }

  /// The origin of the timestamps.
  package var timeOrigin: Origin?
  /// The streams, by their names in layout version 1.
  package var streams: [String: StreamOptions] = [:]

  /// A mapping without streams.
  package init() {}

  /// The table of options.
  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "time_origin", \.timeOrigin, .choice,
        help: "What the timestamps count from; null for what files state, else unknown."),
      .dictionary(
        "streams", \.streams, of: .object, keys: StreamCatalog.streams.map(\.name.rawValue),
        help: "The streams, by their names in layout version 1."),
    ]
  }

  /// There must be a stream, and datasets must exist in the layout.
  package func faults() -> [OptionFault] {
    if streams.isEmpty { return [OptionFault("streams", "expected at least one stream")] }
    return streams.sorted { $0.key < $1.key }.flatMap { name, stream in
      stream.faults(in: StreamName(name)).map { OptionFault("streams.\(name).\($0.option)", $0.message) }
    }
  }

  /// The mapping that the options describe.
  package var mapping: RecordingMapping { RecordingMapping(streams, timeOrigin: timeOrigin?.rawValue) }
}

extension RecordingMapping {
  /// The mapping that options describe.
  package init(_ streams: [String: StreamOptions], timeOrigin: String? = nil) {
    self.init(
      streams: Dictionary(uniqueKeysWithValues: streams.map { (StreamName($0.key), $0.value.mapping) }),
      timeOrigin: timeOrigin)
  }
}

/// The source of a stream's timestamps.
package struct TimeOptions: StageOptions {
  /// A dataset of timestamps.
  package var path: String?
  /// The field with the timestamps, in a table.
  package var field: String?
  /// The column with the timestamps, in an array.
  package var column: Int?
  /// The unit of the timestamps.
  package var unit: String?
  /// The sample of a packet that a shared timestamp belongs to; nil for the last sample.
  package var packetStamp: TimestampRestoration.PacketStamp?
  /// The first sample's time, in s, for a stream without timestamps.
  package var startS = 0.0
  /// The sampling rate, in Hz, for a stream without timestamps.
  package var rateHz: Double?
  /// The place of the first sample's time in the file.
  package var startPath: String?
  /// The place of the sampling rate in the file.
  package var ratePath: String?

  /// A source without any settings.
  package init() {}

  /// The table of options.
  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "path", \.path, .string(isEmptyAllowed: false),
        help: "Path of a dataset of timestamps, one per row; null for none."),
      .optional(
        "field", \.field, .string(isEmptyAllowed: false),
        help: "The field of a table that holds the timestamps, by its name; null for a dataset of nothing else."),
      .optional("column", \.column, .integer(in: 0...), help: "The column of an array instead, from 0."),
      .optional(
        "unit", \.unit, .string(isEmptyAllowed: false),
        help: """
          Unit of the timestamps: s, ms, us or ns; null for the dataset's attribute `units`, or s. That attribute may \
          name an instant to count from: "microseconds since 2024-05-01 10:00:00".
          """),
      .optional(
        "packet_stamp", \.packetStamp, .choice,
        help: "The sample whose time the timestamp is that all samples of a packet share; null for the last."),
      .number("start_s", \.startS, unit: "s", help: "Time of the first sample, where there are no timestamps."),
      .optional(
        "rate_hz", \.rateHz, .number(in: 0.001...1_000_000), unit: "Hz",
        help: "Sampling rate, where there are no timestamps."),
      .optional(
        "start_path", \.startPath, .string(isEmptyAllowed: false),
        help: "Where the file stores start_s: the path of a dataset with one number, or PATH@ATTRIBUTE."),
      .optional(
        "rate_path", \.ratePath, .string(isEmptyAllowed: false), help: "Where the file stores rate_hz, likewise."),
    ]
  }

  func sourceFaults() -> [OptionFault] {
    let given = [path != nil, rateHz != nil, ratePath != nil].filter(\.self).count
    if given != 1 {
      return [
        OptionFault(
          "path",
          "expected either a path of timestamps, a rate_hz or a rate_path, found \(given == 0 ? "none" : "several")")
      ]
    }
    let timestamps = [
      ("field", field != nil), ("column", column != nil), ("unit", unit != nil), ("packet_stamp", packetStamp != nil),
    ]
    if path == nil, let idle = timestamps.first(where: \.1) {
      return [OptionFault(idle.0, "has no effect without a path of timestamps")]
    }
    if path != nil, startS != 0 || startPath != nil {
      return [OptionFault(startS != 0 ? "start_s" : "start_path", "has no effect beside a path of timestamps")]
    }
    if field != nil, column != nil { return [OptionFault("column", "expected either a field or a column")] }
    if let unit, !["s", "ms", "us", "ns"].contains(Unit(symbol: unit)?.symbol) {
      return [OptionFault("unit", "\"\(unit)\" is not a unit of timestamps; expected s, ms, us or ns")]
    }
    return []
  }

  var mapping: TimeMapping {
    guard let path else {
      return .regular(
        start: startPath.map(MappedNumber.stored) ?? .value(startS),
        rate: ratePath.map(MappedNumber.stored) ?? .value(rateHz ?? 0))
    }
    var mapping = TimestampMapping(path: path, unit: unit.flatMap(Unit.init(symbol:)))
    mapping.table.fields = field.map { [$0] }
    mapping.table.columns = column.map { [$0] }
    mapping.packetStamp = packetStamp ?? .last
    return .timestamps(mapping)
  }
}

/// The place of one dataset in a file of another layout.
package struct DatasetOptions: StageOptions {
  /// Path of the dataset; nil if `paths` contains one path for each component.
  package var path: String?
  /// Paths of datasets with a single component each; empty if `path` contains the only path.
  package var paths: [String] = []
  /// The names of the fields that contain the components.
  package var names: [String]?
  /// The columns that contain the components, from 0; nil for all columns.
  package var columns: [Int]?
  /// The meaning of each dimension; nil to infer it from the lengths.
  package var dimensions: [String]?
  /// The conversion of numbers to values.
  package var values = ValueOptions()

  /// A dataset without any settings.
  package init() {}

  /// The table of options.
  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "path", \.path, .string(isEmptyAllowed: false),
        help: "Path of the dataset in the file; null if `paths` has one for each component."),
      .list(
        "paths", \.paths, of: .string(isEmptyAllowed: false), count: 0...4,
        help: "Paths of datasets with one component each, in the layout's order."),
      .optional(
        "fields", \.names, .list(of: .string(isEmptyAllowed: false), count: 1...64),
        help: """
          Fields of the components in a table: names of a dataset of compounds, or of columns that pandas stores; null \
          for all columns.
          """),
      .optional(
        "columns", \.columns, .list(of: .integer(in: 0...), count: 1...64),
        help: "Columns of the components in the layout's order (attitude: w x y z), from 0; null for all as they are."),
      .optional(
        "dimensions", \.dimensions, .list(of: .string(isEmptyAllowed: false), count: 1...8),
        help: """
          What each dimension of the array counts: rows (samples), columns (components), or the index to read, such as \
          "0"; null to find the samples by their number.
          """),
    ] + ValueOptions.fields(in: \.values)
  }

  func faults(as name: String, of components: Int?) -> [OptionFault] {
    var faults: [OptionFault] = []
    if (path == nil) == paths.isEmpty {
      faults.append(OptionFault("path", "expected either a path or paths, found \(path == nil ? "neither" : "both")"))
    }
    if let dimensions,
      tableDimensions?.filter({ $0 == .rows }).count != 1
        || dimensions.filter({ $0 == "columns" }).count > 1
    {
      faults.append(
        OptionFault("dimensions", "expected one \"rows\", at most one \"columns\", and indexes such as \"0\" otherwise")
      )
    }
    return faults + values.faults(as: name, of: components)
  }

  private var tableDimensions: [TableDimension]? {
    guard let dimensions else { return nil }
    let known = dimensions.compactMap { text -> TableDimension? in
      switch text {
      case "rows": .rows
      case "columns": .columns
      default: Int(text).flatMap { $0 >= 0 ? .index($0) : nil }
      }
    }
    return known.count == dimensions.count ? known : nil
  }

  var mapping: DatasetMapping {
    var mapping = DatasetMapping(path: path ?? "", columns: columns)
    if !paths.isEmpty { mapping.table.paths = paths }
    mapping.table.fields = names
    mapping.table.dimensions = tableDimensions
    mapping.values = values.mapping
    return mapping
  }
}

/// The built-in mappings of HDF5 files.
package enum KnownMappings {
  /// All built-in mappings. They are read once, when a file of another layout is first opened.
  package static let all: [NamedMapping] = BuiltInMapping.all.compactMap { file in
    // A test reads every file, so that all mappings are included here.
    (try? mapping(file)).map { NamedMapping(file.name, $0) }
  }

  /// The text of the mapping file with a name; nil for an unknown name.
  package static func text(_ name: String) -> String? { BuiltInMapping.all.first { $0.name == name }?.text }

  /// Reads a mapping.
  /// - Throws: `PipelineError` with every fault.
  package static func mapping(_ file: BuiltInMapping) throws(PipelineError) -> RecordingMapping {
    try HDF5MappingOptions(json: file.text, file: "\(file.name).json") { $0.member("hdf5")?.node ?? $0 }.mapping
  }
}
