import SPImporting
import SPPipelines
import SPRecordings
import SPSignals
import SPStages

/// Where a text table keeps one stream.
package struct TextStreamOptions: StageOptions {
  /// The field and format of the timestamps.
  package var time = TextTimeOptions()
  /// The datasets, by their names in layout version 1.
  package var datasets: [String: TextDatasetOptions] = [:]

  /// A stream without data.
  package init() {}

  /// The option table.
  package static var fields: [OptionField<Self>] {
    [
      .object("time", \.time, help: "The field with the timestamps."),
      .dictionary(
        "datasets", \.datasets, of: .object,
        help: "The stream's datasets by their names in layout version 1, such as acceleration or power."),
    ]
  }

  func faults(in stream: StreamName, hasHeader: Bool) -> [OptionFault] {
    let known = StreamCatalog.streams.first { $0.name == stream }?.datasets.map(\.name) ?? []
    var faults = time.faults(hasHeader: hasHeader).map { OptionFault("time.\($0.option)", $0.message) }
    if time.rateHz != nil, StreamCatalog.kind(of: stream) != .samples {
      faults.append(OptionFault("time.rate_hz", "\(stream) has rows at any time; expected a field of timestamps"))
    }
    if datasets.isEmpty {
      faults.append(OptionFault("datasets", "expected at least one of \(known.joined(separator: ", "))"))
    }
    for (name, dataset) in datasets.sorted(by: { $0.key < $1.key }) {
      guard let kind = StreamCatalog.kind(of: name, in: stream) else {
        faults.append(OptionFault("datasets.\(name)", "expected one of \(known.joined(separator: ", "))"))
        continue
      }
      faults += dataset.faults(of: kind, hasHeader: hasHeader).map {
        OptionFault("datasets.\(name).\($0.option)", $0.message)
      }
    }
    return faults
  }

  var mapping: TextMapping.Stream {
    TextMapping.Stream(time: time.mapping, datasets: datasets.mapValues(\.mapping))
  }
}

/// The place and format of a stream's timestamps.
package struct TextTimeOptions: StageOptions {
  /// The field, by its name in the header; nil if `column` gives it.
  package var field: String?
  /// The field, by its index from 0; nil if `field` gives it.
  package var column: Int?
  /// The unit of the timestamps.
  package var unit: String?
  /// The format of the timestamps; nil for numbers.
  package var format: TextMapping.Clock?
  /// The first row's time, in s, for a stream without timestamps.
  package var startS = 0.0
  /// The rate, in Hz, for a stream without timestamps.
  package var rateHz: Double?

  /// No field yet.
  package init() {}

  /// The option table.
  package static var fields: [OptionField<Self>] {
    [
      .optional("field", \.field, .string(isEmptyAllowed: false), help: "Name of the field in the header."),
      .optional(
        "column", \.column, .integer(in: 0...), help: "Position of the field, counted from 0, instead of its name."),
      .optional(
        "unit", \.unit, .string(isEmptyAllowed: false),
        help: "Unit of the timestamps: s, ms, us or ns; null for the one in the header, or s."),
      .optional(
        "format", \.format, .choice,
        help: """
          How timestamps are written that are not numbers: iso8601 (2021-04-12 19:34:05.908 +0100, in UTC where there \
          is no offset), or time_of_day (10:47:53.867). s, ms, us and ns are the same as the unit.
          """),
      .number("start_s", \.startS, unit: "s", help: "Time of the first row, where there are no timestamps."),
      .optional(
        "rate_hz", \.rateHz, .number(in: 0.001...1_000_000), unit: "Hz",
        help: "Sampling rate, where there are no timestamps."),
    ]
  }

  /// Faults of the options as a combination.
  /// - Parameter hasHeader: whether fields have names.
  func faults(hasHeader: Bool) -> [OptionFault] {
    let given = [field != nil, column != nil, rateHz != nil].count { $0 }
    if given != 1 {
      return [
        OptionFault(
          "field", "expected either a field, a column or a rate_hz, found \(given == 0 ? "none" : "several")")
      ]
    }
    if !hasHeader, field != nil { return [OptionFault("field", "expected a column, as there is no header")] }
    if rateHz != nil, let other = unit ?? format?.rawValue {
      return [OptionFault("rate_hz", "expected no unit or format beside a rate_hz, found \"\(other)\"")]
    }
    if rateHz == nil, startS != 0 {
      return [OptionFault("start_s", "expected a start_s only beside a rate_hz, found \(startS)")]
    }
    guard let unit else { return [] }
    guard let clock = Unit(symbol: unit).flatMap({ TextMapping.Clock(rawValue: $0.symbol) }) else {
      return [OptionFault("unit", "\"\(unit)\" is not a unit of timestamps; expected s, ms, us or ns")]
    }
    if let format, format != clock {
      return [OptionFault("format", "expected no format beside the unit \(unit), found \"\(format.rawValue)\"")]
    }
    return []
  }

  var mapping: TextMapping.Time {
    if let rateHz { return .regular(startS: startS, rateHz: rateHz) }
    let clock = format ?? unit.flatMap(Unit.init(symbol:)).flatMap { TextMapping.Clock(rawValue: $0.symbol) }
    return .field(field.map(TextMapping.Field.name) ?? .place(column ?? 0), clock)
  }
}

/// Where a text table keeps one dataset.
package struct TextDatasetOptions: StageOptions {
  /// The fields, by their names in the header; empty if ``columns`` gives them.
  package var names: [String] = []
  /// The fields, by their indexes from 0; empty if `names` gives them.
  package var columns: [Int] = []
  /// How the numbers become values.
  package var values = ValueOptions()

  /// No fields yet.
  package init() {}

  /// The option table.
  package static var fields: [OptionField<Self>] {
    [
      .list(
        "fields", \.names, of: .string(isEmptyAllowed: false), count: 0...4,
        help: "Names of the fields in the header, one per component in the layout's order (attitude: w x y z)."),
      .list(
        "columns", \.columns, of: .integer(in: 0...), count: 0...4,
        help: "Positions of the fields, counted from 0, instead of their names."),
    ] + ValueOptions.fields(in: \.values)
  }

  func faults(of kind: StreamCatalog.DatasetKind, hasHeader: Bool) -> [OptionFault] {
    var faults: [OptionFault] = []
    let count = names.count + columns.count
    if !names.isEmpty, !columns.isEmpty || !hasHeader {
      faults.append(OptionFault("fields", "expected only columns\(hasHeader ? "" : ", as there is no header")"))
    } else if count != kind.components {
      faults.append(
        OptionFault(
          names.isEmpty ? "columns" : "fields", "expected \(kind.components) for \(kind.name), found \(count)"))
    }
    if let unit = values.unit, let known = Unit(symbol: unit), known.factor(to: kind.unit) == nil {
      faults.append(OptionFault("unit", "expected \(kind.unit) or one that converts to it, found \"\(unit)\""))
    }
    return faults + values.faults(as: kind.name, of: kind.components)
  }

  var mapping: TextMapping.Dataset {
    var mapping = TextMapping.Dataset(
      fields: names.isEmpty ? columns.map(TextMapping.Field.place) : names.map(TextMapping.Field.name))
    mapping.values = values.mapping
    return mapping
  }
}
