import SPBasics

/// The view of one stage while a pipeline is planned for one recording, before any of the recording's data is read.
public struct PlanContext: Sendable {
  /// The known facts about a slot's value.
  enum Entry: Hashable, Sendable {
    case present(SlotFacts)
    case absent(reason: String?)
  }

  /// The path of the recording, or the paths of all recordings of a session.
  public let inputPaths: [String]
  /// The facts known so far about the slots of all stages.
  private(set) var entries: [SlotReference: Entry] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  /// The recording's identifier, as given by its reader.
  private(set) var recordingID: String?
  /// The sports that the recording states, each with the built-in pipeline for it.
  private var sports: [(name: String, pipeline: String?)] = []
  private var stage: PipelineStage?

  /// The slots that a stage reads.
  private let wanted: Set<SlotReference>

  /// The path of the recording; for a session, the path of its first recording.
  public var inputPath: String { inputPaths.first ?? "" }

  init(inputPaths: [String], wanted: Set<SlotReference> = []) {
    self.inputPaths = inputPaths
    self.wanted = wanted
  }

  // MARK: For stages

  /// The facts about a slot that the stage reads. If nothing is known, they contain only the slot's declared unit.
  ///
  /// - Throws: `SlotError` if the slot is not among the stage's read ports, or will have no value.
  package func facts<Value>(_ slot: Slot<Value>) throws -> SlotFacts {
    if let facts = try factsIfPresent(slot) { return facts }
    throw SlotError.empty(slot: slot.name, source: stage?.reads[slot.name])
  }

  /// The facts about a slot that the stage reads, or nil if the slot will not have a value.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's read ports.
  package func factsIfPresent<Value>(_ slot: Slot<Value>) throws -> SlotFacts? {
    try stage?.checkRead(slot)
    guard let source = stage?.reads[slot.name], case .present(let facts) = entries[source] else { return nil }
    return facts
  }

