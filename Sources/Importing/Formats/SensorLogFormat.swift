import SPBasics
import SPRecordings

/// SensorLog (B. Thomas): one CSV in Apple's frames, with a field of timestamps for each sensor.
enum SensorLogFormat {
  private static let axes = ["X", "Y", "Z"]

  static let rules = TableRules(streams: [
    .init(
      name: .accelerometer, times: ["accelerometerTimestamp_sinceReboot"],
      datasets: [.init(name: "acceleration", stems: axes.map { "accelerometerAcceleration\($0)" }, unit: .g)]),
    .init(
      name: .deviceMotion, times: ["motionTimestamp_sinceReboot"],
      datasets: [
        .init(name: "attitude", stems: ["W", "X", "Y", "Z"].map { "motionQuaternion\($0)" }, unit: .dimensionless),
        .init(name: "rotation_rate", stems: axes.map { "motionRotationRate\($0)" }, unit: .radiansPerSecond),
        .init(name: "gravity", stems: axes.map { "motionGravity\($0)" }, unit: .g),
        .init(name: "user_acceleration", stems: axes.map { "motionUserAcceleration\($0)" }, unit: .g),
      ]),
  ])

  /// The gyroscope alone, for files without device motion.
  private static let gyroscope = TableRules(streams: [
    .init(
      name: .deviceMotion, times: ["gyroTimestamp_sinceReboot"],
      datasets: [.init(name: "rotation_rate", stems: axes.map { "gyroRotation\($0)" }, unit: .radiansPerSecond)])
  ])

  static func table(_ head: TextHead) throws -> RecognisedTable? {
    guard let header = head.header, let logging = header.index(of: "loggingTime"),
      header.names.contains(where: { $0.contains("Timestamp_sinceReboot") })
    else { return nil }
    var streams = try rules.streams(head, header)
    if !streams.contains(where: { $0.name == .deviceMotion }) { streams += try gyroscope.streams(head, header) }
    guard !streams.isEmpty else {
      throw head.error(
        header.line,
        "has no acceleration, device motion or rotation rate; expected fields such as accelerometerAccelerationX(G)")
    }
    let plan = TablePlan(
      dialect: header.dialect, names: header.names, fieldCount: header.names.count,
      firstLine: head.firstLine(behind: header.line).number, streams: streams)
    var table = RecognisedTable(.sensorLog, head, plan, below: header)
    table.application = "SensorLog"
    table.timeOrigin = "boot"
    // The start time is the time at which the first row was logged, shortly after its sample.
    let logged = head.firstText(ofField: logging, from: plan.firstLine, separator: header.dialect.separator)
    table.startTime = logged.flatMap { UTCTime.seconds($0) }.flatMap(UTCTime.text(nearest:))
    if let note = MissingOffset.note(on: "times in \(plan.name(ofField: logging))", first: logged) {
      table.notes = [note]
    }
    return table
  }
}
