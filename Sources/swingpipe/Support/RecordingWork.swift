import Parallel
import Pipelines

/// Works on recordings, several at a time; processors that are left help with those under way.
enum RecordingWork {
  /// Works on every recording and hands the outcomes over in the recordings' order, each as soon as it is its turn.
  static func forEach<Outcome: Sendable>(
    _ paths: [String], _ work: @escaping @Sendable (String) throws -> Outcome,
    finished: (String, Result<Outcome, any Error>) -> Void
  ) async {
    let processors = GrantedProcessors.current.count
    let jobs = Supervisor.hasSuspects ? 1 : min(processors, paths.count)
    let spare = SpareWorkers(count: max(0, processors - jobs))
    var waiting: [Int: Result<Outcome, any Error>] = [:]
    var next = 0
    await Concurrently.forEach(
      paths, jobs: jobs,
      { path, _ in SpareWorkers.$current.withValue(spare) { Result { try work(path) } } },
      idle: { spare.add() },
      finished: { index, outcome in
        waiting[index] = outcome
        while let outcome = waiting.removeValue(forKey: next) {
          finished(paths[next], outcome)
          next += 1
        }
      })
  }
}
