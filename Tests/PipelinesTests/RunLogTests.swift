import Foundation
import Synchronization
import Testing

@testable import SPBatches
@testable import SPPipelines

struct RunLogTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/swingpipe-log-" + UUID().uuidString
  // 2026-11-21 09:30:00 UTC.
  private static let moment = Date(timeIntervalSince1970: 1_795_253_400)

  private func header() -> RunLog.Header {
    RunLog.Header(
      pipeline: "baseball", toolVersion: "1.2.3", host: "node/1", processID: 77, began: Self.moment,
      more: [.init(key: "shard", value: "1/4")])
  }

  private func report(_ id: String, _ status: RecordingReport.Status) -> RecordingReport {
    RecordingReport(WorkItem(recordingID: id, path: "in/\(id).h5", stamp: nil), status: status)
  }

  private struct Empty: Error, CustomStringConvertible {
    var description: String { "no samples" }
  }

  @Test("Each line is an object: the run, its recordings, their warnings and failures, and its end")
  func lines() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = RunLog(in: folder + "/logs", header(), now: { Self.moment + 2.5 }) { Issue.record("\($0)") }
    log.batchBegan(BatchTotals(sizes: [10, 20, 30], upToDate: 5, jobs: 2))
    log.recordingBegan(id: "a", path: "in/a.h5", bytes: 10, recordedSeconds: nil, worker: 0)
    log.recordingBegan(id: "b", path: "in/b.h5", bytes: 20, recordedSeconds: nil, worker: 1)
    log.recordingAdvanced(worker: 0, stageID: "in", fraction: 0.1)
    log.recordingAdvanced(worker: 1, stageID: "hit", fraction: 0.1)
    var done = report("a", .done)
    done.held.warnings = ["one\ngap"]
    done.seconds = 0.5
    log.recordingFinished(done, bytes: 10, recordedSeconds: 60, worker: 0)
    var failed = report("b", .failed)
    failed.add(StageFailure(stageID: "hit", stageType: "detectors.impact", underlying: Empty()), at: "in/b.h5")
    log.recordingFinished(failed, bytes: 20, recordedSeconds: nil, worker: 1)
    log.recordingBegan(id: "c", path: "in/c.h5", bytes: 30, recordedSeconds: nil, worker: 1)
    log.recordingFinished(report("c", .failed), bytes: 30, recordedSeconds: nil, worker: 1)
    log.batchTold("tables were not joined", isError: true)
    log.batchEnded()

    let path = try #require(log.path)
    #expect(path == folder + "/logs/20261121T093000Z-node%2F1-77.jsonl")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(text.hasSuffix("\n"))
    #expect(
      lines.map { $0["event"] as? String } == [
        "run_began", "warning", "recording_done", "recording_failed", "recording_failed", "error", "run_ended",
      ])
    #expect(lines.allSatisfy { $0["time"] as? String == "2026-11-21T09:30:02.500Z" })
    #expect(lines[0]["host"] as? String == "node/1")
    #expect(lines[0]["shard"] as? String == "1/4")
    #expect(["recordings", "bytes", "up_to_date", "jobs", "pid"].map { lines[0][$0] as? Int } == [3, 60, 5, 2, 77])
    #expect(lines[1]["recording_id"] as? String == "a")
    #expect(lines[1]["message"] as? String == "one\ngap")
    #expect(lines[2]["seconds"] as? Double == 0.5)
    #expect(lines[3]["stage"] as? String == "hit")
    #expect(lines[3]["cause"] as? String == "no samples")
    #expect(lines[3]["path"] as? String == "in/b.h5")
    #expect(lines[3]["errors"] as? [String] == ["in/b.h5: stage \"hit\" (detectors.impact): no samples"])
    // A worker's next recording has no stage before one begins.
    #expect(lines[4]["stage"] is NSNull)
    #expect(["done", "failed", "interrupted", "bytes"].map { lines[6][$0] as? Int } == [1, 2, 0, 10])
    #expect(lines[6]["seconds"] as? Double == 2.5)
  }

  @Test("A second run of one name has a log of its own")
  func sameName() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let logs = (0..<2).map { _ in RunLog(in: folder, header()) { Issue.record("\($0)") } }
    for log in logs { log.batchBegan(BatchTotals(sizes: [])) }
    #expect(logs.map { $0.path?.hasSuffix("-77.jsonl") } == [true, false])
    #expect(logs[1].path?.hasSuffix("-77-2.jsonl") == true)
    for log in logs {
      let path = try #require(log.path)
      #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 1)
    }
  }

  @Test("A log that cannot be written is told once, and nothing else comes of it")
  func unwritable() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data().write(to: URL(fileURLWithPath: folder))
    let told = Mutex<[String]>([])
    let log = RunLog(in: folder, header()) { message in told.withLock { $0.append(message) } }
    log.batchBegan(BatchTotals(sizes: [1]))
    log.batchEnded()
    #expect(log.path == nil)
    let messages = told.withLock(\.self)
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("the log cannot be written: \(folder): cannot make the folder") == true)
  }
}
