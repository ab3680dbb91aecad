import Recordings
import Signals

/// Text tables as a mapping describes them.
enum MappedFormat {
  static func table(_ head: TextHead, _ mapping: TextMapping) throws -> RecognisedTable {
    let lines = head.lines.filter { $0.number > mapping.skippedLines && !$0.text.allSatisfy(\.isWhitespace) }
    guard let first = lines.first else {
      throw ImportError(
        path: head.file.name, line: head.lines.count, "has no line after the \(mapping.skippedLines) that are skipped")
    }
    let separator =
      try mapping.separator.map { try byte($0, "separator", head) }
      ?? TextDialect.separator(of: first.text) ?? UInt8(ascii: ",")
    let names = TextDialect.fields(of: first.text, separator: separator)
    let dialect = TextDialect(separator: separator, point: try byte(mapping.decimalPoint, "decimal point", head))
    let header = TextHead.Header(line: first, dialect: dialect, names: names)
    var streams: [TablePlan.Stream] = []
    for (name, stream) in mapping.streams.sorted(by: { $0.key < $1.key }) {
      streams.append(try plan(name, stream, mapping, head, header))
    }
    try requireEachFieldOnce(streams, head, header)
    let start = mapping.hasHeader ? head.firstLine(behind: first) : (number: first.number, start: first.start)
    let plan = TablePlan(
      dialect: dialect, names: mapping.hasHeader ? names : [], fieldCount: names.count, firstLine: start.number,
      streams: streams)
    var table = RecognisedTable(.mapped, head, plan, start: start.start)
    let isInstant = streams.contains { $0.time.format == .instant }
    table.timeOrigin = mapping.timeOrigin ?? (isInstant ? "unix" : nil)
    return table
  }

  private static func plan(
    _ name: StreamName, _ stream: TextMapping.Stream, _ mapping: TextMapping, _ head: TextHead,
    _ header: TextHead.Header
  ) throws -> TablePlan.Stream {
    let time = try place(stream.time, mapping, head, header)
    if mapping.hasHeader, let symbol = header.fields[time].unit, let unit = Unit(symbol: symbol),
      unit != .dimensionless, case .decimal(let exponent) = stream.clock.format
    {
      let stated = TimeFormat.exponent(symbol)
      guard stated == exponent else {
        throw head.error(
          header.line,
          "\"\(header.names[time])\" is in \(symbol), and mapped to timestamps in \(stream.clock.rawValue); expected "
            + (stated == nil ? "timestamps in s, ms, us or ns: convert them" : "the same"))
      }
    }
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
      let fields = try source.fields.map { try place($0, mapping, head, header) }
      let scale = try scale(source, kind, fields, mapping, head, header)
      datasets.append(
        TablePlan.Dataset(name: dataset, components: fields.map { TablePlan.Component(field: $0, scale: scale) }))
    }
    return TablePlan.Stream(name: name, time: (time, stream.clock.format), datasets: datasets)
  }

  /// Throws if a field is mapped to several components, to timestamps of two formats, or to both timestamps and values.
  private static func requireEachFieldOnce(
    _ streams: [TablePlan.Stream], _ head: TextHead, _ header: TextHead.Header
  ) throws {
    var timestamps: [Int: TimeFormat] = [:]
    var values: Set<Int> = []
    for stream in streams {
      if let other = timestamps.updateValue(stream.time.format, forKey: stream.time.field), other != stream.time.format
      {
        throw head.error(
          header.line, "\"\(header.names[stream.time.field])\" is mapped to timestamps of two formats; expected one")
      }
      for field in stream.datasets.flatMap(\.components).map(\.field) where !values.insert(field).inserted {
        throw head.error(header.line, "\"\(header.names[field])\" is mapped twice; expected each field once")
      }
    }
    for field in values.intersection(timestamps.keys) {
      throw head.error(header.line, "\"\(header.names[field])\" is mapped to timestamps and to values; expected one")
    }
  }

  private static func scale(
    _ source: TextMapping.Dataset, _ kind: StreamCatalog.DatasetKind, _ fields: [Int], _ mapping: TextMapping,
    _ head: TextHead, _ header: TextHead.Header
  ) throws -> Double {
    guard kind.unit != .dimensionless else { return source.isInverted ? -1 : 1 }
    var units: Set<Unit> = []
    for field in fields where source.unit == nil && mapping.hasHeader {
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
    let unit = source.unit ?? units.first ?? kind.unit
    guard let factor = unit.factor(to: kind.unit) else {
      throw head.error(
        header.line, "\(kind.name) is in \(unit); expected \(kind.unit) or a unit that converts to it")
    }
    return source.isInverted ? -factor : factor
  }

  private static func place(
    _ field: TextMapping.Field, _ mapping: TextMapping, _ head: TextHead, _ header: TextHead.Header
  ) throws -> Int {
    switch field {
    case .place(let place):
      guard header.names.indices.contains(place) else {
        throw head.error(
          header.line, "has \(header.names.count) fields, but the mapping names column \(place) (counted from 0)")
      }
      return place
    case .name(let name):
      let place = header.names.firstIndex(of: name) ?? header.index(of: name)
      guard mapping.hasHeader, let place else {
        throw head.error(header.line, "has no field \"\(name)\"; it has \(header.listing)")
      }
      return place
    }
  }

  private static func byte(_ character: Character, _ what: String, _ head: TextHead) throws -> UInt8 {
    guard let byte = character.asciiValue else {
      throw ImportError(path: head.file.name, "the \(what) is \"\(character)\"; expected a character of ASCII")
    }
    return byte
  }
}
