import JSON
import Parallel
import Pipelines

/// Works on recordings, several at a time; processors that are left help with those under way.
enum RecordingWork {
  /// Works on every recording and hands the outcomes over in the recordings' order, each as soon as it is its turn.
  /// - Parameters:
  ///   - paths: the recordings.
  ///   - name: what is done with them; outcomes are kept under it, and no recording is worked on again after a crash.
  static func forEach<Outcome: Sendable & Codable>(
    _ paths: [String], as name: String, _ work: @escaping @Sendable (String) throws -> Outcome,
    finished: (String, Result<Outcome, any Error>) -> Void
  ) async {
    let crashes = Supervisor.crashHistory
    let processors = GrantedProcessors.current.count
    let jobs = Supervisor.process.hasSuspects ? 1 : min(processors, paths.count)
    let spare = SpareWorkers(count: max(0, processors - jobs))
    let order = crashes.order(of: paths, for: name)
    var waiting: [Int: Result<Outcome, any Error>] = [:]
    var next = 0
    await Concurrently.forEach(
      order.map { paths[$0] }, jobs: jobs,
      { path, worker in
        SpareWorkers.$current.withValue(spare) {
          Result { try crashes.attempt(path, keeping: name, worker: worker, failsAtOnce: false) { try work(path) } }
        }
      },
      idle: { spare.add() },
      finished: { index, outcome in
        waiting[order[index]] = outcome
        while let outcome = waiting.removeValue(forKey: next) {
          finished(paths[next], outcome)
          next += 1
        }
      })
  }
}

/// What a command has to say of a recording, for people and for programs: in a form that outlives a crash.
struct RecordingText: Codable, Sendable {
  var text: String
  /// An indented JSON object.
  var json: String

  init(_ text: String, _ value: some Encodable) throws {
    self.text = text
    json = try JSONOutput.text(value)
  }
}
