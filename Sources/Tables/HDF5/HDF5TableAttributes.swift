import FoundationEssentials
import SPBasics
import SPHDF5

/// The entry of a column in the attribute `columns`: its description and its missing value.
struct HDF5ColumnEntry: Codable, Sendable {
  let description: ColumnDescription
  let missingValue: String

  private enum CodingKeys: String, CodingKey {
    case missingValue = "missing_value"
  }

  init(_ column: HDF5Column) {
    description = column.description
    missingValue = column.missing.label
  }

  init(from decoder: any Decoder) throws {
    description = try ColumnDescription(from: decoder)
    missingValue = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .missingValue)
  }

  func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(missingValue, forKey: .missingValue)
  }
}

/// The attributes of HDF5 tables.
enum HDF5TableAttributes {
  /// The value of the root's attribute `format`, which distinguishes tables from recordings.
  static let format = "swingpipe-table"
  /// The value of the root's attribute `format` in recordings.
  static let recordingFormat = "swingpipe-recording"
  /// The version of the attributes and missing values.
  static let formatVersion: Int64 = 1
  /// The unit of instants, in the words of the CF conventions, section 4.4.
  static let timestampUnit = "microseconds since 1970-01-01T00:00:00Z"

  private static let convention = """
    A missing value is stored as the value that column_missing_values has for its column: NaN for numbers with \
    fractions, a number or text that the column is free of for others. Truth values are 0 and 1. An empty text is a \
    text, not a missing value.
    """

  /// Writes the attributes of a file and of its table.
  static func write(_ columns: [HDF5Column], name: String, to file: File, _ dataset: Dataset) throws {
    // Texts that reading depends on have a fixed length: they are then stored with structures that have checksums.
    try set("format", to: format, on: file.attributes)
    try file.attributes.set("format_version", to: formatVersion)
    try set("table", to: name, on: file.attributes)
    try set("columns", to: JSONOutput.line(columns.map(HDF5ColumnEntry.init)), on: dataset.attributes)
    // The same information for people: lists with a text for each column.
    let descriptions = columns.map(\.description)
    let lists: [(String, [String])] = [
      ("column_names", descriptions.map(\.name)),
      ("column_types", descriptions.map(\.type.rawValue)),
      ("column_units", descriptions.map { $0.type == .timestamp ? timestampUnit : $0.unit ?? "" }),
      ("column_missing_values", columns.map(\.missing.label)),
      ("column_descriptions", descriptions.map(\.description)),
      ("column_formulas", descriptions.map { $0.formula ?? "" }),
      ("column_sources", descriptions.map { $0.source ?? "" }),
      ("column_ranges", descriptions.map { $0.range?.text ?? "" }),
    ]
    for (attribute, texts) in lists {
      // A NUL would end a text; JSON escapes it. By scalars: a NUL with a combining mark is another Character.
      let shown = texts.map { text in text.unicodeScalars.map { $0 == "\u{0}" ? "\u{2400}" : $0 } }
      try dataset.attributes.set(attribute, to: shown.map { String(String.UnicodeScalarView($0)) })
    }
    try set("missing_values", to: convention, on: dataset.attributes)
  }

  private static func set(_ name: String, to text: String, on attributes: Attributes) throws {
    try attributes.set(name, to: text, as: .fixed(byteCount: max(1, text.utf8.count)))
  }

  private static let decoded = DecodedTexts<[HDF5ColumnEntry]?>()

  /// The descriptions of a dataset's columns; nil if they do not fit the stored data.
  static func columns(of dataset: Dataset, storedAs members: [CompoundMember]) throws(HDF5Error) -> [HDF5Column]? {
    let json = Array(try dataset.attributes.string("columns").utf8)
    let entries = decoded.meaning(of: json) { try? JSONDecoder().decode([HDF5ColumnEntry].self, from: Data(json)) }
    guard let entries, entries.count == members.count else { return nil }
    let columns = zip(entries, members).compactMap { HDF5Column($0, storedAs: $1) }
    return columns.count == members.count ? columns : nil
  }
}
