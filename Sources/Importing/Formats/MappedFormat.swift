import SPBasics
import SPRecordings
import SPSignals

/// Text tables as a mapping describes them.
struct MappedFormat {
  private let head: TextHead
  private let mapping: TextMapping
  private let found: MappedHeader
  private var header: TextHead.Header { found.header }

  private init(_ head: TextHead, _ mapping: TextMapping, _ found: MappedHeader) {
    self.head = head
    self.mapping = mapping
    self.found = found
  }

  /// The table that a mapping describes.
  /// - Throws: `ImportError` if the file does not suit the mapping, or has several recordings by its patterns.
  static func table(_ head: TextHead, _ mapping: TextMapping) throws -> RecognisedTable {
    let found = try MappedHeader(head, mapping)
    let matches = found.matches()
    guard matches.count < 2 else {
      throw head.error(
        found.header.line,
        "has \(matches.count) recordings by the patterns of the mapping "
          + "(\(matches.prefix(5).map(\.label).joined(separator: ", "))); expected one: import the file by itself, without "
          + "--join")
    }
    return try MappedFormat(head, matches.first?.mapping ?? mapping, found).table()
  }

  /// The table that a built-in mapping describes; nil if the file lacks one of its fields, or the name or preamble
  /// differs.
  static func recognised(_ head: TextHead, by mapping: TextMapping) throws -> RecognisedTable? {
    guard fits(head, mapping) else { return nil }
    return try table(head, mapping)
  }

  /// Whether a file has all fields of a built-in mapping, and the name and the preamble that the mapping requires.
  static func fits(_ head: TextHead, _ mapping: TextMapping) -> Bool {
    guard mapping.files == nil || mapping.recording(ofFile: head.file.name) != nil,
      let found = try? MappedHeader(head, mapping), found.isComplete, !found.matches().isEmpty
    else { return false }
    guard let preamble = mapping.preamble else { return true }
    return head.lines.contains { $0.number < found.header.line.number && $0.text.hasPrefix(preamble) }
  }

  /// The recordings of a file by the patterns of a mapping.
  /// - Throws: `ImportError`
  static func parts(_ head: TextHead, _ mapping: TextMapping) throws -> [(label: String, mapping: TextMapping)] {
    try MappedHeader(head, mapping).matches()
  }

  private func table() throws -> RecognisedTable {
    var streams: [TablePlan.Stream] = []
    for (name, stream) in mapping.streams.sorted(by: { $0.key < $1.key }) { streams.append(try plan(name, stream)) }
    try requireEachFieldOnce(streams)
    let plan = TablePlan(
      dialect: header.dialect, names: mapping.hasHeader ? header.names : [], fieldCount: header.names.count,
      firstLine: found.start.number, streams: streams)
    var table = RecognisedTable(.mapped, head, plan, start: found.start.start)
    let isInstant = streams.contains { $0.time.format == .instant }
    table.timeOrigin = mapping.timeOrigin ?? (isInstant ? "unix" : nil)
    table.mappingName = mapping.name
    if let name = mapping.name { table.notes = ["read by the built-in mapping \(name)"] }
    return table
  }

  private func plan(_ name: StreamName, _ stream: TextMapping.Stream) throws -> TablePlan.Stream {
    var datasets: [TablePlan.Dataset] = []
    for (dataset, source) in stream.datasets.sorted(by: { $0.key < $1.key }) {
      guard let kind = StreamCatalog.kind(of: dataset, in: name) else {
        throw ImportError(path: head.file.name, "is mapped to \(name)/\(dataset), which the layout does not have")
      }
      guard source.fields.count == kind.components else {
        throw ImportError(
          path: head.file.name,
          "\(name)/\(dataset) is mapped to \(source.fields.count) fields; expected \(kind.components)")
      }
      let fields = try source.fields.map { try found.place($0) }
      let factor = try factor(source, kind, fields)
      let encoding = ValueEncoding().overridden(by: source.values)
      let components = source.values.components(of: kind).map {
        TablePlan.Component(
          field: fields[$0.index], scale: $0.isNegative ? -factor : factor, encoding: encoding.isPlain ? nil : encoding)
      }
      datasets.append(TablePlan.Dataset(name: dataset, components: components))
    }
    return TablePlan.Stream(name: name, time: try time(stream.time), datasets: datasets)
  }

