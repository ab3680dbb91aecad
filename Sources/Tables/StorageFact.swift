/// Something about how a file holds a table, such as its number of row groups, for people who look at it.
public struct StorageFact: Hashable, Sendable, Codable {
  /// What it is about, as `row groups`.
  public var name: String
  /// The fact, as `3`.
  public var value: String

  /// Makes a fact.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
