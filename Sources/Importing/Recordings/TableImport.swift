import SPBasics
import SPRecordings

/// Writes the tables of one source as a recording.
struct TableImport {
  private let tables: SourceTables
  let options: ImportOptions
  /// Tables that are read row by row, each with the tables whose datasets are added to its rows.
  private let groups: [(table: RecognisedTable, joined: [RecognisedTable])]
  /// The files that are not imported, with reasons.
  private(set) var unused: [String]

  /// - Throws: `ImportError` if two tables contain the same stream or dataset, tables count time from different
  ///   origins, or timestamps are in another unit than assumed.
  init(_ tables: SourceTables, _ options: ImportOptions) throws {
    self.tables = tables
    self.options = options
    (groups, unused) = try Self.groups(tables)
  }

  /// Groups the tables that make up one stream. Phone sensors are left out if the watch was recorded, too.
  private static func groups(
    _ tables: SourceTables
  ) throws -> ([(table: RecognisedTable, joined: [RecognisedTable])], unused: [String]) {
    var unused = tables.unused
    var left = tables.tables
    let sensors = left.map { SensorLoggerFormat.sensor($0.head) }
    if sensors.contains(.wristMotion) {
      for (table, sensor) in zip(left, sensors) where sensor?.isOfPhone == true {
        unused.append("\(table.head.file.name): recorded by the phone, which is not on the wrist as WristMotion is")
      }
      left = zip(left, sensors).filter { $0.1?.isOfPhone != true }.map(\.0)
    }
    unused += leaveOutStreamsOfSensorsWithAFile(in: &left)
    let motion = left.filter { isOfMotion($0) }
    var groups: [(table: RecognisedTable, joined: [RecognisedTable])] = left.filter { !isOfMotion($0) }.map { ($0, []) }
    // The rotation rate decides the timestamps, because swings are found in it. Other tables are added to its rows.
    if let first = motion.firstIndex(where: { $0.plan.streams[0].datasets[0].name == "rotation_rate" })
      ?? motion.indices.first
    {
      groups.append((motion[first], motion.indices.filter { $0 != first }.map { motion[$0] }))
    }
    try requireOneTableAStream(groups)
    try requireOneClock(groups.map(\.table))
    for table in groups.map(\.table) {
      try table.requirePlausibleRates()
      try table.requirePlausibleDates()
    }
    return (groups, unused)
  }

  /// Leaves out a stream of a table read by a built-in mapping if another such table contains only this stream: the
  /// file of a separate sensor. Blue Trident has two accelerometers, and a file for the accelerometer with the larger
  /// range and rate.
  private static func leaveOutStreamsOfSensorsWithAFile(in tables: inout [RecognisedTable]) -> [String] {
    var notes: [String] = []
    for own in tables where own.mappingName != nil && own.plan.streams.count == 1 {
      let name = own.plan.streams[0].name
      for place in tables.indices where tables[place].mappingName != nil && tables[place].plan.streams.count > 1 {
        let count = tables[place].plan.streams.count
        tables[place].plan.streams.removeAll { $0.name == name }
        guard tables[place].plan.streams.count < count else { continue }
        notes.append(
          "\(tables[place].head.file.name): its \(name), as \(own.head.file.name) has that of a sensor of its own")
      }
    }
    return notes
  }

  /// Whether a table contains only device motion, in a format that may spread it over several tables.
  private static func isOfMotion(_ table: RecognisedTable) -> Bool {
    table.plan.streams.count == 1 && table.plan.streams[0].name == .deviceMotion
      && [.sensorLogger, .phyphox].contains(table.format)
  }

  private static func requireOneTableAStream(
    _ groups: [(table: RecognisedTable, joined: [RecognisedTable])]
  ) throws {
    var files: [String: String] = [:]
    func require(_ name: String, _ file: String) throws {
      if let other = files.updateValue(file, forKey: name) {
        throw ImportError(path: file, "has \(name), which \(other) has too; expected one file of each")
      }
    }
    for group in groups {
      for stream in group.table.plan.streams { try require(stream.name.rawValue, group.table.head.file.name) }
      for table in [group.table] + group.joined {
        for stream in table.plan.streams {
          for dataset in stream.datasets { try require("\(stream.name)/\(dataset.name)", table.head.file.name) }
        }
      }
    }
  }

