/// A named place for a value of one type that one stage writes and later stages read.
///
/// A slot is a constant shared by the stages that use it; it holds no value itself.
public struct Slot<Value: Sendable>: Hashable, Sendable {
  /// The name: a snake_case noun, as `acceleration`.
  public let name: String
  /// The unit of the values, if they have one.
  public let unit: String?
  /// A one-line description of the values.
  public let summary: String

  /// Makes a slot.
  public init(_ name: String, unit: String? = nil, summary: String) {
    self.name = name
    self.unit = unit
    self.summary = summary
  }

  /// The slot of the same values from one device of a session, named `watch/heart_rate`; this slot for no device.
  public func of(device: String?) -> Slot {
    guard let device else { return self }
    return Slot("\(device)/\(name)", unit: unit, summary: "\(summary), of the device \(device)")
  }
}
