/// Phyphox's files beside the tables of an experiment, in the folder `meta`.
struct PhyphoxFacts: Sendable {
  /// The instant of clock value 0, in ISO 8601.
  private(set) var startTime: String?
  /// The phone.
  private(set) var deviceModel: String?
  /// The app with its version.
  private(set) var application: String?

  init() {}

  /// Whether a file is one of these.
  static func isOne(_ name: String) -> Bool { name.hasSuffix("meta/time.csv") || name.hasSuffix("meta/device.csv") }

  /// Takes what one of the files says: `time.csv` the moments at which the experiment was started and paused, by its own
  /// clock and by the phone's, `device.csv` properties and their values.
  mutating func take(_ name: String, _ head: TextHead) {
    guard let header = head.header else { return }
    let rows = head.filled.filter { $0.number > header.line.number }
      .map { TextDialect.fields(of: $0.text, separator: header.dialect.separator) }
      .filter { $0.count == header.names.count }
    if name.hasSuffix("time.csv") {
      guard let event = header.index(of: "event"), let experiment = header.index(of: "experiment time"),
        let system = header.index(of: "system time"), let start = rows.first(where: { $0[event] == "START" }),
        let own = Double(start[experiment]), let unix = Double(start[system])
      else { return }
      startTime = InstantText.iso8601(unix - own)
    } else {
      let values = Dictionary(rows.filter { $0.count >= 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
      let maker = [values["deviceBrand"], values["deviceModel"]].compactMap(\.self)
      deviceModel = maker.isEmpty ? nil : maker.joined(separator: " ")
      application = values["version"].map { "phyphox \($0)" }
    }
  }
}
