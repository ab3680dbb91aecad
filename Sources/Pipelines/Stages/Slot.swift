/// A named place for a value of one type that one stage writes and later stages read.
///
/// A slot is a constant that the stages share. It does not contain a value.
public struct Slot<Value: Sendable>: Hashable, Sendable {
  /// The name: a snake_case noun, as `acceleration`.
  public let name: String
  /// The unit of the values, if they have a unit.
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

/// A slot that a stage reads or writes, without the static type of its values.
public struct Port: Hashable, Sendable {
  /// The name of the slot.
  public let name: String
  /// The type of the values.
  public let valueType: ObjectIdentifier
  /// The name of the values' type, for messages: `[Impact]`.
  public let typeName: String
  /// The unit of the values; nil for any unit.
  public let unit: String?
  /// A one-line description of the values.
  public let summary: String
  /// Whether the stage can work without reading it, or may leave it unwritten.
  public let isOptional: Bool
  /// Whether the stage reads or provides the slot's parts while the samples pass. The whole value exists only after the
  /// samples have passed.
  public let isPassing: Bool
  /// Whether the slot must be of the same recording as the stage's other slots of this kind, see
  /// ``PassingValue/isWindowed``.
  let isWindowed: Bool

  private init<Value>(_ slot: Slot<Value>, isOptional: Bool, isPassing: Bool = false, isWindowed: Bool = false) {
    name = slot.name
    valueType = ObjectIdentifier(Value.self)
    typeName = Port.typeName(of: Value.self)
    unit = slot.unit
    summary = slot.summary
    self.isOptional = isOptional
    self.isPassing = isPassing
    self.isWindowed = isWindowed
  }

  /// The device of a session that the values come from; nil for a slot without a device.
  var device: String? { SlotReference.device(of: name) }

  /// The name of the slot with the same values from one device.
  func name(of device: String) -> String { "\(device)/\(name)" }

  /// The name of a type as written in code; a list of impacts is `[Impact]`.
  static func typeName<Value>(of type: Value.Type) -> String {
    let name = "\(type)"
    let head = "Array<"
    guard name.hasPrefix(head), name.hasSuffix(">") else { return name }
    let element = name.dropFirst(head.count).dropLast()
    return element.contains { $0 == "<" || $0 == ">" } ? name : "[\(element)]"
  }

  /// A slot that the stage requires, or always writes.
  public static func required<Value>(_ slot: Slot<Value>) -> Port { Port(slot, isOptional: false) }

  /// A slot that the stage reads if the slot has a value, or writes only for some recordings.
  package static func optional<Value>(_ slot: Slot<Value>) -> Port { Port(slot, isOptional: true) }

  /// A slot whose parts the stage requires, or always provides, while the samples pass.
  public static func passing<Value: PassingValue>(_ slot: Slot<Value>) -> Port {
    Port(slot, isOptional: false, isPassing: true, isWindowed: Value.isWindowed)
  }

  /// A slot whose parts the stage reads if there are any, or provides only for some recordings, while the samples pass.
  package static func optionalPassing<Value: PassingValue>(_ slot: Slot<Value>) -> Port {
    Port(slot, isOptional: true, isPassing: true, isWindowed: Value.isWindowed)
  }
}

/// A value whose parts pass with the samples, before the whole value exists: a stream, or the candidates for events.
public protocol PassingValue: Sendable {
  /// The object that gives the parts.
  associatedtype Source

  /// Whether a stage looks at several such slots together, around the times of events. All of them are then of one
  /// recording.
  static var isWindowed: Bool { get }

  /// Makes a source of an existing value, as for ``StageBench``. The pass over the value is added with
  /// `Workspace.setPass(_:)`.
  static func source(of value: Self, in workspace: inout Workspace) throws -> Source
}

extension PassingValue {
  /// Each slot's parts are read separately, as they come.
  public static var isWindowed: Bool { false }
}

/// The slots that a stage reads and writes with given options.
public struct Ports: Hashable, Sendable {
  /// The slots that the stage reads.
  public let reads: [Port]
  /// The slots that the stage writes. It writes `required` ports for every recording, and `optional` ports only for
  /// some.
  public let writes: [Port]

