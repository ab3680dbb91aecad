import SPBasics
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

/// Facts from the files that phyphox stores in the folder `meta`, next to the tables of an experiment.
struct PhyphoxFacts: Sendable {
  /// The instant at which the experiment's clock was 0, in ISO 8601.
  private(set) var startTime: String?
  /// Brand and model of the phone.
  private(set) var deviceModel: String?
  /// The app with its version.
  private(set) var application: String?

  init() {}

  /// Whether a file contains such facts.
  static func isOne(_ name: String) -> Bool { name.hasSuffix("meta/time.csv") || name.hasSuffix("meta/device.csv") }

  /// Takes the facts of one of the files.
  ///
  /// `time.csv` has the times at which the experiment was started and paused, on its own clock and on the phone's.
  /// `device.csv` has properties with their values.
  mutating func take(_ name: String, _ head: TextHead) {
    guard let header = head.header else { return }
    // Accept both decimal signs: times as text always contain points, so that the file's decimal sign is not detected.
    func number(_ text: String) -> Double? { Double(text.replacing(",", with: ".")) }
    let rows = head.filled.filter { $0.number > header.line.number }
      .map { TextDialect.fields(of: $0.text, separator: header.dialect.separator) }
      .filter { $0.count == header.names.count }
    if name.hasSuffix("time.csv") {
      guard let event = header.index(of: "event"), let experiment = header.index(of: "experiment time"),
        let system = header.index(of: "system time"), let start = rows.first(where: { $0[event] == "START" }),
        let own = number(start[experiment]), let unix = number(start[system])
      else { return }
      startTime = UTCTime.text(nearest: unix - own)
    } else {
      let values = Dictionary(rows.filter { $0.count >= 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
      let maker = [values["deviceBrand"], values["deviceModel"]].compactMap(\.self)
      deviceModel = maker.isEmpty ? nil : maker.joined(separator: " ")
      application = values["version"].map { "phyphox \($0)" }
    }
  }
}
