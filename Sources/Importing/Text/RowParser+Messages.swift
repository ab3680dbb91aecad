import SPBasics
import SPRecordings

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
