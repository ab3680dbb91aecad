/// A large value that all copies of its owner share.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (first: Shared, second: Shared) -> Bool { first === second || first.value == second.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
