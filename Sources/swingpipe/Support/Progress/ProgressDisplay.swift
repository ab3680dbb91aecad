import Dispatch
import Pipelines
import Synchronization

/// Shows how far a batch has got: lines that are drawn over again on a terminal, a line now and then elsewhere.
final class ProgressDisplay: BatchObserver {
  private struct State {
    var model = ProgressModel()
    var schedule = ReportSchedule()
    var timer: (any DispatchSourceTimer)?
    var isLive = false
  }

  private let console: Console
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  // Not a task: the threads that tasks run on are busy with recordings.
  private let queue = DispatchQueue(label: "progress")
  private let state = Mutex(State())

  init(console: Console = .shared) {
    self.console = console
    start = clock.now
  }

  deinit { state.withLock { $0.timer?.cancel() } }

  private var nowS: Double { (clock.now - start) / .seconds(1) }

  func batchBegan(_ totals: BatchTotals) {
    let isLive = console.beginLive()
    let now = nowS
    let figures = state.withLock { state in
      state.model.begin(totals, atS: now)
      state.isLive = isLive
      state.timer = startTimer(interval: isLive ? .milliseconds(100) : .milliseconds(500))
      return state.model.figures(atS: now)
    }
    if console.format == .json {
      let count = "\(counted(totals.recordings, "recording")) to run, \(totals.upToDate) up to date"
      console.tell(count, event: "batch_began", figures.json)
    }
  }

  func recordingBegan(id: String, path: String, bytes: Int, recordedSeconds: Double?, worker: Int) {
    let now = nowS
    state.withLock {
      $0.model.beginRecording(id: id, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker, atS: now)
    }
  }

  func recordingAdvanced(worker: Int, stageID: String, fraction: Double) {
    let now = nowS
    state.withLock { $0.model.advance(worker: worker, stageID: stageID, fraction: fraction, atS: now) }
  }

  func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
    let now = nowS
    state.withLock {
      $0.model.finishRecording(
        report.status, bytes: bytes, recordedSeconds: recordedSeconds, worker: worker, atS: now)
    }
    guard console.format == .json else { return }
    console.tell(
      "\(report.recordingID): \(report.status.rawValue)", event: "recording_finished",
      [
        .init(key: "recording_id", value: .string(report.recordingID)),
        .init(key: "path", value: .string(report.path)),
        .init(key: "status", value: .string(report.status.rawValue)),
        .init(key: "bytes", value: .integer(bytes)),
        .init(key: "recorded_s", value: .optional(recordedSeconds)),
        .init(key: "seconds", value: .optional(report.seconds)),
      ])
  }

  func batchEnded() {
    let now = nowS
    let figures = state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      return state.model.figures(atS: now)
    }
    console.endLive()
    console.tell(ProgressText.closing(figures), level: .info, event: "batch_ended", figures.json)
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
      let size = console.terminal.size
      // A line that fills the last column makes some terminals begin another.
      console.draw(ProgressText.live(figures, columns: size.columns - 1, rows: size.rows - 1))
    } else {
      console.tell(ProgressText.line(figures), level: .info, event: "progress", figures.json)
    }
  }
}
