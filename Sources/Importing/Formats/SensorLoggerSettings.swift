/// The settings in Sensor Logger's `Metadata.csv`.
struct SensorLoggerSettings: Sendable {
  /// `ios` or `android`; nil if not stated.
  var platform: String?
  /// Whether "Standardise Units & Frames" was on; nil if not stated.
  var isStandardised: Bool?
  var appVersion: String?
  var deviceName: String?
  /// The sensors that were recorded, by the names of their files.
  var sensors: [String] = []
  /// The file and line that the settings were read from; nil without a file.
  var place: (path: String, line: Int)?

  /// Whether frames are Apple's, in which gravity points down, rather than Android's; nil if not known.
  var isAppleFrame: Bool? {
    if isStandardised == true { return false }
    return platform.map { $0 == "ios" }
  }

  init(platform: String? = nil) { self.platform = platform }

  /// Reads the table of one row below a header.
  init(_ head: TextHead) throws {
    guard let header = head.header, let line = head.filled.first(where: { $0.number > header.line.number }) else {
      throw ImportError(path: head.file.name, line: 1, "has no line below its header; expected one with the settings")
    }
    let fields = TextDialect.fields(of: line.text, separator: header.dialect.separator)
    func value(_ name: String) -> String? {
      header.names.firstIndex(of: name).flatMap {
        fields.indices.contains($0) && !fields[$0].isEmpty ? fields[$0] : nil
      }
    }
    platform = value("platform")?.lowercased()
    isStandardised = value("standardisation").map { ["true", "1", "yes"].contains($0.lowercased()) }
    appVersion = value("appVersion")
    deviceName = value("device name")
    sensors = value("sensors")?.split(separator: "|").map(String.init) ?? []
    place = (head.file.name, line.number)
  }

  /// The app with its version.
  var application: String { appVersion.map { "Sensor Logger \($0)" } ?? "Sensor Logger" }
}
