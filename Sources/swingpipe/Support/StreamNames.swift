import SPRecordings

/// The streams that `--streams` names.
enum StreamNames {
  /// The names of all streams that the layout has.
  static let known = StreamCatalog.streams.map(\.name.rawValue)

  /// The streams in a list such as `accelerometer,cycling`.
  /// - Throws: `ValidationError` for a name that the layout does not have, or that is given twice.
  static func parse(_ text: String) throws -> [StreamName] {
    try NameList.parse(text, of: "stream", among: known, option: "--streams").map { StreamName($0) }
  }
}
