import SPBasics

/// Plans and runs a single stage with given values, without a pipeline. It is meant for tests and notebooks.
///
/// ```swift
/// var bench = try StageBench<HighPassFilter>(options)
/// try bench.provide(acceleration, samples)
/// let outputs = try bench.run()
/// let filtered = try #require(outputs[acceleration])
/// ```
public struct StageBench<S: Stage>: Sendable {
  /// The values, warnings and notes of the stage.
  public struct Outputs {
    /// The warnings.
    public let warnings: [String]
    /// The counts and numbers in its notes.
    public let notes: [String: Double]
    let workspace: Workspace

    /// The value that the stage wrote to a slot, or nil.
    public subscript<Value>(slot: Slot<Value>) -> Value? {
      workspace.value(at: SlotReference(stageID: StageBench.stageID, slot: slot.name)) as? Value
    }
  }

  private static var stageID: String { "stage" }
  private static var sourceID: String { "bench" }

  private var stage: PipelineStage
  private let environment: RunEnvironment
  private var values: [SlotReference: any Sendable] = [:]
  private var facts: [String: SlotFacts] = [:]

  /// Makes a stage from its options.
  ///
  /// - Throws: The first fault of the options, or the error of the stage.
  public init(_ options: S.Options, environment: RunEnvironment = RunEnvironment()) throws {
    if let fault = options.faults().first { throw fault }
    let location = SourcePlace.file("bench")
    stage = PipelineStage(
      id: Self.stageID, type: S.type, stage: try S(options), options: options.encoded(), ports: S.ports(options),
      reads: [:], location: location, node: JSONNode(.object([]), at: location))
    self.environment = environment
  }

  /// Puts a value into a slot that the stage reads, with the facts for planning.
  ///
  /// - Throws: `SlotError`, if the stage does not declare that it reads the slot.
  public mutating func provide<Value>(
    _ slot: Slot<Value>, _ value: Value, facts: SlotFacts = SlotFacts()
  ) throws {
    try stage.checkRead(slot)
    let reference = SlotReference(stageID: Self.sourceID, slot: slot.name)
    stage.reads[slot.name] = reference
    values[reference] = value
    self.facts[slot.name] = facts
  }

  /// Plans the stage and returns the faults and warnings.
  public func plan() -> [Diagnostic] {
    let written = stage.ports.writes.map { SlotReference(stageID: Self.stageID, slot: $0.name) }
    var context = PlanContext(inputPaths: environment.inputPaths, wanted: Set(written))
    for (slot, facts) in facts { context.assume(facts, of: SlotReference(stageID: Self.sourceID, slot: slot)) }
    context.plan(stage)
    return context.diagnostics
  }

  /// Runs the stage without planning. Streams and events among the values pass as in a pipeline.
  ///
  /// - Throws: The error of the stage, or `SlotError` if the stage does not follow its declaration.
  public func run() throws -> Outputs {
    let written = stage.ports.writes.map { SlotReference(stageID: Self.stageID, slot: $0.name) }
    var workspace = Workspace(environment: environment, wanted: Set(written))
    for (reference, value) in values { workspace.put(value, at: reference) }
    let notes = try workspace.finish(stage, workspace.makeOperator(of: stage))
    try WholeFile.write(workspace.pendingFiles)
    return Outputs(warnings: workspace.warnings.map(\.message), notes: notes, workspace: workspace)
  }
}
