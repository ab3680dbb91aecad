import Dispatch
import Logging
import SPBasics
import SPTables
import Synchronization

/// The display for a `ProgressReporter`.
package protocol ProgressOutput: Sendable {
  /// Whether events go to programs, which need each of them.
  var isForPrograms: Bool { get }

  /// Begins to show progress.
  /// - Returns: whether lines can be redrawn.
  func beginLive() -> Bool

  /// Replaces the drawn lines.
  func drawLive(_ figures: ProgressFigures)

  /// Removes the drawn lines.
  func endLive()

  /// Writes a permanent line.
  /// - Parameters:
  ///   - text: the line.
  ///   - level: its severity; nil if the text states it.
  ///   - event: the kind of event, for programs.
  ///   - members: further data for programs.
  func tell(_ text: String, level: Logger.Level?, event: String, _ members: [JSONValue.Member])
}

/// Reports the progress of a batch: with lines that are redrawn if possible, otherwise with a line now and then.
package final class ProgressReporter: BatchObserver {
  private struct State {
    var model = ProgressModel()
    var schedule = ReportSchedule()
    var timer: (any DispatchSourceTimer)?
    var isLive = false
  }

  private let output: any ProgressOutput
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  // Not a task: the threads that run tasks are busy with recordings.
  private let queue = DispatchQueue(label: "progress")
  private let state = Mutex(State())

  package init(to output: any ProgressOutput) {
    self.output = output
    start = clock.now
  }

  deinit { state.withLock { $0.timer?.cancel() } }

  private var nowS: Double { (clock.now - start) / .seconds(1) }

  /// Begins to report a batch.
  package func batchBegan(_ totals: BatchTotals) {
    let isLive = output.beginLive()
    let now = nowS
    let figures = state.withLock { state in
      state.model.begin(totals, atS: now)
      state.isLive = isLive
      state.timer = startTimer(interval: isLive ? .milliseconds(100) : .milliseconds(500))
      return state.model.figures(atS: now)
    }
    if output.isForPrograms {
      let count = "\(counted(totals.recordings, "recording")) to run, \(totals.upToDate) up to date"
      let later = JSONValue.Member(key: "later_recordings", value: .integer(totals.laterRecordings))
      output.tell(count, level: nil, event: "batch_began", figures.json + [later])
    }
  }

  /// Counts a recording as in progress.
  package func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int) {
    let now = nowS
    state.withLock {
      $0.model.beginRecording(id: id, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker, atS: now)
    }
  }

  /// Notes the progress of a recording.
  package func recordingAdvanced(worker: Int, stageID: String, fraction: Double) {
    let now = nowS
    state.withLock { $0.model.advance(worker: worker, stageID: stageID, fraction: fraction, atS: now) }
  }

  /// Counts a recording as finished; programs get an event for each.
  package func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
    let now = nowS
    state.withLock {
      $0.model.finishRecording(
        report.status, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker, atS: now)
    }
    guard output.isForPrograms else { return }
    output.tell(
      "\(report.recordingID): \(report.status.rawValue)", level: nil, event: "recording_finished",
      [
        .init(key: "recording_id", value: .string(report.recordingID)),
        .init(key: "path", value: .string(report.path)),
        .init(key: "status", value: .string(report.status.rawValue)),
        .init(key: "bytes", value: .integer(bytes)),
        .init(key: "recorded_s", value: .optional(recordedSeconds)),
        .init(key: "seconds", value: .optional(report.seconds)),
      ])
  }

  /// Reports the result of the batch, and stops.
  package func batchEnded() {
    let now = nowS
    let figures = state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      return state.model.figures(atS: now)
    }
    output.endLive()
    output.tell(ProgressText.closing(figures), level: .info, event: "batch_ended", figures.json)
  }

  private func startTimer(interval: DispatchTimeInterval) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [weak self] in self?.tick() }
    timer.resume()
    return timer
  }

  private func tick() {
    let now = nowS
    let due = state.withLock { state -> (figures: ProgressFigures, isLive: Bool)? in
      guard state.timer != nil else { return nil }
      let figures = state.model.figures(atS: now)
      guard state.isLive || state.schedule.isDue(atS: figures.elapsedS) else { return nil }
      return (figures, state.isLive)
    }
    guard let (figures, isLive) = due else { return }
    if isLive {
      output.drawLive(figures)
    } else {
      output.tell(ProgressText.line(figures), level: .info, event: "progress", figures.json)
    }
  }
}

/// When progress lines are due without a terminal: often at first, then less and less.
package struct ReportSchedule: Sendable {
  private var nextS = 2.0

  /// Makes the schedule of a run that begins now: the first line is due after 2 s.
  package init() {}

  /// Whether a line is due at a time since the beginning, in s; if so, the next one is due later.
  package mutating func isDue(atS elapsedS: Double) -> Bool {
    guard elapsedS >= nextS else { return false }
    nextS = elapsedS + Self.intervalS(after: elapsedS)
    return true
  }

  /// Every 10 s in the first minute, 30 s in the first ten, a minute in the first hour, then 5 minutes.
  private static func intervalS(after elapsedS: Double) -> Double {
    switch elapsedS {
    case ..<60: 10
    case ..<600: 30
    case ..<3600: 60
    default: 300
    }
  }
}
