import SPBasics

/// A stage of a loaded pipeline, with checked options and wiring.
public struct PipelineStage: Sendable {
  /// The stage's id, unique in the pipeline.
  public let id: String
  /// The stage's type.
  public let type: StageType
  /// The stage itself.
  public let stage: any Stage
  /// All options of the stage with their values.
  public let options: JSONValue
  /// The slots that the stage reads and writes.
  public let ports: Ports
  /// The slot of an earlier stage for each read port; optional ports without a slot are omitted.
  public internal(set) var reads: [String: SlotReference]
  /// The device of a session whose streams the stage takes; nil if no device in particular.
  public internal(set) var device: String?
  /// The stage's place in the pipeline file.
  public let location: SourcePlace
  /// The stage's source in the file, for the places of its options.
  let node: JSONNode

  /// The place of an option's value if it was given, else the place of the stage.
  func location(of option: String?) -> SourcePlace {
    option.flatMap { node.deepest($0)?.location } ?? location
  }

  func checkRead<Value>(_ slot: Slot<Value>) throws(SlotError) {
    guard let port = ports.reads.first(where: { $0.name == slot.name }) else {
      throw .undeclaredRead(slot: slot.name, declared: ports.reads.map(\.name))
    }
    try check(slot, against: port)
  }

  func checkWrite<Value>(_ slot: Slot<Value>) throws(SlotError) {
    guard let port = ports.writes.first(where: { $0.name == slot.name }) else {
      throw .undeclaredWrite(slot: slot.name, declared: ports.writes.map(\.name))
    }
    try check(slot, against: port)
  }

  private func check<Value>(_ slot: Slot<Value>, against port: Port) throws(SlotError) {
    guard port.valueType == ObjectIdentifier(Value.self) else {
      throw .wrongType(slot: slot.name, expected: port.typeName, found: Port.typeName(of: Value.self))
    }
  }
}

/// The fixed words of the pipeline file format.
enum PipelineFile {
  /// The version of the format.
  static let version = 1
  /// The keys of the file; `$schema` is for editors and is ignored here.
  static let keys = ["$schema", "version", "name", "description", "stages", "tests"]
  /// The keys of a test.
  static let testKeys = ["name", "recording", "expect"]
  /// The keys of a stage that are not options.
  static let reservedKeys: Set<String> = ["id", "type", "reads", "device"]
  /// The form of a stage's id, as a regular expression of JSON Schema.
  static let idPattern = "^[A-Za-z][A-Za-z0-9_-]*$"

  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isASCIILetter else { return false }
    return text.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }
}
