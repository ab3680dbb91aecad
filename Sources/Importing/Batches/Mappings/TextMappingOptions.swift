import SPImporting
import SPPipelines
import SPRecordings

/// Where text tables keep the streams of a recording.
package struct TextMappingOptions: StageOptions {
  /// The origin of the timestamps.
  package enum Origin: String, CaseIterable, Sendable {
    /// The device's start.
    case boot
    /// 1970-01-01T00:00:00Z.
    case unix
    /// The recording's start.
    case start
  }

  /// The separator of the fields, one character; nil to find it in the header.
  package var separator: String?
  /// The decimal point.
  package var decimalPoint = "."
  /// Whether the first line that is not skipped is a header.
  package var header = true
  /// How many lines the header has.
  package var headerLines = 1
  /// Whether the line below the header states the units.
  package var unitsLine = false
  /// The beginning of a line above the header.
  package var preamble: String?
  /// The names of the files.
  package var files: String?
  /// How many lines are skipped before the header or, without a header, before the first row.
  package var skipLines = 0
  /// The origin of the timestamps.
  package var timeOrigin: Origin?
  /// The streams, by their names in layout version 1.
  package var streams: [String: TextStreamOptions] = [:]

  /// A mapping without streams.
  package init() {}

  /// The option table.
  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "separator", \.separator, .string(isEmptyAllowed: false),
        help: "Separator of the fields, one character; null for the most frequent in the header of , | ; and tab."),
      .string("decimal_point", \.decimalPoint, isEmptyAllowed: false, help: "The decimal point of numbers."),
      .boolean("header", \.header, help: "Whether a header names the fields: the first line that has all of them."),
      .integer(
        "header_lines", \.headerLines, in: 1...5,
        help: "How many lines the header has: a field's name is their texts, joined by underscores."),
      .boolean("units_line", \.unitsLine, help: "Whether the line below the header states the units."),
      .integer("skip_lines", \.skipLines, in: 0...1000, help: "How many lines are skipped before that."),
      .optional(
        "preamble", \.preamble, .string(isEmptyAllowed: false),
        help: """
          How a line above the header begins, by which files are recognised without --mapping; null for any. Only \
          built-in mappings use it.
          """),
      .optional(
        "files", \.files, .string(isEmptyAllowed: false),
        help: """
          Names of the files, such as {recording}_Accelerometer*: files of a folder with the same text for {recording} \
          are one recording; null for any. Only built-in mappings use it.
          """),
      .optional(
        "time_origin", \.timeOrigin, .choice,
        help: "What the timestamps count from; null for unix where they are written as dates and times, else unknown."),
      .dictionary(
        "streams", \.streams, of: .object, keys: StreamCatalog.streams.map(\.name.rawValue),
        help: "The streams, by their names in layout version 1."),
    ]
  }

  /// Checks that separator and decimal point are allowed and differ, that there is a stream, and that its datasets
  /// exist in the layout.
  package func faults() -> [OptionFault] {
    var faults: [OptionFault] = []
    if let separator, ![",", "|", ";", "\t", ":", "#", "~"].contains(separator) {
      faults.append(OptionFault("separator", "expected one of , | ; : # ~ or a tab, found \"\(separator)\""))
    }
    if ![".", ","].contains(decimalPoint) || decimalPoint == separator {
      faults.append(
        OptionFault("decimal_point", "expected . or , and not the separator, found \"\(decimalPoint)\""))
    }
    if !header, headerLines > 1 || unitsLine {
      let option = headerLines > 1 ? "header_lines" : "units_line"
      faults.append(OptionFault(option, "expected it only with a header, found header false"))
    }
    if let files, !files.contains("{recording}") {
      faults.append(OptionFault("files", "expected a name with {recording} in it, found \"\(files)\""))
    }
    if streams.isEmpty { faults.append(OptionFault("streams", "expected at least one stream")) }
    for (name, stream) in streams.sorted(by: { $0.key < $1.key }) {
      faults += stream.faults(in: StreamName(name), hasHeader: header).map {
        OptionFault("streams.\(name).\($0.option)", $0.message)
      }
    }
    return faults
  }

  var mapping: TextMapping {
    let all = streams.map { (StreamName($0.key), $0.value.mapping) }
    var mapping = TextMapping(streams: Dictionary(uniqueKeysWithValues: all))
    mapping.separator = separator?.first
    mapping.decimalPoint = decimalPoint.first ?? "."
    mapping.hasHeader = header
    mapping.headerLines = headerLines
    mapping.hasUnitsLine = unitsLine
    mapping.preamble = preamble
    mapping.files = files
    mapping.skippedLines = skipLines
    mapping.timeOrigin = timeOrigin?.rawValue
    return mapping
  }
}
