import SPBasics
import SPBatches
import SPSignals

/// Works on recordings, several at a time. Idle processors help with recordings in progress.
enum RecordingWork {
  /// Works on every recording and delivers the outcomes in the recordings' order, each as soon as possible.
  /// - Parameters:
  ///   - paths: the recordings.
  ///   - name: the name of the work. It identifies stored outcomes: after a crash, finished recordings are skipped.
  ///   - work: makes the outcome of a recording.
  ///   - finished: takes a recording and its outcome.
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

/// A command's results for a recording, as text and as JSON. It can be stored, so that it survives a crash.
struct RecordingText: Codable, Sendable {
  var text: String
  /// An indented JSON object.
  var json: String

  /// The mapping that is proposed for a file of another layout; empty without a proposal, nil for a known layout.
  var mapping: String?

  init(_ text: String, _ value: some Encodable, mapping: String? = nil) throws {
    self.text = text
    self.mapping = mapping
    json = try JSONOutput.text(value)
  }
}
