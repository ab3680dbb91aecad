/// A fact about how a file stores a table, such as its number of row groups, for display.
public struct StorageFact: Hashable, Sendable, Codable {
  /// Its subject, such as `row groups`.
  public var name: String
  /// The fact, as `3`.
  public var value: String

  /// Makes a fact.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
