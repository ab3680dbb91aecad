import SPRecordings

/// WitMotion's sensors: ax, ay, az with wx, wy, wz, one line for each sensor and moment.
///
/// At rest the sensor reads +1 g against gravity, so the sign of the acceleration is changed. The angles are left out:
/// the layout has attitudes only as quaternions, in another frame.
enum WitFormat {
  private static let times = ["Time", "time", "Chip Time"]

  static let rules = TableRules(streams: [
    .init(
      name: .accelerometer, times: times,
      datasets: [.init(name: "acceleration", stems: ["ax", "ay", "az"], unit: .g, isInverted: true)]),
    .init(
      name: .deviceMotion, times: times,
      datasets: [.init(name: "rotation_rate", stems: ["wx", "wy", "wz"], unit: .degreesPerSecond)]),
  ])

  static func table(_ head: TextHead) throws -> RecognisedTable? {
    guard let header = head.header, header.fields.contains(where: { $0.stem == "ax" && $0.unit != nil }),
      let plan = try rules.plan(head, header)
    else { return nil }
    try requireOneSensor(head, header)
    var table = RecognisedTable(.wit, head, plan, below: header)
    table.application = "WIT"
    table.timeOrigin = plan.streams[0].time.format == .instant ? "unix" : "start"
    table.notes = ["acceleration changed its sign: the sensor reads +1 g upwards at rest"]
    return table
  }

  /// Throws if the head of the file has lines of several sensors, which would mix several wrists in one recording.
  private static func requireOneSensor(_ head: TextHead, _ header: TextHead.Header) throws {
    let field = header.names.firstIndex { ["address", "device name", "devicename"].contains($0.lowercased()) }
    guard let field else { return }
    var first: String?
    for line in head.filled where line.number > header.line.number {
      let fields = TextDialect.fields(of: line.text, separator: header.dialect.separator)
      guard fields.count == header.names.count else { continue }
      if let first, fields[field] != first {
        throw head.error(
          line, "is from the sensor \(fields[field]), and earlier lines from \(first); expected one sensor per file")
      }
      first = fields[field]
    }
  }
}
