import Files

/// The values that travel between the stages of one run, seen by one stage at a time through its declared slots.
public struct Workspace: Sendable {
  /// What surrounds the run.
  public let environment: RunEnvironment
  /// What the stages had to say, in order, each with the id of its stage.
  public private(set) var warnings: [StageWarning] = []

  /// The tables that will have been written to files when the run is done, in order.
  public private(set) var writtenTables: [WrittenTable] = []
  /// Files that appear, all together, when every stage has run.
  public private(set) var pendingFiles: [NewFile] = []

  private var values: [SlotReference: any Sendable] = [:]
  private var notes: [String: Double] = [:]
  private var stage: PipelineStage?
  /// What stages have said of their slots before the samples pass.
  private var preparations: [SlotReference: any Sendable] = [:]
  private var pass: (stageID: String, run: @Sendable () throws -> Void)?

  /// The slots that some stage reads.
  private let wanted: Set<SlotReference>

  init(environment: RunEnvironment, wanted: Set<SlotReference> = []) {
    self.environment = environment
    self.wanted = wanted
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

  /// Writes a value to a slot.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public mutating func set<Value>(_ slot: Slot<Value>, _ value: Value) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    values[SlotReference(stageID: stage.id, slot: slot.name)] = value
  }

  /// What the stage that a slot is read from has said of it before the samples pass; nil where it said nothing of the
  /// kind.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports.
  public func preparation<Value, Kind>(of slot: Slot<Value>, as kind: Kind.Type = Kind.self) throws -> Kind? {
    guard let stage else { return nil }
    try stage.checkRead(slot)
    return stage.reads[slot.name].flatMap { preparations[$0] as? Kind }
  }

  /// What this stage has said of a slot that it writes, before the samples passed.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public func ownPreparation<Value, Kind>(of slot: Slot<Value>, as kind: Kind.Type = Kind.self) throws -> Kind? {
    guard let stage else { return nil }
    try stage.checkWrite(slot)
    return preparations[SlotReference(stageID: stage.id, slot: slot.name)] as? Kind
  }

  /// Says something of a slot before the samples pass, for the stages that read it.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public mutating func prepare<Value>(_ slot: Slot<Value>, as preparation: any Sendable) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    preparations[SlotReference(stageID: stage.id, slot: slot.name)] = preparation
  }

  /// Whether a later stage reads a slot that this stage writes, so that filling it is not in vain.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public func isWanted<Value>(_ slot: Slot<Value>) throws -> Bool {
    guard let stage else { return false }
    try stage.checkWrite(slot)
    return wanted.contains(SlotReference(stageID: stage.id, slot: slot.name))
  }

  /// Leaves what has all samples pass, once every stage has said what it needs; readers do. Its time is that of the
  /// stage.
  public mutating func setPass(_ run: @escaping @Sendable () throws -> Void) {
    guard let stage else { return }
    pass = (stage.id, run)
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

  /// Leaves a file to appear when every stage of the run has done its work.
  ///
  /// - Parameters:
  ///   - file: its place and its content, which is written by then or by now.
  ///   - table: the name of the table that it holds, so that a batch can join the tables of one name.
  public mutating func write(_ file: NewFile, table: String? = nil) {
    pendingFiles.append(file)
    if let table { writtenTables.append(WrittenTable(table: table, path: file.path)) }
  }

  // MARK: For the executor

  /// Has one stage say what it needs.
  mutating func prepare(_ stage: PipelineStage) throws {
    self.stage = stage
    defer { self.stage = nil }
    try stage.stage.prepare(&self)
  }

  /// Runs one stage, with the pass of the samples before it if it has left one, and checks that it wrote what it
  /// declares.
  ///
  /// - Returns: The numbers that it noted.
  mutating func run(_ stage: PipelineStage) throws -> [String: Double] {
    self.stage = stage
    notes = [:]
    defer { self.stage = nil }
    if let pass, pass.stageID == stage.id {
      self.pass = nil
      try pass.run()
    }
    try stage.stage.run(&self)
    for port in stage.ports.writes where !port.isOptional {
      guard values[SlotReference(stageID: stage.id, slot: port.name)] != nil else {
        throw SlotError.notWritten(slot: port.name)
      }
    }
    return notes
  }

  /// Drops all values but those named.
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
