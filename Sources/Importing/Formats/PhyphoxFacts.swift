import SPBasics

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
