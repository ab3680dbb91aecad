import SPBasics
import SPRecordings

/// Turns lines of text into rows of streams, in one pass over the bytes without a String or an array per line.
struct RowParser: Sendable {
  let plan: TablePlan
  /// Whether lines that cannot be read are left out, rather than ending the import.
  let skipsBroken: Bool
  /// The header's text, which distinguishes a repeated header from other broken lines.
  let header: String?

  /// The action for each field, up to the last used one.
  private let uses: [FieldUse]
  /// For each stream, the index of its timestamp in the list of a line's timestamps.
  private let timestampSlots: [Int]
  /// The timestamps of a line before its fields are read: 0 for streams without a field of timestamps, else NaN.
  private let noTimestamps: [Double]
  private let widths: [[Int]]
  private let norms: [NormCheck]
  /// Words and their codes. They are separate from `uses`, because the elements of `uses` are copied for every field.
  private let codeTables: [[String: Float]]
  /// How numbers become values, with the factor for the value; separate from `uses` for the same reason.
  private let encodings: [(encoding: ValueEncoding, scale: Double)]

  /// For each stream, whether it has only codes.
  private let holdsOnlyCodes: [Bool]
  private let codeChecks: [CodeCheck]

  /// The action for one field.
  private enum FieldUse {
    case skip
    case timestamp(slot: Int, TimeFormat)
    case number(target: Int, component: Int, width: Int, stream: Int, scale: Double)
    case encoded(target: Int, component: Int, width: Int, stream: Int, encoding: Int)
    case code(target: Int, component: Int, width: Int, stream: Int, table: Int)
  }

  /// A dataset whose rows have a known range of magnitudes.
  private struct NormCheck {
    var stream, target, width: Int
    var range: ClosedRange<Double>
  }

  /// A dataset of codes, and the largest code that it can store.
  struct CodeCheck {
    var stream, target, width: Int
    var name: String
    var most: Float
  }

  init(_ plan: TablePlan, header: String? = nil, skipsBroken: Bool = false) {
    self.plan = plan
    self.header = header
    self.skipsBroken = skipsBroken
    var timestamps: [Int?] = []
    var slots: [Int] = []
    var uses: [Int: FieldUse] = [:]
    var norms: [NormCheck] = []
    var codes: [[String: Float]] = []
    var encodings: [(encoding: ValueEncoding, scale: Double)] = []
    var codeChecks: [CodeCheck] = []
    var target = 0
    for (index, stream) in plan.streams.enumerated() {
      let slot = timestamps.firstIndex(of: stream.time.field) ?? timestamps.count
      if slot == timestamps.count { timestamps.append(stream.time.field) }
      slots.append(slot)
      if let field = stream.time.field { uses[field] = .timestamp(slot: slot, stream.time.format) }
      for dataset in stream.datasets {
        let width = dataset.components.count
        for (component, source) in dataset.components.enumerated() {
          if !source.codes.isEmpty {
            uses[source.field] = .code(
              target: target, component: component, width: width, stream: index, table: codes.count)
            codes.append(source.codes)
          } else if let encoding = source.encoding {
            uses[source.field] = .encoded(
              target: target, component: component, width: width, stream: index, encoding: encodings.count)
            encodings.append((encoding, source.scale))
          } else {
            uses[source.field] = .number(
              target: target, component: component, width: width, stream: index, scale: source.scale)
          }
        }
        if let range = dataset.norm {
          norms.append(NormCheck(stream: index, target: target, width: width, range: range))
        }
        if let most = StreamCatalog.kind(of: dataset.name, in: stream.name)?.storage.largestCode {
          codeChecks.append(
            CodeCheck(
              stream: index, target: target, width: width, name: "\(stream.name)/\(dataset.name)", most: most))
        }
        target += 1
      }
    }
    self.norms = norms
    codeTables = codes
    self.encodings = encodings
    timestampSlots = slots
    noTimestamps = timestamps.map { $0 == nil ? 0 : .nan }
    self.uses = (0...(uses.keys.max() ?? 0)).map { uses[$0] ?? .skip }
    holdsOnlyCodes = plan.streams.indices.map { index in
      codeChecks.count { $0.stream == index } == plan.streams[index].datasets.count
    }
    self.codeChecks = codeChecks
    widths = plan.streams.map { $0.datasets.map(\.components.count) }
  }

