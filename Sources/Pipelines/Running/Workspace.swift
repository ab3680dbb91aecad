/// The values that travel between the stages of one run, seen by one stage at a time through its declared slots.
public struct Workspace: Sendable {
  /// What surrounds the run.
  public let environment: RunEnvironment
  /// What the stages had to say, in order, each with the id of its stage.
  public private(set) var warnings: [StageWarning] = []

  /// The tables that will have been written to files when the run is done, in order.
  public private(set) var writtenTables: [WrittenTable] = []
  /// Files that appear, all together, when every stage has run.
  public private(set) var pendingFiles: [(path: String, bytes: [UInt8])] = []

  private var values: [SlotReference: any Sendable] = [:]
  private var notes: [String: Double] = [:]
  private var stage: PipelineStage?
  private var neededLater: Set<SlotReference> = []

  init(environment: RunEnvironment) {
    self.environment = environment
  }

  // MARK: For stages

  /// The value of a slot that the stage reads.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports or nothing was written to it.
  public func get<Value>(_ slot: Slot<Value>) throws -> Value {
    if let value = try getIfPresent(slot) { return value }
    throw SlotError.empty(slot: slot.name, source: stage?.reads[slot.name])
  }

  /// The value of a slot that the stage reads, or nothing if none was written to it.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports.
  public func getIfPresent<Value>(_ slot: Slot<Value>) throws -> Value? {
    guard let stage else { return nil }
    try stage.checkRead(slot)
    return stage.reads[slot.name].flatMap { values[$0] as? Value }
  }

  /// Whether a stage after this one reads the value of a slot that this one reads too, so that what is found on the way
  /// is worth keeping.
  public func isReadLater<Value>(_ slot: Slot<Value>) -> Bool {
    stage?.reads[slot.name].map(neededLater.contains) ?? false
  }

  /// Writes a value to a slot.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public mutating func set<Value>(_ slot: Slot<Value>, _ value: Value) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    values[SlotReference(stageID: stage.id, slot: slot.name)] = value
  }

  /// Tells the user something that does not keep the run from going on.
  public mutating func warn(_ message: String) {
    guard let stage else { return }
    warnings.append(StageWarning(stageID: stage.id, message: message))
  }

  /// Records a count for the stage's record: `note("events", 12)`; the last one of a name stays.
  public mutating func note(_ name: String, _ count: Int) {
    notes[name] = Double(count)
  }

  /// Records a number for the stage's record; the last one of a name stays.
  public mutating func note(_ name: String, _ value: Double) {
    notes[name] = value
  }

  /// Leaves a file to be written when every stage of the run has done its work.
  ///
  /// - Parameters:
  ///   - bytes: its content.
  ///   - path: where it will be.
  ///   - table: the name of the table that it holds, so that a batch can join the tables of one name.
  public mutating func write(_ bytes: [UInt8], to path: String, table: String? = nil) {
    pendingFiles.append((path: path, bytes: bytes))
    if let table { writtenTables.append(WrittenTable(table: table, path: path)) }
  }

  // MARK: For the executor

  /// Runs one stage and checks that it wrote what it declares.
  ///
  /// - Parameters:
  ///   - stage: the stage.
  ///   - neededLater: the slots that stages after it read.
  /// - Returns: The numbers that it noted.
  mutating func run(_ stage: PipelineStage, neededLater: Set<SlotReference> = []) throws -> [String: Double] {
    self.stage = stage
    self.neededLater = neededLater
    notes = [:]
    defer { self.stage = nil }
    try stage.stage.run(&self)
    for port in stage.ports.writes where !port.isOptional {
      guard values[SlotReference(stageID: stage.id, slot: port.name)] != nil else {
        throw SlotError.notWritten(slot: port.name)
      }
    }
    return notes
  }

  /// Lets go of all values but some.
  mutating func keepOnly(_ kept: Set<SlotReference>) {
    values = values.filter { kept.contains($0.key) }
  }

  mutating func put(_ value: any Sendable, at reference: SlotReference) {
    values[reference] = value
  }

  func value(at reference: SlotReference) -> (any Sendable)? {
    values[reference]
  }
}

/// Something that a stage had to say about a recording that did not keep it from going on.
public struct StageWarning: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The id of the stage.
  public let stageID: String
  /// What it said.
  public let message: String

  /// `stage "hit": no impacts found`.
  public var description: String { "stage \"\(stageID)\": \(message)" }

  private enum CodingKeys: String, CodingKey {
    case stageID = "stage"
    case message
  }
}