  /// States facts about a slot that the stage writes. Without a unit the declared unit applies.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  package mutating func setFacts<Value>(_ slot: Slot<Value>, _ facts: SlotFacts) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    var facts = facts
    facts.unit = facts.unit ?? stage.ports.writes.first { $0.name == slot.name }?.unit
    entries[SlotReference(stageID: stage.id, slot: slot.name)] = .present(facts)
  }

  /// States that the stage will not write an optional slot for this recording. Stages that need the slot are then
  /// reported.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - reason: The reason, as a clause: "it has no stream device_motion".
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  package mutating func setAbsent<Value>(_ slot: Slot<Value>, because reason: String? = nil) throws {
    guard let stage else { return }
    try stage.checkWrite(slot)
    entries[SlotReference(stageID: stage.id, slot: slot.name)] = .absent(reason: reason)
  }

  /// Whether a later stage reads a slot that this stage writes. An unused value need not be valid.
  ///
  /// - Throws: `SlotError`, if the slot is not among the stage's written ports.
  package func isWanted<Value>(_ slot: Slot<Value>) throws -> Bool {
    guard let stage else { return false }
    try stage.checkWrite(slot)
    return wanted.contains(SlotReference(stageID: stage.id, slot: slot.name))
  }

  /// Sets the recording's identifier, unique in a data set; readers call it.
  package mutating func identify(as recordingID: String) {
    self.recordingID = recordingID
  }

  /// States the recording's sport; readers call it for each recording that names a known sport.
  ///
  /// If the pipeline is for other sports, the plan has a warning.
  /// - Parameters:
  ///   - sport: The sport, as stages name it.
  ///   - pipeline: The built-in pipeline for the sport; nil without such a pipeline.
  package mutating func state(sport: String, pipeline: String?) { sports.append((sport, pipeline)) }

  /// Reports that an option is not valid for this recording: `fault(option: "pass_hz", "expected less than 50 Hz,
  /// ...")`.
  ///
  /// - Parameters:
  ///   - option: The option concerned.
  ///   - message: The expected and the found value.
  ///   - suggestion: A value that would be valid; nil for none.
  ///   - cause: The problem with the recording, for readers who did not set the option. It is the first part of the
  ///     message.
  package mutating func fault(
    option: String? = nil, _ message: String, cause: String? = nil, suggestion: String? = nil
  ) {
    report(.error, option: option, message, cause: cause, suggestion: suggestion)
  }

  /// Reports an error caused by the recording, and whether another try may help.
  package mutating func fault(_ error: any Error) {
    // The diagnostic names the recording already.
    let message = error.message
    let path = "\(inputPath): "
    report(
      .error, option: nil, message.hasPrefix(path) ? String(message.dropFirst(path.count)) : message,
      isWorthRetrying: SPBasics.isWorthRetrying(error))
  }

  /// Reports that an option is unsuitable for this recording, though the pipeline can run.
  package mutating func warning(option: String? = nil, _ message: String) {
    report(.warning, option: option, message)
  }

  // MARK: For the planner

  /// Plans one stage: checks its inputs, calls it, and records the result.
  mutating func plan(_ stage: PipelineStage) {
    self.stage = stage
    defer { self.stage = nil }
    for port in stage.ports.writes {
      entries[SlotReference(stageID: stage.id, slot: port.name)] = .present(SlotFacts(unit: port.unit))
    }
    let before = diagnostics.count
    for port in stage.ports.reads { check(port, of: stage) }
    // Without its inputs a stage could only repeat the fault that was just reported.
    guard !diagnostics.dropFirst(before).hasErrors else { return }
    do {
      try stage.stage.plan(&self)
    } catch let fault as OptionFault {
      self.fault(option: fault.option, fault.message, suggestion: fault.suggestion)
    } catch {
      fault(error)
    }
  }

  /// Warns of the first stated sport that the pipeline is not for.
  mutating func compareSports(with pipeline: Pipeline) {
    let mismatches = sports.lazy.compactMap { SportMismatch($0.name, suitable: $0.pipeline, pipeline) }
    guard let mismatch = mismatches.first else { return }
    var warning = Diagnostic(.warning, at: .file(pipeline.file), recording: inputPath, message: mismatch.clause)
    warning.sport = mismatch.sport
    diagnostics.append(warning)
  }

  /// Sets facts about a slot that no stage writes.
  mutating func assume(_ facts: SlotFacts, of reference: SlotReference) {
    entries[reference] = .present(facts)
  }

  private mutating func check(_ port: Port, of stage: PipelineStage) {
    guard let source = stage.reads[port.name], let entry = entries[source] else { return }
    switch entry {
    case .absent(let reason):
      guard !port.isOptional else { return }
      let because = reason.map { ": \($0)" } ?? ""
      let meant = port.name == source.slot ? "" : ", the \"\(source.slot)\" of stage \"\(source.stageID)\""
      fault("needs \"\(port.name)\"\(meant), which this recording cannot give\(because)")
    case .present(let facts):
      guard let expected = port.unit, let found = facts.unit, expected != found else { return }
      fault("slot \"\(port.name)\": expected unit \"\(expected)\", but \"\(source)\" is in \"\(found)\"")
    }
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, option: String?, _ message: String, cause: String? = nil,
    suggestion: String? = nil, isWorthRetrying: Bool = false
  ) {
    guard let stage else { return }
    let message = option.map { "option \"\($0)\": \(message)" } ?? message
    var diagnostic = Diagnostic(
      severity, at: stage.location(of: option), stageID: stage.id, stageType: stage.type.rawValue, option: option,
      recording: inputPath, message: cause.map { "\($0); \(message)" } ?? message, suggestion: suggestion)
    diagnostic.cause = cause
    diagnostic.isWorthRetrying = isWorthRetrying
    diagnostics.append(diagnostic)
  }
}

/// A recording that states another sport than its pipeline is for.
package struct SportMismatch: Hashable, Sendable {
  /// The sport that the recording states.
  package let sport: String
  /// The problem, as a clause without a subject.
  package let clause: String

  /// Compares a recording's sport with the sports of a pipeline.
  /// - Parameters:
  ///   - sport: The recording's sport; nil without a sport, or for an unknown sport.
  ///   - suitable: The built-in pipeline for the sport; nil without such a pipeline.
  ///   - pipeline: The pipeline.
  /// - Returns: nil without a sport, for a pipeline for any sport, and if the sports match.
  package init?(_ sport: String?, suitable: String?, _ pipeline: Pipeline) {
    guard let sport, pipeline.isForOtherSports(than: sport) else { return nil }
    self.sport = sport
    clause =
      "states the sport \(sport), but the pipeline \"\(pipeline.name)\" is for "
      + pipeline.sports.joined(separator: " or ")
      + (suitable.map { "; expected the pipeline \($0)" } ?? "; no built-in pipeline is for \(sport)")
  }
}
