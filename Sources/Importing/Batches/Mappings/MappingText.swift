import SPBasics
import SPRecordings
import SPSignals

/// A mapping of HDF5 files as the text of a mapping file.
package struct MappingText {
  private let mapping: RecordingMapping

  /// The text of a mapping.
  package init(_ mapping: RecordingMapping) { self.mapping = mapping }

  /// The text of a file, with comments.
  /// - Parameters:
  ///   - source: The file that the mapping was made for.
  ///   - remarks: Sentences about doubts that the user should check.
  package func file(for source: String, remarks: [String]) -> String {
    let comments =
      ["Proposed for \(Folder.split(source).name) by swingpipe check --details; check it before use."]
      + remarks.map { "Note: \($0)" }
      + ["swingpipe import FILES --mapping THIS_FILE --output recordings"]
    return comments.map { "// \($0.filter { !$0.isNewline })\n" }.joined() + json.pretty + "\n"
  }

  /// The mapping as JSON.
  package var json: JSONValue {
    let streams = mapping.streams.sorted { $0.key < $1.key }.map { name, stream in
      JSONValue.Member(
        key: name.rawValue,
        value: .object([
          .init(key: "time", value: time(stream.time)),
          .init(
            key: "datasets",
            value: .object(
              stream.datasets.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: dataset($0.value)) })),
        ]))
    }
    let origin = mapping.timeOrigin.map { [JSONValue.Member(key: "time_origin", value: .string($0))] } ?? []
    return .object([.init(key: "hdf5", value: .object(origin + [.init(key: "streams", value: .object(streams))]))])
  }

  private func time(_ time: TimeMapping) -> JSONValue {
    switch time {
    case .timestamps(let timestamps):
      var members = [JSONValue.Member(key: "path", value: .string(timestamps.table.path))]
      if let field = timestamps.table.fields?.first { members.append(.init(key: "field", value: .string(field))) }
      if let column = timestamps.table.columns?.first { members.append(.init(key: "column", value: .integer(column))) }
      if let unit = timestamps.unit { members.append(.init(key: "unit", value: .string(unit.symbol))) }
      if timestamps.packetStamp == .first { members.append(.init(key: "packet_stamp", value: .string("first"))) }
      return .object(members)
    case .regular(let start, let rate):
      return .object([number(start, "start_s", "start_path"), number(rate, "rate_hz", "rate_path")])
    }
  }

  private func number(_ number: MappedNumber, _ name: String, _ path: String) -> JSONValue.Member {
    switch number {
    case .value(let value): .init(key: name, value: .number(value))
    case .stored(let place): .init(key: path, value: .string(place))
    }
  }

  private func dataset(_ dataset: DatasetMapping) -> JSONValue {
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) { if let value { members.append(.init(key: key, value: value)) } }
    if dataset.table.paths.count > 1 {
      add("paths", texts(dataset.table.paths))
    } else {
      add("path", .string(dataset.path))
    }
    add("fields", dataset.table.fields.map(texts))
    add("columns", dataset.columns.map { .array($0.map(JSONValue.integer)) })
    add("dimensions", dataset.table.dimensions.map { texts($0.map(\.text)) })
    let values = dataset.values
    add("unit", values.unit.map { .string($0.symbol) })
    add("scale", values.scale.map(JSONValue.number))
    add("offset", values.offset.map(JSONValue.number))
    if !values.missing.isEmpty { add("missing", .array(values.missing.map(JSONValue.number))) }
    if values.isInverted { add("invert", true) }
    add("axes", values.axes.map { texts($0.map(\.text)) })
    if values.isScalarLast { add("order", "xyzw") }
    if values.isConjugated { add("direction", "world_to_device") }
    return .object(members)
  }
}

extension TableDimension {
  fileprivate var text: String {
    switch self {
    case .rows: "rows"
    case .columns: "columns"
    case .index(let index): "\(index)"
    }
  }
}

extension SignedAxis {
  fileprivate var text: String { (isNegative ? "-" : "") + ["x", "y", "z"][index] }
}