  /// Reads whole lines, which must be followed by `DecimalNumber.padding` bytes that are not digits.
  ///
  /// - Parameters:
  ///   - text: The lines, without the line feed of the last line.
  ///   - endsFile: Whether the file ends with these lines, without a line feed.
  func parse(_ text: UnsafeBufferPointer<UInt8>, endsFile: Bool = false) -> ParsedBlock {
    // A line has at least one byte per field, which limits the rows. Memory that no row uses is never touched.
    let output = RowBuffers(widths: widths, capacity: text.count / plan.fieldCount + 1)
    var block = ParsedBlock(streams: output.rows())
    guard let start = text.baseAddress else { return block }
    let end = start + text.count
    var cursor = start
    let cutLine = endsFile && text.last == plan.dialect.point ? Self.lastLine(of: text) : nil
    var timestamps = noTimestamps
    timestamps.withUnsafeMutableBufferPointer { timestamps in
      while cursor < end {
        let line = cursor
        let fault = line == cutLine ? .cut : parseLine(&cursor, end, timestamps, output)
        if let fault {
          while cursor < end, cursor.pointee != UInt8(ascii: "\n") { cursor += 1 }
          block.faultCount += 1
          if block.faults.count < ParsedBlock.keptFaults {
            let bytes = UnsafeBufferPointer(start: line, count: cursor - line)
            block.faults.append(
              LineFault(line: block.lineCount, message: message(fault, bytes, endsText: endsFile && cursor == end)))
          }
          if !skipsBroken { break }
        }
        block.lineCount += 1
        cursor += 1
      }
    }
    // The last line counts, even if it is empty.
    if text.isEmpty || text.last == UInt8(ascii: "\n") { block.lineCount += 1 }
    block.streams = output.rows()
    return block
  }