  /// Throws if the tables count time from different origins, because the streams of one recording share a clock.
  private static func requireOneClock(_ tables: [RecognisedTable]) throws {
    let known = tables.filter { $0.timeOrigin != nil }
    guard let first = known.first, let other = known.first(where: { $0.timeOrigin != first.timeOrigin }) else { return }
    throw ImportError(
      path: other.head.file.name,
      "has timestamps that count from \(other.timeOrigin ?? ""), and those of \(first.head.file.name) from "
        + "\(first.timeOrigin ?? ""); expected files of one clock")
  }

  /// Facts that the source states about the recording.
  func attributes(recordingID: String) -> RecordingAttributes {
    var attributes = tables.exported?.header.attributes ?? RecordingAttributes(recordingID: recordingID)
    attributes.recordingID = recordingID
    guard tables.exported == nil else { return attributes }
    let all = groups.map(\.table)
    attributes.software = application
    attributes.deviceModel = tables.settings.deviceName ?? tables.facts.deviceModel
    attributes.timeOrigin =
      hasTimesOfDay && options.dayStartS != nil ? "unix" : all.lazy.compactMap(\.timeOrigin).first
    attributes.startTime = tables.facts.startTime ?? all.lazy.compactMap(\.startTime).first
    return attributes
  }

  /// The format of the tables.
  var format: ImportFormat { groups[0].table.format }
  /// The program that recorded.
  var application: String? { tables.facts.application ?? groups.lazy.compactMap(\.table.application).first }
  /// Findings about units and signs, and options without effect.
  var notes: [String] {
    let tables = groups.flatMap { [$0.table] + $0.joined }
    let found = tables.flatMap { table in
      table.notes.map { tables.count > 1 ? "\(table.head.file.name): \($0)" : $0 }
    }
    var used: Set<ImportOptions.Special> = [.dropBrokenLines, .estimateGravity]
    if tables.contains(where: { $0.format == .sensorLogger }) { used.insert(.platform) }
    if hasTimesOfDay { used.insert(.date) }
    if groups.contains(where: { !$0.joined.isEmpty }) { used.insert(.interpolate) }
    return found + options.notes(using: used)
      + EstimatedGravity.notes(
        isWanted: options.estimatesGravity, isMade: estimatesGravity, motion: datasets(of: .deviceMotion))
  }

  /// The names of the datasets of a stream.
  func datasets(of stream: StreamName) -> Set<String> {
    let plans = groups.flatMap { [$0.table] + $0.joined }.flatMap(\.plan.streams)
    return Set(plans.filter { $0.name == stream }.flatMap(\.datasets).map(\.name))
  }

  /// Whether there are timestamps that are times of day.
  private var hasTimesOfDay: Bool {
    groups.contains { $0.table.plan.streams.contains { $0.time.format == .timeOfDay } }
  }

