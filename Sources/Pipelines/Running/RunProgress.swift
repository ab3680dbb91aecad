import Synchronization

/// Follows how far the run of a pipeline on one recording has got.
///
/// The executor tells it which stage begins, and whoever reads the recording what was read of a dataset. A stage's
/// part of the whole is the share of its ``StageEffort``; how far it is in that part, what it has read of what it is
/// expected to read. Make one for each recording.
public final class RunProgress: Sendable {
  /// A recording is at 1 only when it is done, which is for the batch to say.
  private static let limit = 0.999
  /// Smaller steps are not told: they could not be seen, and telling them takes time.
  private static let smallestStep = 0.001

  private struct State {
    var stages: [(id: String, effort: StageEffort)] = []
    var current = 0
    /// Where the current stage begins, in shares.
    var begin = 0.0
    var total = 0.0
    /// What the current stage read of each dataset.
    var read: [String: DatasetReads] = [:]
    var fraction = 0.0
    var told = 0.0
  }

  private let state = Mutex(State())
  private let advanced: @Sendable (_ stageID: String, _ fraction: Double) -> Void

  /// Makes one that has not begun.
  /// - Parameter advanced: called when a stage begins and as it goes on, with its id and how much of the whole run is
  ///   done: from 0 up to, but never at, 1, and never less than before.
  public init(_ advanced: @escaping @Sendable (_ stageID: String, _ fraction: Double) -> Void) {
    self.advanced = advanced
  }

  /// What to hand to whoever reads the recording: it takes the path of a dataset, how many rows of it were read just now,
  /// how many it has in all, and how many bytes the decoded values take.
  public var reading: @Sendable (_ dataset: String, _ rows: Int, _ rowCount: Int, _ bytes: Int) -> Void {
    { self.read($0, rows: $1, rowCount: $2, bytes: $3) }
  }

  /// What the stage that is at work has read so far, by the paths of the datasets.
  var datasets: [String: DatasetReads] { state.withLock(\.read) }

  func begin(_ stages: [PipelineStage]) {
    state.withLock { state in
      state = State()
      state.stages = stages.map { ($0.id, Swift.type(of: $0.stage).effort) }
      state.total = state.stages.reduce(0) { $0 + $1.effort.share }
    }
  }

  func beginStage(_ index: Int) {
    let step = state.withLock { state -> (String, Double)? in
      guard state.stages.indices.contains(index) else { return nil }
      state.begin = state.stages[..<index].reduce(0) { $0 + $1.effort.share }
      state.current = index
      state.read = [:]
      Self.advance(&state)
      state.told = state.fraction
      return (state.stages[index].id, state.fraction)
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
    let done = state.begin + effort.share * min(1, passes / effort.passes)
    guard state.total > 0 else { return }
    state.fraction = max(state.fraction, min(limit, done / state.total))
  }
}
