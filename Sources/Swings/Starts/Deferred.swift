/// Something to tell of a candidate that is put into words when it is asked for.
///
/// A day of a recording has tens of thousands of candidates, of which few are asked about: what was measured takes less
/// memory than what is said of it. Two are the same where they say the same.
struct Deferred<Value: Hashable & Sendable>: Hashable, Sendable {
  private let make: @Sendable () -> Value

  /// - Parameter make: says it, from what it holds on to; the same each time.
  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  var value: Value { make() }

  static func == (first: Deferred, second: Deferred) -> Bool { first.value == second.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Deferred {
  /// A list and what follows it.
  func appending<Element>(_ more: @escaping @Sendable () -> [Element]) -> Deferred where Value == [Element] {
    Deferred { [make] in make() + more() }
  }

  /// A list and what comes before it.
  func prepending<Element>(_ more: @escaping @Sendable () -> [Element]) -> Deferred where Value == [Element] {
    Deferred { [make] in more() + make() }
  }
}