  /// Where the last line begins.
  private static func lastLine(of text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8>? {
    text.baseAddress.map { $0 + (text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) }
  }

  // MARK: A line

  enum Fault {
    case fieldCount
    case cut
    case value(field: Int, expected: String)
    case timestamp(field: Int)
    case missingTimestamp(stream: Int)
    case norm(stream: Int, Double, ClosedRange<Double>)
    case code(CodeCheck, Float)
  }

  /// Reads a line up to its end, where the cursor stays. Its rows count only if the whole line can be read.
  @inline(__always)
  private func parseLine(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ timestamps: UnsafeMutableBufferPointer<Double>,
    _ output: RowBuffers
  ) -> Fault? {
    Self.skipBlanks(&cursor)
    if Self.isLineEnd(cursor, end) { return nil }
    let separator = plan.dialect.separator
    for slot in timestamps.indices { timestamps[slot] = noTimestamps[slot] }
    for field in uses.indices {
      if field > 0 {
        guard cursor < end, cursor.pointee == separator else { return .fieldCount }
        cursor += 1
      }
      if let fault = parseField(field, &cursor, end, timestamps, output) { return fault }
    }
    var fields = uses.count
    while !Self.isLineEnd(cursor, end) {
      guard cursor.pointee == separator else { return .fieldCount }
      cursor += 1
      fields += 1
      skipField(&cursor, end)
    }
    // Some programs end lines with a separator.
    let isWhole =
      fields == plan.fieldCount || fields == plan.fieldCount + 1 && Self.endsInSeparator(cursor, separator)
    guard isWhole else { return .fieldCount }
    return take(timestamps, output)
  }

  @inline(__always)
  private func parseField(
    _ field: Int, _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    _ timestamps: UnsafeMutableBufferPointer<Double>, _ output: RowBuffers
  ) -> Fault? {
    if case .skip = uses[field] {
      skipField(&cursor, end)
      return nil
    }
    Self.skipBlanks(&cursor)
    let isQuoted = cursor.pointee == UInt8(ascii: "\"")
    if isQuoted { cursor += 1 }
    switch uses[field] {
    case .skip: break
    case .number(let target, let component, let width, let stream, let scale):
      var value = Float.nan
      if let number = DecimalNumber(at: &cursor, point: plan.dialect.point) {
        value = abs(scale) == 1 ? Float(scale) * number.float : Float(number.value * scale)
      } else if let infinity = infinity(&cursor, end) {
        value = Float(infinity * scale)
      } else if !skipMissing(&cursor, end) {
        return .value(field: field, expected: "a number")
      }
      output.put(value, stream: stream, target: target, component: component, width: width)
    case .encoded(let target, let component, let width, let stream, let place):
      var value = Float.nan
      if let number = DecimalNumber(at: &cursor, point: plan.dialect.point)?.value ?? infinity(&cursor, end) {
        value = Float(encodings[place].encoding.value(number) * encodings[place].scale)
      } else if !skipMissing(&cursor, end) {
        return .value(field: field, expected: "a number")
      }
      output.put(value, stream: stream, target: target, component: component, width: width)
    case .timestamp(let slot, let format):
      guard let timestamp = timestamp(&cursor, end, format) else {
        guard skipMissing(&cursor, end) else { return .value(field: field, expected: format.expectation) }
        break
      }
      guard timestamp.isFinite else { return .timestamp(field: field) }
      timestamps[slot] = timestamp
    case .code(let target, let component, let width, let stream, let table):
      guard let code = code(&cursor, end, codeTables[table]) else {
        return .value(field: field, expected: expectation(of: uses[field]))
      }
      output.put(code, stream: stream, target: target, component: component, width: width)
    }
    if isQuoted {
      guard cursor.pointee == UInt8(ascii: "\"") else { return .value(field: field, expected: "a closing quote") }
      cursor += 1
    }
    Self.skipBlanks(&cursor)
    guard Self.isLineEnd(cursor, end) || cursor.pointee == plan.dialect.separator else {
      return .value(field: field, expected: expectation(of: uses[field]))
    }
    return nil
  }

  /// Adds the values of a line to the streams for which it has a timestamp.
  @inline(__always)
  private func take(_ timestamps: UnsafeMutableBufferPointer<Double>, _ output: RowBuffers) -> Fault? {
    for check in norms where !timestamps[timestampSlots[check.stream]].isNaN {
      let norm = output.norm(stream: check.stream, target: check.target, width: check.width)
      // Some sensors deliver zeros until they have a value.
      if norm > 0, !check.range.contains(norm) { return .norm(stream: check.stream, norm, check.range) }
    }
    for stream in timestampSlots.indices where timestamps[timestampSlots[stream]].isNaN {
      guard output.isMissing(stream: stream) else { return .missingTimestamp(stream: stream) }
    }
    for check in codeChecks where !timestamps[timestampSlots[check.stream]].isNaN {
      let code = output.firstNoCode(
        stream: check.stream, target: check.target, width: check.width, most: check.most)
      if let code { return .code(check, code) }
    }
    for stream in timestampSlots.indices {
      let timestamp = timestamps[timestampSlots[stream]]
      // A code has no value for "missing": without a code, nothing was recorded.
      if timestamp.isNaN || holdsOnlyCodes[stream] && output.isMissing(stream: stream) { continue }
      output.take(timestamp, stream: stream)
    }
    return nil
  }
}

/// Reads the value of one field, and skips fields that are not read.
extension RowParser {
  @inline(__always)
  private func timestamp(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ format: TimeFormat
  ) -> Double? {
    switch format {
    case .decimal(let exponent): DecimalNumber(at: &cursor, point: plan.dialect.point, shift: exponent)?.value
    case .instant: ClockText.instant(at: &cursor, separator: plan.dialect.separator)
    case .timeOfDay: ClockText.timeOfDay(at: &cursor, separator: plan.dialect.separator)
    case .regular: nil
    }
  }

  /// Words for a missing number, an empty field included.
  private static let missingWords: Set<String> = ["", "nan", "-nan", "na", "null", "none", "-"]

