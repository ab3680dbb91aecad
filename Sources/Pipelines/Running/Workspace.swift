import Files

/// The values passed between the stages of one run; each stage sees only its declared slots.
public struct Workspace: Sendable {
  /// The surroundings of the run.
  public let environment: RunEnvironment
  /// The stages' warnings, in order, each with the id of its stage.
  public private(set) var warnings: [StageWarning] = []

  /// The tables written to files by the end of the run, in order.
  public private(set) var writtenTables: [WrittenTable] = []
  /// Files that appear, all together, when every stage has run.
  public private(set) var pendingFiles: [NewFile] = []

  private var values: [SlotReference: any Sendable] = [:]
  private var notes: [String: Double] = [:]
  private var stage: PipelineStage?
  /// Announcements by stages about their slots before the samples pass.
  private var preparations: [SlotReference: any Sendable] = [:]
  private var pass: (stageID: String, run: @Sendable () throws -> Void)?

  /// The slots that some stage reads, or whose values the caller keeps.
  private let wanted: Set<SlotReference>

  init(environment: RunEnvironment, wanted: Set<SlotReference> = []) {
    self.environment = environment
    self.wanted = wanted
  }

  // MARK: For stages

  /// The id of the stage, for messages that name its options.
  package var stageID: String { stage?.id ?? "" }

  /// The value of a slot that the stage reads.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports or nothing was written to it.
  public func get<Value>(_ slot: Slot<Value>) throws -> Value {
    if let value = try getIfPresent(slot) { return value }
    throw SlotError.empty(slot: slot.name, source: stage?.reads[slot.name])
  }

  /// The value of a slot that the stage reads, or nil if none was written to it.
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

  /// The announcement by the stage that writes a slot, made before the samples pass; nil if there is none of this
  /// type.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports.
  public func preparation<Value, Kind>(of slot: Slot<Value>, as kind: Kind.Type = Kind.self) throws -> Kind? {
    guard let stage else { return nil }
    try stage.checkRead(slot)
    return stage.reads[slot.name].flatMap { preparations[$0] as? Kind }
  }

  /// This stage's own announcement about a slot that it writes, made before the samples passed.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public func ownPreparation<Value, Kind>(of slot: Slot<Value>, as kind: Kind.Type = Kind.self) throws -> Kind? {
    guard let stage else { return nil }
    try stage.checkWrite(slot)
    return preparations[SlotReference(stageID: stage.id, slot: slot.name)] as? Kind
  }

  /// Announces a fact about a slot before the samples pass, for the stages that read it.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public mutating func prepare<Value>(_ slot: Slot<Value>, as preparation: any Sendable) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    preparations[SlotReference(stageID: stage.id, slot: slot.name)] = preparation
  }

  /// Whether a slot that this stage writes needs a value, since a later stage reads it or the caller keeps it.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public func isWanted<Value>(_ slot: Slot<Value>) throws -> Bool {
    guard let stage else { return false }
    try stage.checkWrite(slot)
    return wanted.contains(SlotReference(stageID: stage.id, slot: slot.name))
  }

  /// Sets the closure that passes all samples; readers call it. It runs once, after every stage has prepared, and its
  /// time counts for the reader.
  public mutating func setPass(_ run: @escaping @Sendable () throws -> Void) {
    guard let stage else { return }
    pass = (stage.id, run)
  }

  /// Adds a warning for the user; the run continues.
  public mutating func warn(_ message: String) {
    guard let stage else { return }
    warnings.append(StageWarning(stageID: stage.id, message: message))
  }

  /// Notes a count in the stage's record: `note("events", 12)`; the last one of a name stays.
  public mutating func note(_ name: String, _ count: Int) {
    notes[name] = Double(count)
  }

  /// Notes a number in the stage's record; the last one of a name stays.
  public mutating func note(_ name: String, _ value: Double) {
    notes[name] = value
  }

  /// Adds a file that appears when every stage of the run has finished.
  ///
  /// - Parameters:
  ///   - file: its path and its content, which may be written later.
  ///   - table: the name of its table, so that a batch can join the tables of one name.
  public mutating func write(_ file: NewFile, table: String? = nil) {
    pendingFiles.append(file)
    if let table { writtenTables.append(WrittenTable(table: table, path: file.path)) }
  }

  // MARK: For the executor

  /// Prepares one stage.
  mutating func prepare(_ stage: PipelineStage) throws {
    self.stage = stage
    defer { self.stage = nil }
    try stage.stage.prepare(&self)
  }

  /// Runs one stage, after the pass of the samples if it has set one, and checks that it wrote the slots that it
  /// declares.
  ///
  /// - Returns: The numbers in its notes.
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

  /// Drops all values except those named.
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

/// A warning of a stage about a recording.
public struct StageWarning: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The id of the stage.
  public let stageID: String
  /// The text.
  public let message: String

  /// `stage "hit": no impacts found`.
  public var description: String { "stage \"\(stageID)\": \(message)" }

  private enum CodingKeys: String, CodingKey {
    case stageID = "stage"
    case message
  }
}