  /// Makes ports. Names must be unique among the read ports, and among the written ports.
  public init(reads: [Port] = [], writes: [Port] = []) {
    precondition(Set(reads.map(\.name)).count == reads.count, "a stage reads a slot of one name once")
    precondition(Set(writes.map(\.name)).count == writes.count, "a stage writes a slot of one name once")
    self.reads = reads
    self.writes = writes
  }
}

/// A slot of a certain stage of a pipeline, written `hp.acceleration`.
public struct SlotReference: Hashable, Sendable, CustomStringConvertible {
  /// The id of the stage that writes the slot.
  public let stageID: String
  /// The name of the slot.
  public let slot: String

  /// Makes a reference.
  public init(stageID: String, slot: String) {
    self.stageID = stageID
    self.slot = slot
  }

  /// Parses `stage.slot`; nil if a part is missing.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(stageID: String(parts[0]), slot: String(parts[1]))
  }

  /// `hp.acceleration`.
  public var description: String { "\(stageID).\(slot)" }

  /// The device of a session that the values come from; nil for a slot without a device.
  var device: String? { Self.device(of: slot) }

  /// The device that a slot's name begins with: `watch` of `watch/heart_rate`.
  static func device(of slot: String) -> String? { slot.lastIndex(of: "/").map { String(slot[..<$0]) } }
}

/// Facts about the values of a slot from a recording's headers, before any values are read; nil means unknown.
public struct SlotFacts: Hashable, Sendable, Codable {
  /// The unit.
  public var unit: String?
  /// The sample rate in hertz.
  public var rateHz: Double?
  /// The number of samples, rows or events.
  public var count: Int?
  /// The duration in seconds.
  public var durationS: Double?

  /// Makes facts; omitted facts are unknown.
  public init(unit: String? = nil, rateHz: Double? = nil, count: Int? = nil, durationS: Double? = nil) {
    self.unit = unit
    self.rateHz = rateHz
    self.count = count
    self.durationS = durationS
  }

  private enum CodingKeys: String, CodingKey {
    case unit
    case rateHz = "rate_hz"
    case count
    case durationS = "duration_s"
  }
}

/// An error for a stage that uses a slot that it did not declare or that has no value. The fault is the stage's, not
/// the user's.
public enum SlotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stage reads a slot that is not among its ports.
  case undeclaredRead(slot: String, declared: [String])
  /// The stage writes a slot that is not among its ports.
  case undeclaredWrite(slot: String, declared: [String])
  /// The slot is declared with another type of value.
  case wrongType(slot: String, expected: String, found: String)
  /// The stage asks for the parts of a slot that it declares as a whole value.
  case notPassing(slot: String)
  /// The stage provides nothing in a slot that it declares as passing.
  case notProvided(slot: String)
  /// The slot is declared, but has no value: an optional port without wiring, or a slot that was not written.
  case empty(slot: String, source: SlotReference?)
  /// The stage ended without writing a slot that it always writes.
  case notWritten(slot: String)

  /// The misuse, and the declared or expected slots.
  public var description: String {
    switch self {
    case .undeclaredRead(let slot, let declared):
      "reads slot \"\(slot)\", which it does not declare; expected \(Self.list(declared))"
    case .undeclaredWrite(let slot, let declared):
      "writes slot \"\(slot)\", which it does not declare; expected \(Self.list(declared))"
    case .wrongType(let slot, let expected, let found):
      "uses slot \"\(slot)\" with values of type \(found), but declares \(expected)"
    case .notPassing(let slot):
      "takes what passes in slot \"\(slot)\", which it declares as a whole value; expected it to be declared as passing"
    case .notProvided(let slot):
      "passes on nothing in slot \"\(slot)\", which it declares as passing; expected it to provide a source of the slot"
    case .empty(let slot, let source?):
      "reads slot \"\(slot)\", but stage \"\(source.stageID)\" wrote no \"\(source.slot)\" for this recording"
    case .empty(let slot, nil): "reads slot \"\(slot)\", which no stage writes"
    case .notWritten(let slot): "ended without writing slot \"\(slot)\", which it declares"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