  private func time(_ time: TextMapping.Time) throws -> (field: Int?, format: TimeFormat) {
    let (field, clock): (TextMapping.Field, TextMapping.Clock?)
    switch time {
    case .regular(let startS, let rateHz): return (nil, .regular(startS: startS, rateHz: rateHz))
    case .field(let named, let stated): (field, clock) = (named, stated)
    }
    let place = try found.place(field)
    if mapping.hasHeader, clock == nil, let symbol = header.fields[place].unit, Unit(symbol: symbol) == nil {
      throw head.error(
        header.line,
        "the unit \(symbol) of \"\(header.names[place])\" is not known; expected \"unit\" in the mapping's \"time\": s, ms, us or ns"
      )
    }
    guard mapping.hasHeader, let symbol = header.fields[place].unit, let unit = Unit(symbol: symbol),
      unit != .dimensionless
    else { return (place, clock?.format ?? .decimal(exponent: 0)) }
    let stated = TimeFormat.exponent(symbol)
    switch clock?.format {
    case .decimal(let exponent) where exponent != stated:
      throw head.error(
        header.line,
        "\"\(header.names[place])\" is in \(symbol), and mapped to timestamps in \(clock?.rawValue ?? ""); expected "
          + (stated == nil ? "timestamps in s, ms, us or ns: convert them" : "the same"))
    case .some(let format): return (place, format)
    case nil:
      guard let stated else {
        throw head.error(
          header.line,
          "\"\(header.names[place])\" is in \(symbol); expected timestamps in s, ms, us or ns: convert them")
      }
      return (place, .decimal(exponent: stated))
    }
  }

  /// Throws if a field is mapped to several components, to timestamps of two formats, or to both timestamps and values.
  private func requireEachFieldOnce(_ streams: [TablePlan.Stream]) throws {
    var timestamps: [Int: TimeFormat] = [:]
    var values: Set<Int> = []
    for stream in streams {
      if let field = stream.time.field, let other = timestamps.updateValue(stream.time.format, forKey: field),
        other != stream.time.format
      {
        throw head.error(
          header.line, "\"\(header.names[field])\" is mapped to timestamps of two formats; expected one")
      }
      for field in stream.datasets.flatMap(\.components).map(\.field) where !values.insert(field).inserted {
        throw head.error(header.line, "\"\(header.names[field])\" is mapped twice; expected each field once")
      }
    }
    for field in values.intersection(timestamps.keys) {
      throw head.error(header.line, "\"\(header.names[field])\" is mapped to timestamps and to values; expected one")
    }
  }

  /// The factor from the unit of the values to the layout's unit.
  private func factor(
    _ source: TextMapping.Dataset, _ kind: StreamCatalog.DatasetKind, _ fields: [Int]
  ) throws -> Double {
    guard kind.unit != .dimensionless else { return 1 }
    var units: Set<Unit> = []
    for field in fields where source.values.unit == nil && mapping.hasHeader {
      guard let symbol = header.fields[field].unit, !symbol.isEmpty else { continue }
      guard let unit = Unit(symbol: symbol) else {
        throw head.error(
          header.line,
          "\"\(header.names[field])\" is in \"\(symbol)\", which is not a known unit; expected one in the mapping, such "
            + "as \(kind.unit)")
      }
      units.insert(unit)
    }
    guard units.count <= 1 else {
      throw head.error(
        header.line,
        "\(kind.name) is in \(units.map(\.symbol).sorted().joined(separator: " and ")); expected one unit for all axes")
    }
    let unit = source.values.unit ?? units.first ?? kind.unit
    guard let factor = unit.factor(to: kind.unit) else {
      throw head.error(
        header.line, "\(kind.name) is in \(unit); expected \(kind.unit) or a unit that converts to it")
    }
    return factor
  }
}

extension TextMapping {
  /// The text for `{recording}` in the name of a file; nil if the mapping states no names of files, or other names.
  func recording(ofFile path: String) -> String? {
    files.flatMap(NamePattern.init(ofField:))?.match(Folder.split(path).name, knowing: [:])?["recording"]
  }
}
