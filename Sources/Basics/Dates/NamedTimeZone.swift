import FoundationEssentials

/// A time zone of the system's tables, by its name.
///
/// Foundation's `TimeZone` brings its own tables of names, which would double the size of the tool.
public struct NamedTimeZone: Hashable, Sendable {
  /// Its name, such as `Europe/Berlin`.
  public let identifier: String
  private let rules: ZoneRules

  /// Greenwich Mean Time, whether or not the system has tables.
  package static let gmt = NamedTimeZone(identifier: "GMT", rules: ZoneRules(offset: 0))
  /// The accepted names of GMT. A system without tables is mostly set to one of them.
  private static let namesOfGMT: Set = [gmt.identifier, "UTC", "Etc/UTC", "Etc/GMT"]

  private init(identifier: String, rules: ZoneRules) {
    self.identifier = identifier
    self.rules = rules
  }

  /// The time zone of a name; nil if the system has no table of it.
  public init?(identifier: String) {
    let parts = identifier.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // Names are paths in the folder of the tables, and must not lead out of this folder.
    guard parts.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") }), !identifier.utf8.contains(0),
      let bytes = Self.table(identifier), let rules = ZoneRules(bytes)
    else {
      guard Self.namesOfGMT.contains(identifier) else { return nil }
      self.init(identifier: identifier, rules: Self.gmt.rules)
      return
    }
    self.init(identifier: identifier, rules: rules)
  }

  /// The time zone that the environment's `TZ` names, or else the time zone of this machine.
  ///
  /// It is nil if the system has no table of the time zone. Without a time zone from `TZ` or the machine, it is GMT, as
  /// in the C library.
  package static var current: NamedTimeZone? {
    let environment = ProcessInfo.processInfo.environment["TZ"].map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }
    if let environment, !environment.isEmpty, !environment.hasPrefix("/") {
      return NamedTimeZone(identifier: environment)
    }
    let file = environment.flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/localtime"
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
    // A name in the folder of the tables may itself be a link to another name.
    for path in [file, target].compactMap(\.self) {
      if let folder = path.firstRange(of: "zoneinfo/") {
        return NamedTimeZone(identifier: String(path[folder.upperBound...]))
      }
    }
    // A copy of a table has no name.
    return FileManager.default.fileExists(atPath: file) ? nil : .gmt
  }

  /// Local time minus GMT at a moment, in s.
  package func secondsFromGMT(for moment: Date) -> Int {
    rules.offset(at: Int(moment.timeIntervalSince1970.rounded(.down)))
  }

  /// Two time zones are equal if their names are equal.
  public static func == (one: NamedTimeZone, other: NamedTimeZone) -> Bool { one.identifier == other.identifier }

  /// Hashes the name alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  private static func table(_ name: String) -> Data? {
    let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
    return try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
  }
}
