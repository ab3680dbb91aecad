/// A value that few of many things have: those without one take a single word for it.
enum Rare<Value: Hashable & Sendable>: Hashable, Sendable {
  case none
  indirect case some(Value)

  /// Keeps a value, unless it is the usual one.
  init(_ value: Value, unless usual: Value) { self = value == usual ? .none : .some(value) }

  /// The value; nil if there is none.
  var value: Value? { if case .some(let value) = self { value } else { nil } }

  /// The value, or the usual one, which is not kept.
  subscript(or usual: Value) -> Value {
    get { value ?? usual }
    set { self = Rare(newValue, unless: usual) }
  }
}
