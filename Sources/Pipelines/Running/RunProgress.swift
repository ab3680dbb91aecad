import Synchronization

/// Tracks the progress of a pipeline's run on one recording.
///
/// The executor reports which stage begins, and the reader of the recording reports which rows were read. A stage's
/// part of the whole is the fraction given by its ``StageEffort``. The progress within a stage is the amount read
/// relative to the expected amount. Make one object for each recording.
public final class RunProgress: Sendable {
  /// The batch decides when a recording is done. Only then is the value 1 reached.
  private static let limit = 0.999
  /// Smaller steps are not reported, because they would be invisible and reporting takes time.
  private static let smallestStep = 0.001

  private struct State {
    var stages: [(id: String, effort: StageEffort)] = []
    var current = 0
    /// The start of the current stage, as a fraction.
    var begin = 0.0
    var total = 0.0
    /// The reads of the current stage, by dataset.
    var read: [String: DatasetReads] = [:]
    var fraction = 0.0
    var told = 0.0
  }

  private let state = Mutex(State())
  private let advanced: @Sendable (_ stageID: String, _ fraction: Double) -> Void

  /// Makes progress at 0.
  /// - Parameter advanced: called when a stage begins and during it, with its id and the fraction of the whole run that
  ///   is done. The fraction is from 0 to less than 1, and never decreases.
  public init(_ advanced: @escaping @Sendable (_ stageID: String, _ fraction: Double) -> Void) {
    self.advanced = advanced
  }

  /// A closure that the reader of the recording calls after reading rows. Its arguments are the path of a dataset, the
  /// number of rows just read, the number of all rows, and the size of the decoded values in bytes.
  public var reading: @Sendable (_ dataset: String, _ rows: Int, _ rowCount: Int, _ bytes: Int) -> Void {
    { self.read($0, rows: $1, rowCount: $2, bytes: $3) }
  }

  /// The reads of the current stage so far, by the paths of the datasets.
  var datasets: [String: DatasetReads] { state.withLock(\.read) }

  func begin(_ stages: [PipelineStage]) {
    state.withLock { state in
      state = State()
      state.stages = stages.map { ($0.id, Swift.type(of: $0.stage).effort) }
      state.total = state.stages.reduce(0) { $0 + $1.effort.fraction }
    }
  }

  func beginStage(_ index: Int) {
    let step = state.withLock { state -> (String, Double)? in
      guard state.stages.indices.contains(index) else { return nil }
      state.begin = state.stages[..<index].reduce(0) { $0 + $1.effort.fraction }
      state.current = index
      state.read = [:]
      Self.advance(&state)
      state.told = state.fraction
      return (state.stages[index].id, state.fraction)
    }
    if let step { advanced(step.0, step.1) }
  }

  /// Reports that work continues, for a stage that waits for something other than samples.
  package func touch() {
    let step = state.withLock { state in
      state.stages.indices.contains(state.current) ? (state.stages[state.current].id, state.fraction) : nil
    }
    if let step { advanced(step.0, step.1) }
  }

  private func read(_ dataset: String, rows: Int, rowCount: Int, bytes: Int) {
    let step = state.withLock { state -> (String, Double)? in
      guard state.stages.indices.contains(state.current) else { return nil }
      state.read[dataset, default: DatasetReads()].add(DatasetReads(rowCount: rowCount, rows: rows, bytes: bytes))
      Self.advance(&state)
      guard state.fraction - state.told >= Self.smallestStep else { return nil }
      state.told = state.fraction
      return (state.stages[state.current].id, state.fraction)
    }
    if let step { advanced(step.0, step.1) }
  }

  private static func advance(_ state: inout State) {
    let effort = state.stages[state.current].effort
    let passes = state.read.values.reduce(0) { max($0, $1.passes) }
    let done = state.begin + effort.fraction * min(1, passes / effort.passes)
    guard state.total > 0 else { return }
    state.fraction = max(state.fraction, min(limit, done / state.total))
  }
}
