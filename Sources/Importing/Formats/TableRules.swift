import SPBasics
import SPRecordings
import SPSignals

/// The fields of a known format's tables that make up each stream.
struct TableRules: Sendable {
  var streams: [StreamRules]

  /// The fields of one stream.
  struct StreamRules: Sendable {
    var name: StreamName
    /// Possible names of the field with the timestamps, without units. The first name that the table has is used.
    var times: [String]
    var datasets: [DatasetRules]
  }

  /// The fields of one dataset.
  struct DatasetRules: Sendable {
    var name: String
    /// Names of the fields, without units, in the layout's order.
    var stems: [String]
    /// The unit of the values if the header states no unit.
    var unit: Unit
    /// Whether the sign of the values is changed.
    var isInverted = false
    /// Words for codes; empty for numbers.
    var codes: [String: Float] = [:]
  }

  /// The streams that a header has fields for.
  ///
  /// - Parameters:
  ///   - head: The table's beginning. Its first timestamps show how timestamps are written.
  ///   - header: The table's header.
  /// - Throws: `ImportError` if a dataset lacks components, a stream lacks timestamps, or units do not suit.
  func streams(_ head: TextHead, _ header: TextHead.Header) throws -> [TablePlan.Stream] {
    try streams.compactMap { rules in
      let datasets = try rules.datasets.compactMap { try Self.dataset($0, of: rules.name, head, header) }
      guard !datasets.isEmpty else { return nil }
      guard let field = rules.times.lazy.compactMap({ header.index(of: $0) }).first else {
        throw head.error(
          header.line,
          "has values of \(rules.name) but no timestamps for them; expected a field \(rules.times.joined(separator: " or "))"
        )
      }
      return TablePlan.Stream(
        name: rules.name, time: (field, try TimeFormat(ofField: field, head, header)), datasets: datasets)
    }
  }

  /// The plan of a table whose header has fields for at least one stream; nil for other tables.
  func plan(_ head: TextHead, _ header: TextHead.Header) throws -> TablePlan? {
    let streams = try streams(head, header)
    guard !streams.isEmpty else { return nil }
    return TablePlan(
      dialect: header.dialect, names: header.names, fieldCount: header.names.count,
      firstLine: head.firstLine(behind: header.line).number, streams: streams)
  }

  private static func dataset(
    _ rules: DatasetRules, of stream: StreamName, _ head: TextHead, _ header: TextHead.Header
  ) throws -> TablePlan.Dataset? {
    let places = rules.stems.map { header.index(of: $0) }
    let fields = places.compactMap(\.self)
    guard !fields.isEmpty else { return nil }
    guard fields.count == places.count else {
      let missing = zip(rules.stems, places).filter { $0.1 == nil }.map { "\"\($0.0)\"" }.joined(separator: ", ")
      throw head.error(header.line, "has only a part of \(rules.name); expected the field \(missing) as well")
    }
    guard let kind = StreamCatalog.kind(of: rules.name, in: stream) else { return nil }
    let factor = try Self.factor(rules, kind, fields.map { header.fields[$0] }, head, header)
    let scale = rules.isInverted ? -factor : factor
    return TablePlan.Dataset(
      name: rules.name,
      components: fields.map { TablePlan.Component(field: $0, scale: scale, codes: rules.codes) })
  }

  /// The factor from the unit stated in the header, or else the rules' unit, to the layout's unit.
  private static func factor(
    _ rules: DatasetRules, _ kind: StreamCatalog.DatasetKind, _ fields: [HeaderField], _ head: TextHead,
    _ header: TextHead.Header
  ) throws -> Double {
    // Text in brackets after codes and pure numbers is not a unit.
    guard kind.unit != .dimensionless else { return 1 }
    let units = try fields.map { field -> Unit in
      guard let text = field.unit, !text.isEmpty else { return rules.unit }
      guard let unit = Unit(symbol: text) else {
        throw head.error(
          header.line,
          "\"\(field.stem)\" is in \"\(text)\", which is not a known unit; expected one such as \(kind.unit)")
      }
      return unit
    }
    guard Set(units).count == 1, let unit = units.first else {
      throw head.error(
        header.line,
        "\(rules.name) is in \(Set(units).map(\.symbol).sorted().joined(separator: " and ")); expected one unit for all axes"
      )
    }
    guard let factor = unit.factor(to: kind.unit) else {
      throw head.error(header.line, "\(rules.name) is in \(unit); expected \(kind.unit) or a unit that converts to it")
    }
    return factor
  }
}

extension TimeFormat {
  /// How the timestamps of a field are written, from the first timestamp and from the unit in the header.
  /// - Throws: `ImportError` for a unit other than s, ms, us and ns.
  init(ofField field: Int, _ head: TextHead, _ header: TextHead.Header) throws {
    let sample = head.firstText(
      ofField: field, from: header.line.number + 1, separator: header.dialect.separator)
    if let sample, let format = TimeFormat(ofClock: sample) {
      self = format
      return
    }
    let unit = header.fields[field].unit ?? "s"
    guard let exponent = Self.exponent(unit) else {
      throw head.error(header.line, "timestamps are in \"\(unit)\"; expected s, ms, us or ns")
    }
    self = .decimal(exponent: exponent)
  }

  /// The format of a text that is an instant or a time of day; nil for any other text.
  init?(ofClock text: String) {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: DecimalNumber.padding)
    let format = bytes.withUnsafeBufferPointer { buffer -> TimeFormat? in
      guard var cursor = buffer.baseAddress else { return nil }
      if ClockText.instant(at: &cursor, separator: 0) != nil { return .instant }
      return ClockText.timeOfDay(at: &cursor, separator: 0) != nil ? .timeOfDay : nil
    }
    guard let format else { return nil }
    self = format
  }

  /// The power of ten of s, ms, us or ns, relative to 1 s; nil for any other unit.
  static func exponent(_ unit: String) -> Int? {
    switch Unit(symbol: unit) {
    case .some(.seconds): 0
    case .some(.milliseconds): -3
    case .some(.microseconds): -6
    case .some(.nanoseconds): -9
    default: nil
    }
  }
}
