import Foundation
import SPBatches
import Synchronization
import Testing

/// A batch of recordings.
struct BatchTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Short recordings whose names are not in the order of their identifiers.
  private func recordings() throws -> [String] {
    [
      try TestRecordings.simulated(.tennis, seed: 3, at: folder("a.h5")),
      try TestRecordings.simulated(.golf, seed: 2, at: folder("b.h5")),
      try TestRecordings.simulated(.baseball, seed: 1, at: folder("c.h5")),
    ]
  }

  private func run(_ paths: [String], output: String, jobs: Int = 1) async throws -> BatchReport {
    let pipeline = try TestPipelines.load("table_tennis.json")
    let batch = TestPipelines.batch(output: folder(output), jobs: jobs)
    return try await batch.run(BatchPlan(pipeline, paths), of: pipeline)
  }

  private func table(_ name: String) throws -> TableText { try TableText(contentsOf: folder(name)) }

  /// Everything below the output folder but records, which hold times.
  private func outputs(_ output: String) throws -> [String: Data] {
    try TestFolder.contents(of: folder(output)).filter { name, _ in
      name != "_meta/run.json" && !name.hasPrefix("_meta/status/")
    }
  }

  @Test("Tables are the same to the byte for every number of jobs, order of inputs, and repetition")
  func determinism() async throws {
    let paths = try recordings()
    #expect(try await run(paths, output: "one").isComplete)
    let expected = try outputs("one")
    // Four tables of three recordings, each joined, the meanings of their columns, the plan, the pipeline and what was joined.
    #expect(expected.count == 20)
    #expect(try await run(paths.reversed(), output: "four", jobs: 4).isComplete)
    #expect(try outputs("four") == expected)
    #expect(try await run(paths, output: "one", jobs: 4).isComplete)
    #expect(try outputs("one") == expected)
  }

  @Test("A joined table has the columns and the rows of its recordings, in the order of their identifiers")
  func joined() async throws {
    let report = try await run(try recordings(), output: "out", jobs: 2)
    let ids = ["baseball-000001", "golf-000002", "tennis-000003"]
    #expect(report.recordings.map(\.recordingID) == ids)
    for name in ["swings", "rejected", "recordings"] {
      let parts = try ids.map { try table("out/\(name)/\($0).parquet") }
      let joined = try table("out/merged/\(name).parquet")
      #expect(parts.allSatisfy { $0.header == joined.header })
      #expect(joined.rows == parts.flatMap(\.rows))
    }
    #expect(try table("out/merged/recordings.parquet")["recording_id"] == ids)
  }

  @Test("Recordings that cannot be read are reported, and the others go on")
  func failures() async throws {
    let good = try TestRecordings.simulated(at: folder("good.h5"))
    try TestRecordings.truncated(good, at: folder("truncated.h5"))
    try folder.write(to: "void.h5")
    let report = try await run([folder("void.h5"), good, folder("truncated.h5")], output: "out", jobs: 2)
    #expect(!report.isComplete)
    #expect(report.count(.done) == 1 && report.count(.failed) == 2)
    for recording in report.recordings where recording.status == .failed {
      #expect(try recording.details().tables == [])
      #expect(recording.errors.count == 1)
      #expect(recording.errors.first?.contains(recording.path) == true)
      #expect(recording.errors.first?.contains("stage \"in\" (readers.hdf5)") == true)
    }
    let errors = report.recordings.flatMap(\.errors)
    #expect(errors.contains { $0.contains("truncated.h5\": cannot open: the file is truncated") })
    #expect(errors.contains { $0.contains("void.h5\": cannot open: the file is empty") })
    #expect(try TestFolder.contents(of: folder("out/swings")).keys.sorted() == ["tennis-000007.parquet"])
    #expect(try table("out/merged/swings.parquet") == table("out/swings/tennis-000007.parquet"))
    // The report on disk is the one returned.
    let stored = try String(contentsOfFile: folder("out/_meta/run.json"), encoding: .utf8)
    #expect(try stored == String(decoding: report.json(), as: UTF8.self))
    // And laid out as the encoder does it that has all of it at once.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    #expect(
      try String(decoding: report.json(), as: UTF8.self) == String(decoding: encoder.encode(report), as: UTF8.self)
        + "\n")
  }

  @Test("Recordings that would write the same files fail, each with the path of the other, and the others run")
  func duplicates() async throws {
    try folder.makeFolder("copy")
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let copy = try TestRecordings.simulated(at: folder("copy/other-name.h5"))
    let other = try TestRecordings.simulated(.golf, seed: 2, at: folder("b.h5"))
    let report = try await run([path, copy, other], output: "out")
    #expect(report.count(.failed) == 2 && report.count(.done) == 1)
    for (one, other) in [(path, copy), (copy, path)] {
      let failed = try #require(report.recordings.first { $0.path == one })
      #expect(
        failed.errors == [
          "\(one): its recording id \"tennis-000007\" is used by \(other), too; expected one file per id"
        ])
      #expect(!failed.isWorthRetrying)
    }
  }

  @Test("A run that fails leaves the tables of an earlier one as they were")
  func earlierOutputs() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    #expect(try await run([path], output: "out").isComplete)
    let before = try outputs("out")

    // Its headers are sound, so that only reading the samples can fail.
    try TestRecordings.damage(path)
    let plan = try BatchPlan(TestPipelines.load("table_tennis.json"), [path])
    #expect(plan.items[0].pipeline.plan(path).isRunnable)
    let report = try await TestPipelines.batch(output: folder("out")).run(plan, of: plan.items[0].pipeline)
    #expect(report.recordings.first?.errors.first?.contains("/accelerometer/acceleration") == true)
    #expect(report.recordings.map(\.status) == [.failed])
    // The plan knows the new file; everything else is as it was.
    let planned = "_meta/plan.jsonl"
    #expect(try outputs("out").filter { $0.key != planned } == before.filter { $0.key != planned })
  }

  @Test("An output that cannot be written fails its recording, and leaves no file in the making")
  func unwritable() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    // A folder cannot be replaced by a file: the last step, the renaming, is what fails.
    try folder.makeFolder("out/rejected/tennis-000007.parquet")
    let report = try await run([path], output: "out")
    #expect(report.recordings.map(\.status) == [.failed])
    let error = try #require(report.recordings.first?.errors.first)
    #expect(error.contains(folder("out/rejected/tennis-000007.parquet")))
    // Nor does any other table of the recording appear: they do so together.
    #expect(try outputs("out").keys.filter { $0.contains(".tmp") || $0.contains("swings/") } == [])
  }

  /// Cancels a batch when a recording ends.
  private final class Canceller: BatchObserver {
    let task = Mutex<Task<BatchReport, any Error>?>(nil)

    func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
      task.withLock { $0?.cancel() }
    }
  }

  @Test(
    "A batch that is cancelled reports what it did not get to, and leaves no file in the making", arguments: [1, 3])
  func cancellation(jobs: Int) async throws {
    let plan = try BatchPlan(TestPipelines.load("table_tennis.json"), try recordings())
    var batch = TestPipelines.batch(output: folder("out"), jobs: jobs)
    let canceller = Canceller()
    batch.observer = canceller
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [batch] in
      for await _ in gate { break }
      return try await batch.run(plan)
    }
    canceller.task.withLock { $0 = task }
    opening.yield()
    let report = try await task.value
    #expect(report.count(.done) >= 1 && report.count(.failed) == 0 && report.recordings.count == 3)
    #expect(report.merged == [])
    let files = try outputs("out").keys
    #expect(files.filter { $0.contains(".tmp") } == [])
    // Tables of the ones that were done are whole.
    let whole = report.recordings.filter { $0.status == .done }.map(\.recordingID)
    for id in whole { #expect(try table("out/recordings/\(id).parquet")["recording_id"] == [id]) }
    guard jobs == 1 else { return }
    // One at a time: nothing was begun after the first.
    #expect(report.count(.interrupted) == 2)
    #expect(files.filter { $0.hasSuffix(".parquet") }.count == 4)
  }

  @Test("Without an output folder nothing is written, and the counts are there")
  func noOutput() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let plan = try BatchPlan(TestPipelines.load("tennis.json"), [path])
    let report = try await TestPipelines.batch(output: nil).run(plan)
    #expect(report.isComplete && report.merged == [])
    #expect(try report.recordings.first?.note("hits") == 2)
    #expect(try TestFolder.contents(of: folder.path).keys.sorted() == ["a.h5"])
  }
}
