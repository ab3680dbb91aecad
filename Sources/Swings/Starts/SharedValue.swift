/// A large value that all copies of its owner share.
final class SharedValue<Value: Hashable & Sendable>: Hashable, Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }

  static func == (first: SharedValue, second: SharedValue) -> Bool { first === second || first.value == second.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
