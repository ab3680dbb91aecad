import FoundationEssentials
import Glibc
import SPBasics
import SPPipelines
import Synchronization

/// The log of one run: a file of JSON lines in the output folder, written only by the run's own process.
///
/// The lines have `time` and `event`: `run_began`, `recording_done`, `recording_failed`, `recording_interrupted`,
/// `warning`, `error`, `note` and `run_ended`. They are for people and programs that look into a run afterwards; no
/// decision depends on them. If the log cannot be written, this is reported once and has no other effect.
package final class RunLog: BatchObserver {
  /// The facts about the run in the first line of the log.
  package struct Header: Hashable, Sendable {
    /// The pipeline's name.
    package var pipeline: String
    /// The version of the tool.
    package var toolVersion: String
    /// The machine.
    package var host: String
    /// The process.
    package var processID: Int32
    /// When the run began.
    package var began: Date
    /// More members of the first line, such as the shard.
    package var more: [JSONValue.Member]

    /// Makes a header; by default for this process on this machine, now.
    package init(
      pipeline: String, toolVersion: String, host: String = HostName.current, processID: Int32 = getpid(),
      began: Date = Date(), more: [JSONValue.Member] = []
    ) {
      self.pipeline = pipeline
      self.toolVersion = toolVersion
      self.host = host
      self.processID = processID
      self.began = began
      self.more = more
    }
  }

  private struct State {
    var file: LineFile?
    var counts: [RecordingReport.Status: Int] = [:]
    var bytes = 0
    var recordedSeconds = 0.0
    /// The current stage of each worker, which is the place if a recording fails.
    var stages: [Int: String] = [:]
  }

  private let folder: String
  private let header: Header
  private let now: @Sendable () -> Date
  private let couldNotWrite: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// The name of the log of a run: `20261121T093000Z-host-1234.jsonl`.
  package static func fileName(_ header: Header) -> String {
    "\(UTCTime.fileName(header.began))-\(RecordingFileName(header.host).text)-\(header.processID).jsonl"
  }

  /// Prepares the log of a run; the file and its folder are created when the run begins.
  /// - Parameters:
  ///   - folder: The folder of the logs.
  ///   - header: The facts about the run.
  ///   - now: The clock.
  ///   - couldNotWrite: Called with the reason, at most once, if the log cannot be written.
  package init(
    in folder: String, _ header: Header, now: @escaping @Sendable () -> Date = { Date() },
    couldNotWrite: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.header = header
    self.now = now
    self.couldNotWrite = couldNotWrite
  }

  /// The file; nil before the run has begun, and if it cannot be created or written.
  package var path: String? { state.withLock { $0.file?.path } }

  /// Creates a separate file for each run, even if machines made from one image share a name and process numbers.
  private static func create(_ path: String) throws -> LineFile {
    let stem = path.dropLast(".jsonl".count)
    for attempt in 1... {
      do {
        return try LineFile(creating: attempt == 1 ? path : "\(stem)-\(attempt).jsonl")
      } catch let error as FileError where error.code == EEXIST && attempt < 100 {
        continue
      }
    }
    throw FileError(path: path, operation: "create", code: EEXIST)
  }

  /// Makes the file and writes `run_began`.
  package func batchBegan(_ totals: BatchTotals) {
    do {
      let file = try Self.create(folder + "/" + Self.fileName(header))
      state.withLock { $0.file = file }
    } catch {
      return couldNotWrite("the log cannot be written: \(error)")
    }
    write(
      "run_began",
      [
        .init(key: "pipeline", value: .string(header.pipeline)),
        .init(key: "tool_version", value: .string(header.toolVersion)),
        .init(key: "host", value: .string(header.host)),
        .init(key: "pid", value: .integer(Int(header.processID))),
        .init(key: "jobs", value: .integer(totals.jobs)),
        .init(key: "recordings", value: .integer(totals.recordings)),
        .init(key: "bytes", value: .integer(totals.bytes)),
        .init(key: "up_to_date", value: .integer(totals.upToDate)),
      ] + header.more)
  }

  /// Remembers the stage, in case it fails.
  package func recordingAdvanced(worker: Int, stageID: String, fraction: Double) {
    state.withLock { $0.stages[worker] = stageID }
  }

  /// Writes the recording's warnings and its result.
  package func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
    let stage = state.withLock { state in
      state.counts[report.status, default: 0] += 1
      if report.status == .done {
        state.bytes += bytes
        state.recordedSeconds += recordedSeconds ?? 0
      }
      return state.stages.removeValue(forKey: worker)
    }
    let place: [JSONValue.Member] = [
      .init(key: "recording_id", value: .string(report.recordingID)),
      .init(key: "path", value: .string(report.path)),
    ]
    for warning in report.held.warnings { write("warning", place + [.init(key: "message", value: .string(warning))]) }
    let outcome: [JSONValue.Member] = [
      .init(key: "bytes", value: .integer(bytes)), .init(key: "seconds", value: .number(report.seconds)),
    ]
    switch report.status {
    case .done: write("recording_done", place + outcome)
    case .interrupted: write("recording_interrupted", place + outcome)
    case .failed:
      // The first fault is the most relevant; a pipeline that is not suitable for a recording has several.
      let fault = report.faults.first
      func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
      let cause: [JSONValue.Member] = [
        .init(key: "stage", value: text(fault?.stage ?? stage)), .init(key: "cause", value: text(fault?.cause)),
        .init(key: "place", value: text(fault?.place)),
        .init(key: "errors", value: .array(report.errors.map { .string($0) })),
      ]
      write("recording_failed", place + cause + outcome)
    }
  }

  /// Writes `error` or `note`.
  package func batchTold(_ message: String, isError: Bool) {
    write(isError ? "error" : "note", [.init(key: "message", value: .string(message))])
  }

  /// Writes `run_ended`.
  package func batchEnded() {
    let (counts, bytes, recorded) = state.withLock { ($0.counts, $0.bytes, $0.recordedSeconds) }
    write(
      "run_ended",
      [
        .init(key: "done", value: .integer(counts[.done] ?? 0)),
        .init(key: "failed", value: .integer(counts[.failed] ?? 0)),
        .init(key: "interrupted", value: .integer(counts[.interrupted] ?? 0)),
        .init(key: "bytes", value: .integer(bytes)),
        .init(key: "recorded_s", value: .number(recorded)),
        .init(key: "seconds", value: .number(max(0, now().timeIntervalSince(header.began)))),
      ])
  }

  private func write(_ event: String, _ members: [JSONValue.Member]) {
    let time = UTCTime.text(now())
    let head: [JSONValue.Member] = [
      .init(key: "time", value: .string(time)), .init(key: "event", value: .string(event)),
    ]
    let line = JSONValue.object(head + members).inline
    let failure = state.withLock { state -> String? in
      do {
        try state.file?.append(line)
        return nil
      } catch {
        state.file = nil
        return "the log cannot be written any more: \(error)"
      }
    }
    if let failure { couldNotWrite(failure) }
  }
}
