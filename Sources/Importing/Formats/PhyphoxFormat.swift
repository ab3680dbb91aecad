import SPRecordings
import SPSignals

/// phyphox: a table for each sensor, with fields such as `Acceleration x (m/s^2)`.
///
/// All phones use Android's frames, in which the acceleration at rest points upwards. The sign of accelerations is
/// therefore changed.
enum PhyphoxFormat {
  private static func stems(_ name: String) -> [String] { ["x", "y", "z"].map { "\(name) \($0)" } }

  static let rules = TableRules(streams: [
    .init(
      name: .accelerometer, times: ["Time"],
      datasets: [
        .init(name: "acceleration", stems: stems("Acceleration"), unit: .metersPerSecondSquared, isInverted: true)
      ]),
    .init(
      name: .deviceMotion, times: ["Time"],
      datasets: [
        .init(name: "rotation_rate", stems: stems("Gyroscope"), unit: .radiansPerSecond),
        .init(
          name: "user_acceleration", stems: stems("Linear Acceleration"), unit: .metersPerSecondSquared,
          isInverted: true),
      ]),
  ])

  static func table(_ head: TextHead) throws -> RecognisedTable? {
    guard let header = head.header, header.fields.contains(where: { $0.stem == "Time" && $0.unit == "s" }),
      let plan = try rules.plan(head, header)
    else { return nil }
    var table = RecognisedTable(.phyphox, head, plan, below: header)
    table.application = "phyphox"
    table.timeOrigin = "start"
    if plan.streams.contains(where: { $0.datasets.contains { $0.name.hasSuffix("acceleration") } }) {
      table.notes = ["acceleration changed its sign: the app has it point upwards at rest"]
    }
    return table
  }
}