  /// The value of `inf`, with or without a sign and in any case; nil for anything else.
  private func infinity(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Double? {
    let (word, next) = word(at: cursor, end)
    guard ["inf", "+inf", "-inf"].contains(word.lowercased()) else { return nil }
    cursor = next
    return word.hasPrefix("-") ? -.infinity : .infinity
  }

  private func expectation(of use: FieldUse) -> String {
    switch use {
    case .timestamp(_, let format): format.expectation
    case .code(_, _, _, _, let table): "one of \(codeTables[table].keys.sorted().joined(separator: ", "))"
    case .skip, .number, .encoded: "a number"
    }
  }

  private func skipMissing(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    if cursor >= end || cursor.pointee == plan.dialect.separator { return true }
    let (word, next) = word(at: cursor, end)
    guard Self.missingWords.contains(word.lowercased()) else { return false }
    cursor = next
    return true
  }

  private func code(
    _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ codes: [String: Float]
  ) -> Float? {
    let (word, next) = word(at: cursor, end)
    guard let code = codes[word.lowercased()] else { return nil }
    cursor = next
    return code
  }

  /// The text up to the field's end, without trailing spaces and the closing quote.
  private func word(
    at cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (String, UnsafePointer<UInt8>) {
    var place = cursor
    while !Self.isLineEnd(place, end), place.pointee != plan.dialect.separator, place.pointee != UInt8(ascii: "\"") {
      place += 1
    }
    var last = place
    while last > cursor, (last - 1).pointee == UInt8(ascii: " ") || (last - 1).pointee == UInt8(ascii: "\r") {
      last -= 1
    }
    return (String(decoding: UnsafeBufferPointer(start: cursor, count: last - cursor), as: UTF8.self), last)
  }

  @inline(__always)
  private func skipField(_ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    let separator = plan.dialect.separator
    while cursor < end {
      let byte = cursor.pointee
      if byte == separator || byte == UInt8(ascii: "\n") { return }
      cursor += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      while cursor < end, cursor.pointee != UInt8(ascii: "\""), cursor.pointee != UInt8(ascii: "\n") { cursor += 1 }
      if cursor < end, cursor.pointee == UInt8(ascii: "\"") { cursor += 1 }
    }
  }

  @inline(__always)
  private static func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
    while cursor.pointee == UInt8(ascii: " ") || cursor.pointee == UInt8(ascii: "\r") { cursor += 1 }
  }

  @inline(__always)
  private static func isLineEnd(_ cursor: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    cursor >= end || cursor.pointee == UInt8(ascii: "\n")
  }

  private static func endsInSeparator(_ cursor: UnsafePointer<UInt8>, _ separator: UInt8) -> Bool {
    var place = cursor - 1
    while place.pointee == UInt8(ascii: " ") || place.pointee == UInt8(ascii: "\r") { place -= 1 }
    return place.pointee == separator
  }
}

/// Describes the fault of a line and the expected content.
extension RowParser {
  func message(_ fault: Fault, _ bytes: UnsafeBufferPointer<UInt8>, endsText: Bool) -> String {
    let line = String(decoding: bytes, as: UTF8.self)
    let separator = plan.dialect.separator
    let fields = TextDialect.fields(of: line, separator: separator)
    if let header, TextDialect.fields(of: header, separator: separator) == fields {
      return "repeats the header: the file holds two recordings; expected one, so split the file here"
    }
    switch fault {
    case .value(let field, let expected):
      guard fields.count > field else { return countMessage(line, fields, endsText: endsText) }
      return "the field \(plan.name(ofField: field)) is \"\(Self.shortened(fields[field]))\"; expected \(expected)"
    case .timestamp(let field):
      return
        "the timestamp in \(plan.name(ofField: field)) is \"\(Self.shortened(fields[field]))\"; expected a finite number"
    case .missingTimestamp(let stream):
      let time = plan.streams[stream].time.field ?? 0
      return "values of \(plan.streams[stream].name) have no timestamp in \(plan.name(ofField: time)); expected one"
    case .norm(let stream, let norm, let range):
      let found = (norm * 1000).rounded() / 1000
      return "gravity of \(plan.streams[stream].name) has a magnitude of \(found) g; expected \(range.lowerBound) to "
        + "\(range.upperBound): the file mixes units, such as g and m/s^2"
    case .code(let check, let code):
      return "\(check.name) has the code \(code); expected a whole number from 0 to \(Int(check.most))"
    case .cut: return "ends within a number: the file is cut off here; expected it whole"
    case .fieldCount: return countMessage(line, fields, endsText: endsText)
    }
  }

  private func countMessage(_ line: String, _ fields: [String], endsText: Bool) -> String {
    let separator = plan.dialect.separator
    guard fields.count != plan.fieldCount else { return "cannot be split into fields; expected quotes in pairs" }
    let expected = "expected \(plan.fieldCount), separated by \(TextDialect.name(separator))"
    let found = "has " + counted(fields.count, "field")
    if let other = TextDialect.separator(of: line), other != separator, fields.count < plan.fieldCount,
      TextDialect.fields(of: line, separator: other).count > fields.count
    {
      return "\(found); \(expected), and this line has \(TextDialect.name(other)) between them"
    }
    if endsText, fields.count <= plan.fieldCount { return "\(found); \(expected): the file ends within this line" }
    return "\(found); \(expected)"
  }

  private static func shortened(_ text: String) -> String {
    text.count > 40 ? text.prefix(40) + "..." : text
  }
}

extension StreamCatalog.DatasetKind.Storage {
  /// The largest code that can be stored; nil for measured values.
  var largestCode: Float? {
    switch self {
    case .float32: nil
    case .uint8: Float(UInt8.max)
    case .uint16: Float(UInt16.max)
    }
  }
}
