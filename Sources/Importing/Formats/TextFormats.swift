import SPRecordings

/// The formats of text tables that are recognised from their content.
enum TextFormats {
  /// The titles of all these formats, for messages.
  static var titles: String {
    ImportFormat.allCases.filter { !$0.isHDF5 && !$0.isActivity && $0 != .mapped }.map(\.title).joined(separator: ", ")
  }

  /// The table in a file; nil if its format is not known.
  /// - Throws: `ImportError` if the file has a known format but cannot be read in this format.
  static func recognise(
    _ head: TextHead, _ settings: SensorLoggerSettings, _ options: ImportOptions
  ) throws -> RecognisedTable? {
    guard var table = try found(head, settings, options) else { return nil }
    table.noteMissingOffsets()
    return table
  }

  private static func found(
    _ head: TextHead, _ settings: SensorLoggerSettings, _ options: ImportOptions
  ) throws -> RecognisedTable? {
    if case .text(let mapping) = options.mapping { return try MappedFormat.table(head, mapping) }
    let formats = options.format.map { [$0] } ?? ImportFormat.allCases
    for format in formats {
      if let table = try table(head, as: format, isAsked: options.format != nil, settings) { return table }
    }
    guard options.format == nil else { return nil }
    for mapping in options.textMappings {
      if let table = try MappedFormat.recognised(head, by: mapping) { return table }
    }
    return nil
  }

  /// The table in a file.
  /// - Throws: `ImportError` if the file cannot be read, or its format is not known.
  static func table(
    _ head: TextHead, _ settings: SensorLoggerSettings, _ options: ImportOptions
  ) throws -> RecognisedTable {
    if let table = try recognise(head, settings, options) { return table }
    let line = head.filled[0]
    if let format = options.format {
      throw head.error(line, "is not of the format \(format.rawValue), which is: \(format.summary)")
    }
    if line.text.hasPrefix("{") || line.text.hasPrefix("[") {
      throw head.error(line, "is JSON; expected a text table, HDF5, or a zip archive")
    }
    let found = head.header.map { "its header has \($0.listing)" } ?? "it begins with \"\(line.text.prefix(60))\""
    throw head.error(
      line,
      "is of no known format: \(found); expected one of \(titles), a sensor with a built-in mapping, or --mapping: "
        + "swingpipe help importing lists these sensors and shows a mapping")
  }

  /// The recordings of a file by the patterns of the given mapping, or of the built-in mapping that fits the file.
  /// - Throws: `ImportError`, `FileError`.
  static func parts(
    _ path: String, _ options: ImportOptions
  ) throws -> [(label: String, mapping: TextMapping)] {
    if case .text(let mapping) = options.mapping {
      return try MappedFormat.parts(TextHead(TextFile(path)), mapping)
    }
    guard options.mapping == nil, !options.textMappings.isEmpty else { return [] }
    let head = try TextHead(TextFile(path))
    let known = options.textMappings.first { MappedFormat.fits(head, $0) }
    return try known.map { try MappedFormat.parts(head, $0) } ?? []
  }

  private static func table(
    _ head: TextHead, as format: ImportFormat, isAsked: Bool, _ settings: SensorLoggerSettings
  ) throws -> RecognisedTable? {
    switch format {
    case .sensorLog: try SensorLogFormat.table(head)
    case .sensorLogger: try SensorLoggerFormat.table(head, settings)
    case .batchedAcceleration, .batchedRotation: try BatchedFormat.table(head, as: isAsked ? format : nil)
    case .phyphox: try PhyphoxFormat.table(head)
    case .wit: try WitFormat.table(head)
    case .csv: try CSVFormat.table(head)
    case .fit, .tcx, .gpx, .uddf, .subsurface, .appleHealth, .mapped, .opal, .swingpipe: nil
    }
  }
}
