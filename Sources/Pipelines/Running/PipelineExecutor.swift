import FoundationEssentials
import SPBasics

extension Pipeline {
  /// Plans the pipeline for one recording. If the plan has no fault, it runs the stages in order.
  ///
  /// It runs in the calling task and checks for cancellation between stages. A value is released when no later stage
  /// reads it.
  /// - Parameters:
  ///   - url: The recording.
  ///   - environment: The surroundings of the run. The input and the pipeline's name are set here.
  ///   - keeping: Slots whose values the result should contain.
  /// - Throws: `PipelineError` with all faults of planning, `StageFailure` from a stage, `FileError` if the files
  ///   cannot be written, or `CancellationError`.
  public func run(
    on url: URL, environment: RunEnvironment = RunEnvironment(), keeping: Set<SlotReference> = []
  ) throws -> RunResult {
    try run(on: url.filePath, environment: environment, keeping: keeping)
  }

  /// Plans and runs the pipeline for the recording at a path, as the public call does.
  package func run(
    on inputPath: String, environment: RunEnvironment = RunEnvironment(), keeping: Set<SlotReference> = []
  ) throws -> RunResult {
    let plan = plan(inputPath)
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    return try run(plan, environment: environment, keeping: keeping)
  }

  /// Runs the stages in order for a planned recording.
  ///
  /// Files are written when all stages have run, so older files stay as they were if a stage fails.
  /// - Throws: `PipelineError` if the plan has faults, `StageFailure` from a stage, `FileError` if the files cannot be
  ///   written, or `CancellationError`.
  public func run(
    _ plan: RecordingPlan, environment: RunEnvironment = RunEnvironment(), keeping: Set<SlotReference> = []
  ) throws -> RunResult {
    var cost = RecordingCost()
    let (result, files) = try execute(plan, environment: environment, keeping: keeping, cost: &cost)
    try WholeFile.write(files)
    return result
  }

  /// Runs the stages in order and returns the files to be written, with the outcome.
  /// - Parameter cost: receives the cost of each stage. After a failure, `failedStage` is the stage that failed.
  /// - Throws: the errors of `run(_:environment:keeping:)`.
  package func execute(
    _ plan: RecordingPlan, environment: RunEnvironment, keeping: Set<SlotReference> = [], cost: inout RecordingCost
  ) throws -> (result: RunResult, files: [NewFile]) {
    guard plan.isRunnable else { throw PipelineError(plan.diagnostics) }
    var environment = environment
    environment.inputPaths = plan.inputPaths
    environment.pipelineName = name
    environment.pipelineSports = sports
    let progress = environment.progress ?? RunProgress { _, _ in }
    environment.progress = progress
    let wanted = stages.reduce(into: keeping) { $0.formUnion($1.reads.values) }
    var workspace = Workspace(environment: environment, wanted: wanted)
    let needed = neededAfterEachStage(keeping: keeping)
    progress.begin(stages)
    // The first stage is the reader. Making all operators counts for it, because it reads during that time.
    var start = ContinuousClock.now
    progress.beginStage(0)
    var operators: [(any StageOperator)?] = []
    for stage in stages {
      try Task.checkCancellation()
      operators.append(try attempt(stage, since: start, progress, &cost) { try workspace.makeOperator(of: stage) })
    }
    for (index, stage) in stages.enumerated() {
      try Task.checkCancellation()
      if index > 0 {
        start = ContinuousClock.now
        progress.beginStage(index)
      }
      let notes = try attempt(stage, since: start, progress, &cost) {
        try operators[index].map { try workspace.finish(stage, $0) } ?? [:]
      }
      // Frees the operator's measurements.
      operators[index] = nil
      cost.stages.append(Self.cost(of: stage, since: start, progress, recordedSeconds: plan.durationS, notes))
      workspace.keepOnly(needed[index])
      // Memory that a stage of a long recording frees would add to the memory that later stages need.
      if plan.durationS ?? 0 >= Self.longS { ProcessFacts.giveBackFreedMemory() }
    }
    try Task.checkCancellation()
    let kept = keeping.compactMap { reference in workspace.value(at: reference).map { (reference, $0) } }
    let result = RunResult(
      inputPath: plan.inputPath, stages: cost.stages.map(\.record), warnings: workspace.warnings,
      writtenTables: workspace.writtenTables, diagnostics: plan.diagnostics,
      kept: Dictionary(uniqueKeysWithValues: kept), momentNotes: workspace.momentNotes)
    return (result, workspace.pendingFiles)
  }

  /// The length from which a recording counts as long, in s.
  private static let longS = 6.0 * 3600

  private static func cost(
    of stage: PipelineStage, since start: ContinuousClock.Instant, _ progress: RunProgress, recordedSeconds: Double?,
    _ notes: [String: Double]
  ) -> RecordingCost.Stage {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let datasets = progress.datasets
    let record = StageRecord(
      id: stage.id, type: stage.type.rawValue, seconds: seconds,
      bytesDecoded: datasets.values.reduce(0) { $0 + $1.bytes },
      samplesRead: datasets.values.reduce(0) { $0 + $1.rows },
      realTimeFactor: recordedSeconds.flatMap { seconds > 0 ? $0 / seconds : nil },
      peakMemoryBytes: ProcessFacts.peakMemoryBytes, notes: notes)
    return RecordingCost.Stage(record: record, datasets: datasets)
  }

  /// Calls a stage. If the stage fails, the error names it.
  private func attempt<Result>(
    _ stage: PipelineStage, since start: ContinuousClock.Instant, _ progress: RunProgress,
    _ cost: inout RecordingCost, _ work: () throws -> Result
  ) throws -> Result {
    do {
      return try work()
    } catch let error as CancellationError {
      throw error
    } catch let error as SourceFailure {
      let source = self.stage(error.stageID) ?? stage
      return try attempt(source, since: start, progress, &cost) { throw error.underlying }
    } catch {
      // The stage's real-time factor is unknown, because the stage did not finish the recording.
      cost.failedStage = Self.cost(of: stage, since: start, progress, recordedSeconds: nil, [:])
      throw StageFailure(stageID: stage.id, stageType: stage.type, underlying: error)
    }
  }

  /// For each stage, the slots whose values are needed after it has run.
  private func neededAfterEachStage(keeping: Set<SlotReference>) -> [Set<SlotReference>] {
    var needed = keeping
    var result: [Set<SlotReference>] = []
    for stage in stages.reversed() {
      result.append(needed)
      needed.formUnion(stage.reads.values)
    }
    return result.reversed()
  }
}
