/// The name of a kind of stage in two parts: `filters.high_pass`.
public struct StageType: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The whole name.
  public let rawValue: String

  /// The part before the dot: `filters`.
  public var family: String { String(rawValue.prefix { $0 != "." }) }

  /// The part behind the dot: `high_pass`.
  public var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

  /// Takes a name of two snake_case parts with a dot between; nothing if it is not one.
  public init?(_ text: String) {
    guard text.wholeMatch(of: /[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*/) != nil else { return nil }
    rawValue = text
  }

  /// Takes a literal, which must be two snake_case parts with a dot between.
  public init(stringLiteral value: String) {
    guard let type = StageType(value) else {
      preconditionFailure("\"\(value)\" is no stage type; expected \"family.name\" in snake_case")
    }
    self = type
  }

  /// The whole name.
  public var description: String { rawValue }

  /// The family of the stages that open a recording; a pipeline begins with one of them.
  public static let readerFamily = "readers"

  /// The family of the stages that leave something behind, whose outputs nobody need read.
  public static let writerFamily = "writers"
}
