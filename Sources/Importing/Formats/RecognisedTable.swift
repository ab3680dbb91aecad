import SPBasics
import SPRecordings

/// A text table of a known format, with the facts about the recording that follow from it.
struct RecognisedTable: Sendable {
  var format: ImportFormat
  var head: TextHead
  var plan: TablePlan
  /// The name of the built-in mapping that describes the table; nil for other tables.
  var mappingName: String?
  /// The program that wrote the table, if known.
  var application: String?
  /// The origin of the timestamps: `boot`, `unix` or `start`.
  var timeOrigin: String?
  /// The instant of the first sample, in ISO 8601.
  var startTime: String?
  /// Findings about units and signs that the header does not state.
  var notes: [String] = []
  /// Where the first line of data begins, in bytes.
  var start: Int

  init(_ format: ImportFormat, _ head: TextHead, _ plan: TablePlan, start: Int) {
    self.format = format
    self.head = head
    self.plan = plan
    self.start = start
  }

  /// A table below a header.
  init(_ format: ImportFormat, _ head: TextHead, _ plan: TablePlan, below header: TextHead.Header) {
    self.init(format, head, plan, start: head.firstLine(behind: header.line).start)
  }

  /// Adds a note on timestamps that are dates and times without an offset from UTC.
  mutating func noteMissingOffsets() {
    for field in Set(plan.streams.filter { $0.time.format == .instant }.compactMap(\.time.field)).sorted() {
      let first = head.firstText(ofField: field, from: plan.firstLine, separator: plan.dialect.separator)
      if let note = MissingOffset.note(on: "timestamps in \(plan.name(ofField: field))", first: first) {
        notes.append(note)
      }
    }
  }

  /// The rows of each stream in the head of the file, which show units and signs that the header does not state. Lines
  /// that cannot be read are left out, and limits of magnitudes are not checked.
  func firstRows() -> [StreamRows] {
    var plan = plan
    for stream in plan.streams.indices {
      for dataset in plan.streams[stream].datasets.indices { plan.streams[stream].datasets[dataset].norm = nil }
    }
    let lines = head.lines.filter { $0.start >= start }
    // The last line may be cut off.
    let whole = head.file.size > TextFile.headLength ? lines.dropLast() : lines[...]
    let text =
      Array(whole.map(\.text).joined(separator: "\n").utf8)
      + [UInt8](repeating: 0, count: DecimalNumber.padding)
    return text.withUnsafeBufferPointer {
      RowParser(plan, skipsBroken: true).parse(
        UnsafeBufferPointer(rebasing: $0[..<(text.count - DecimalNumber.padding)]))
    }.streams
  }
}

/// Notes on dates and times that state no offset from UTC. If they are local times, they are wrong by hours.
enum MissingOffset {
  /// A note that such times are taken as UTC.
  /// - Parameter times: a description of the times, in the plural.
  static func note(on times: String) -> String { "\(times) state no offset from UTC, and are taken as UTC" }

  /// The note if the first time states no offset; nil if it states an offset, or is not a date and time.
  static func note(on times: String, first text: String?) -> String? {
    guard let text, UTCTime.seconds(text) != nil, UTCTime.seconds(text, needsZone: true) == nil else { return nil }
    return note(on: times)
  }
}
