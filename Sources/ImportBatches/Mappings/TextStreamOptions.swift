import Importers
import Pipelines
import Recordings
import Signals

/// Where a text table keeps one stream.
public struct TextStreamOptions: StageOptions {
  /// The field and format of the timestamps.
  public var time = TextTimeOptions()
  /// The datasets, by their names in layout version 1.
  public var datasets: [String: TextDatasetOptions] = [:]

  /// A stream without data.
  public init() {}

  /// The option table.
  public static var fields: [OptionField<Self>] {
    [
      .object("time", \.time, help: "The field with the timestamps."),
      .dictionary(
        "datasets", \.datasets, of: .object,
        help: "The stream's datasets by their names in layout version 1, such as acceleration or power."),
    ]
  }

  func faults(in stream: StreamName, hasHeader: Bool) -> [OptionFault] {
    let known = StreamCatalog.streams.first { $0.name == stream }?.datasets.map(\.name) ?? []
    var faults: [OptionFault] = []
    if (time.field == nil) == (time.column == nil) {
      faults.append(OptionFault("time.field", "expected either a field or a column"))
    }
    if !hasHeader, time.field != nil {
      faults.append(OptionFault("time.field", "expected a column, as there is no header"))
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
    TextMapping.Stream(
      time: time.field.map(TextMapping.Field.name) ?? .place(time.column ?? 0), clock: time.format,
      datasets: datasets.mapValues(\.mapping))
  }
}

/// The place and format of a stream's timestamps.
public struct TextTimeOptions: StageOptions {
  /// The field, by its name in the header; nil if ``column`` gives it.
  public var field: String?
  /// The field, by its index from 0; nil if ``field`` gives it.
  public var column: Int?
  /// The format of the timestamps.
  public var format = TextMapping.Clock.seconds

  /// No field yet.
  public init() {}

  /// The option table.
  public static var fields: [OptionField<Self>] {
    [
      .optional("field", \.field, .string(isEmptyAllowed: false), help: "Name of the field in the header."),
      .optional(
        "column", \.column, .integer(in: 0...), help: "Position of the field, counted from 0, instead of its name."),
      .choice(
        "format", \.format,
        help: """
          How timestamps are written: numbers in s, ms, us or ns; iso8601 (2021-04-12 19:34:05.908 +0100, in UTC where there \
          is no offset); or time_of_day (10:47:53.867).
          """),
    ]
  }
}

/// Where a text table keeps one dataset.
public struct TextDatasetOptions: StageOptions {
  /// The fields, by their names in the header; empty if ``columns`` gives them.
  public var names: [String] = []
  /// The fields, by their indexes from 0; empty if ``names`` gives them.
  public var columns: [Int] = []
  /// The symbol of the values' unit; nil for the one in the header, or the layout's.
  public var unit: String?
  /// Whether the sign of all values is changed.
  public var invert = false

  /// No fields yet.
  public init() {}

  /// The option table.
  public static var fields: [OptionField<Self>] {
    [
      .list(
        "fields", \.names, of: .string(isEmptyAllowed: false), count: 0...4,
        help: "Names of the fields in the header, one per component in the layout's order (attitude: w x y z)."),
      .list(
        "columns", \.columns, of: .integer(in: 0...), count: 0...4,
        help: "Positions of the fields, counted from 0, instead of their names."),
      .optional(
        "unit", \.unit, .string(isEmptyAllowed: false),
        help: "Unit of the values, such as m/s^2; null for the one in the header, or the layout's."),
      .boolean(
        "invert", \.invert,
        help: "Changes the sign of all values: for accelerometers that read +1 g upward at rest, against gravity."),
    ]
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
    if let unit, Unit(symbol: unit)?.factor(to: kind.unit) == nil {
      faults.append(OptionFault("unit", "expected \(kind.unit) or one that converts to it, found \"\(unit)\""))
    }
    return faults
  }

  var mapping: TextMapping.Dataset {
    TextMapping.Dataset(
      fields: names.isEmpty ? columns.map(TextMapping.Field.place) : names.map(TextMapping.Field.name),
      unit: unit.flatMap(Unit.init(symbol:)), isInverted: invert)
  }
}
