import SPBasics

/// The values passed between the stages of one run. Each stage can access only its declared slots.
public struct Workspace {
  /// The surroundings of the run.
  public let environment: RunEnvironment
  /// The stages' warnings, in order, each with the id of its stage.
  public private(set) var warnings: [StageWarning] = []

  /// The tables written to files by the end of the run, in order.
  public private(set) var writtenTables: [WrittenTable] = []
  /// Files that appear together when every stage has run.
  public private(set) var pendingFiles: [NewFile] = []

  private var values: [SlotReference: any Sendable] = [:]
  /// The numbers in each stage's notes, by the stage's id.
  private var notes: [String: [String: Double]] = [:]
  /// The notes of stages around the moment to be explained.
  private(set) var momentNotes: [SlotReference: any Sendable] = [:]
  private var stage: PipelineStage?
  /// The sources of the slots whose parts pass with the samples.
  private var sources: [SlotReference: () throws -> Any] = [:]
  /// Objects that sources share.
  private var shared: [String: Any] = [:]
  private var passes: [(stageID: String, run: () throws -> Void)] = []

  /// The slots that a stage reads, or whose values the caller keeps.
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

  /// The value of a slot that the stage reads, or nil if no value was written.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports.
  package func getIfPresent<Value>(_ slot: Slot<Value>) throws -> Value? {
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

  /// The source of a slot's parts, which pass with the samples; for ``Stage/makeOperator(_:)``.
  ///
  /// - Throws: `SlotError`, if the slot is not declared as passing among the stage's read ports, or nothing passes in
  ///   it.
  public mutating func source<Value: PassingValue>(of slot: Slot<Value>) throws -> Value.Source {
    if let source = try sourceIfPresent(of: slot) { return source }
    throw SlotError.empty(slot: slot.name, source: stage?.reads[slot.name])
  }

  /// The source of a slot's parts, or nil if nothing passes in the slot.
  ///
  /// - Throws: `SlotError`, if the slot is not declared as passing among the stage's read ports.
  package mutating func sourceIfPresent<Value: PassingValue>(of slot: Slot<Value>) throws -> Value.Source? {
    guard let stage else { return nil }
    try stage.checkRead(slot)
    guard stage.ports.reads.contains(where: { $0.name == slot.name && $0.isPassing }) else {
      throw SlotError.notPassing(slot: slot.name)
    }
    guard let reference = stage.reads[slot.name] else { return nil }
    if let source = sources[reference] {
      do {
        guard let source = try source() as? Value.Source else {
          preconditionFailure("slot \(slot.name) has two types of sources")
        }
        return source
      } catch {
        throw SourceFailure(stageID: reference.stageID, underlying: error)
      }
    }
    guard let value = values[reference] as? Value else { return nil }
    let source = try Value.source(of: value, in: &self)
    sources[reference] = { source }
    return source
  }

  /// Provides the source of a slot's parts, which pass with the samples; for ``Stage/makeOperator(_:)``.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - source: Makes the source when a later stage asks for it.
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  public mutating func provide<Value: PassingValue>(
    _ slot: Slot<Value>, _ source: @escaping @autoclosure () throws -> Value.Source
  ) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    sources[SlotReference(stageID: stage.id, slot: slot.name)] = source
  }

  /// An object that several sources share, made for the first source.
  package mutating func share<Object>(_ name: String, _ make: (inout Workspace) throws -> Object) rethrows -> Object {
    if let object = shared[name] as? Object { return object }
    let object = try make(&self)
    shared[name] = object
    return object
  }

  /// Whether a slot that this stage writes needs a value: a later stage reads it, or the caller keeps it.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  package func isWanted<Value>(_ slot: Slot<Value>) throws -> Bool {
    guard let stage else { return false }
    try stage.checkWrite(slot)
    return wanted.contains(SlotReference(stageID: stage.id, slot: slot.name))
  }

  /// Sets the closure that passes all samples; readers call this method. The closure runs once, after every stage has
  /// made its operator. Its time counts for the reader.
  package mutating func setPass(_ run: @escaping () throws -> Void) {
    if let stage { passes.append((stage.id, run)) }
  }

  /// Adds a warning for the user; the run continues.
  package mutating func warn(_ message: String) {
    guard let stage else { return }
    warnings.append(StageWarning(stageID: stage.id, message: message))
  }

  /// Notes a count in the stage's record: `note("events", 12)`. A later count with the same name replaces it.
  public mutating func note(_ name: String, _ count: Int) { note(name, Double(count)) }

  /// Notes a number in the stage's record. A later number with the same name replaces it.
  public mutating func note(_ name: String, _ value: Double) {
    if let stage { notes[stage.id, default: [:]][name] = value }
  }

  /// Stores a measurement around `RunEnvironment.explainedTimes`.
  ///
  /// - Parameters:
  ///   - value: The measurement; an object may be filled until the end of the run.
  ///   - slot: The name of the measured slot.
  package mutating func noteMoment(_ value: some Sendable, _ slot: String) {
    if let stage { momentNotes[SlotReference(stageID: stage.id, slot: slot)] = value }
  }

  /// Adds a file that appears when every stage of the run has finished.
  ///
  /// - Parameters:
  ///   - file: The file's path and its content, which may be written later.
  ///   - table: The name of the file's table. A batch can join tables with the same name.
  public mutating func write(_ file: NewFile, table: String? = nil) {
    pendingFiles.append(file)
    if let table { writtenTables.append(WrittenTable(table: table, path: file.path)) }
  }

  // MARK: For the executor

  /// Makes the operator of a stage, and checks that it provides each stream that its ports declare.
  mutating func makeOperator(of stage: PipelineStage) throws -> any StageOperator {
    self.stage = stage
    defer { self.stage = nil }
    let work = try stage.stage.makeOperator(&self)
    for port in stage.ports.writes where port.isPassing && !port.isOptional {
      guard sources[SlotReference(stageID: stage.id, slot: port.name)] != nil else {
        throw SlotError.notProvided(slot: port.name)
      }
    }
    return work
  }

  /// Finishes a stage, after the pass of the samples if the stage has set one. Checks that the stage wrote the slots
  /// that it declares.
  ///
  /// - Returns: The numbers in the stage's notes.
  mutating func finish(_ stage: PipelineStage, _ work: any StageOperator) throws -> [String: Double] {
    self.stage = stage
    defer { self.stage = nil }
    let own = passes.filter { $0.stageID == stage.id }
    passes.removeAll { $0.stageID == stage.id }
    for pass in own { try pass.run() }
    if !own.isEmpty { (sources, shared) = ([:], [:]) }
    try work.finish(&self)
    for port in stage.ports.writes where !port.isOptional {
      guard values[SlotReference(stageID: stage.id, slot: port.name)] != nil else {
        throw SlotError.notWritten(slot: port.name)
      }
    }
    return notes.removeValue(forKey: stage.id) ?? [:]
  }

  /// Drops all values except the values of `kept` slots.
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

/// An error of a source, attributed to the stage that provides the source.
struct SourceFailure: Error {
  var stageID: String
  var underlying: any Error
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