  /// Names of the fields that are left out, each once.
  var unusedFields: [String] {
    let names = groups.flatMap { [$0.table] + $0.joined }.flatMap(\.plan.unusedNames)
    return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The changes made to an exported recording before this import.
  var history: [String] { tables.exported?.header.history ?? [] }

  /// The labels of an exported recording; nil for other sources.
  func annotations(on timeline: LabelTimeline) throws -> Annotations? { try tables.exported?.annotations(on: timeline) }

  /// Reads all rows into a recording.
  ///
  /// - Parameters:
  ///   - writer: A writer without streams.
  ///   - advanced: Called with the finished fraction.
  /// - Returns: the spans of time of the streams, and the changes to their rows.
  /// - Throws: `ImportError` for data that cannot be read, `CancellationError`, and the errors of writing.
  func run(into writer: RecordingWriter, advanced: (Double) -> Void) throws -> ImportedRows {
    var imported = ImportedRows()
    let total = groups.reduce(0.0) { $0 + Double($1.table.head.file.size) }
    var done = 0.0
    for group in groups {
      let size = Double(group.table.head.file.size)
      imported += try read(group.table, group.joined, into: writer) { advanced((done + $0 * size) / max(1, total)) }
      done += size
    }
    guard !imported.spans.isEmpty else {
      let first = groups[0].table
      throw ImportError(
        path: first.head.file.name, line: first.plan.firstLine, "has no rows of data; expected them here")
    }
    return imported
  }

  /// Throws if a stream begins after all earlier streams have ended. The files are then of different sessions.
  /// - Parameter spans: the spans of time of the streams.
  func requireOverlap(_ spans: [StreamName: ClosedRange<Double>]) throws {
    func file(_ name: StreamName) -> String {
      groups.first { $0.table.plan.streams.contains { $0.name == name } }?.table.head.file.name ?? ""
    }
    let ordered = spans.sorted { ($0.value.lowerBound, $0.key) < ($1.value.lowerBound, $1.key) }
    guard var last = ordered.first else { return }
    for next in ordered.dropFirst() {
      guard next.value.lowerBound <= last.value.upperBound else {
        throw ImportError(
          path: file(next.key),
          "\(next.key) begins at \(next.value.lowerBound) s, after \(last.key) of \(file(last.key)) ends at "
            + "\(last.value.upperBound) s; expected files of one session")
      }
      if next.value.upperBound > last.value.upperBound { last = next }
    }
  }

  private func read(
    _ table: RecognisedTable, _ joined: [RecognisedTable], into writer: RecordingWriter, advanced: (Double) -> Void
  ) throws -> ImportedRows {
    var broken = BrokenLines()
    var held = try joined.map { table in
      try HeldTable(table, reader(of: table)) { broken.add($0, $1, of: table.head.file.name) }
    }
    let heldNames = joined.flatMap { $0.plan.streams[0].datasets.map(\.name) }
    let file = table.head.file.name
    let sinks = try table.plan.streams.enumerated().map { index, stream in
      let facts = tables.exported?.header.streams[stream.name]
      return try StreamSink(
        stream.name, datasets: stream.datasets.map(\.name) + (index == 0 ? heldNames : []), options,
        midnights: stream.time.format == .timeOfDay ? MidnightCounter(startS: options.dayStartS ?? 0) : nil,
        nominalRateHz: facts?.nominalRateHz,
        rangeG: facts?.rangeG, to: writer)
    }
    var counts = sinks.map { _ in 0 }
    try reader(of: table).forEachBlock(advanced: advanced) {
      broken.add($0, $1, of: file)
    } body: { streams in
      for (index, sink) in sinks.enumerated() {
        var rows = streams[index]
        let range = counts[index]..<counts[index] + rows.count
        if let times = table.plan.streams[index].time.format.times(ofRows: range) { rows.times = times }
        if index == 0 {
          for place in held.indices {
            rows.datasets += try held[place].rows(
              at: rows.times, from: range.lowerBound, of: file, interpolates: options.interpolates)
          }
        }
        counts[index] = range.upperBound
        try sink.take(rows, from: file)
      }
    }
    for sink in sinks { try sink.finish() }
    for table in held where table.times.count > counts[0] && !options.interpolates {
      throw ImportError(
        path: table.name, "has \(table.times.count) rows, and \(file) \(counts[0]); expected as many, or --interpolate")
    }
    return ImportedRows(sinks, repairs: broken.sentences + held.compactMap(\.sentence))
  }

  private func reader(of table: RecognisedTable) -> TableReader {
    let header = table.plan.names.isEmpty ? nil : table.head.lines.last { $0.start < table.start }?.text
    // Without timestamps, a row's time is its number: a dropped line would shift all later rows.
    let isRegular = table.plan.streams.contains { $0.time.field == nil }
    return TableReader(
      file: table.head.file,
      parser: RowParser(table.plan, header: header, skipsBroken: options.repairs.dropsBrokenLines && !isRegular),
      start: table.start)
  }
}

/// Counts of lines that were left out because they cannot be read, with the first such line of each file.
private struct BrokenLines {
  private var counts: [String: Int] = [:]
  private var firsts: [(file: String, fault: LineFault)] = []

  mutating func add(_ faults: [LineFault], _ count: Int, of file: String) {
    if counts[file] == nil, let first = faults.first { firsts.append((file, first)) }
    counts[file, default: 0] += count
  }

  var sentences: [String] {
    firsts.map { file, first in
      let count = counts[file, default: 0]
      return "\(counted(count, "unreadable line")) dropped, the first is line \(first.line): "
        + first.message
    }
  }
}
