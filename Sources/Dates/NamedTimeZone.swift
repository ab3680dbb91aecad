import FoundationEssentials

/// A time zone of the system's tables, by its name.
///
/// `TimeZone` of Foundation knows names by tables of its own, which would double the size of the tool.
public struct NamedTimeZone: Hashable, Sendable {
  /// Its name, such as `Europe/Berlin`.
  public let identifier: String
  private let rules: ZoneRules

  /// Greenwich Mean Time, whether or not the system has tables.
  public static let gmt = NamedTimeZone(identifier: "GMT", rules: ZoneRules(offset: 0))

  private init(identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
  }

  /// The time zone of a name; nil if the system has no table of it.
  public init?(identifier: String) {
    let parts = identifier.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Names are paths in the folder of the tables, and stay in it.
    guard parts.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") }), !identifier.utf8.contains(0),
      let bytes = Self.table(identifier), let rules = ZoneRules(bytes)
    else {
      guard identifier == Self.gmt.identifier else { return nil }
      self = .gmt
      return
    }
    self.init(identifier: identifier, rules: rules)
  }

  /// The time zone of this machine, or the one that the environment's `TZ` names; GMT if neither is known.
  public static var current: NamedTimeZone {
    let environment = ProcessInfo.processInfo.environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if let environment, !environment.isEmpty { return NamedTimeZone(identifier: environment) ?? .gmt }
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime"),
      let folder = path.firstRange(of: "zoneinfo/")
    else { return .gmt }
    return NamedTimeZone(identifier: String(path[folder.upperBound...])) ?? .gmt
  }

  /// How far its clocks are ahead of GMT at a moment, in s.
  public func secondsFromGMT(for moment: Date) -> Int {
    rules.offset(at: Int(moment.timeIntervalSince1970.rounded(.down)))
  }

  /// Two are the same if their names are.
  public static func == (one: NamedTimeZone, other: NamedTimeZone) -> Bool { one.identifier == other.identifier }

  /// Its name is what counts.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  private static func table(_ name: String) -> Data? {
    let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
    return try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
  }
}
