import Foundation
import SPBasics
import SPBatches
import SPHDF5
import SPPipelines
import SPStages
import Testing

/// Going on where an earlier run stopped.
struct UpToDateCheckTests {
  private let folder: TestFolder
  private let output: OutputFolder

  init() throws {
    folder = try TestFolder()
    output = OutputFolder(folder("out"))
  }

  /// Two tables, of which only one depends on the detector.
  private static let text = """
    { "version": 1, "stages": [
      { "id": "in", "type": "readers.hdf5" },
      { "id": "overview", "type": "features.recording" },
      { "id": "overview_out", "type": "writers.table", "folder": "recordings" },
      { "id": "hp", "type": "filters.high_pass" },
      { "id": "hit", "type": "detectors.impact" },
      { "id": "table", "type": "features.impact" },
      { "id": "out", "type": "writers.table", "folder": "impacts" } ] }
    """

  private func pipeline(_ overrides: String...) throws -> Pipeline {
    try TestPipelines.load(text: Self.text, overrides: overrides)
  }

  private func plan(
    _ pipeline: Pipeline, version: String = "test", overwrites: Bool = false, isVerified: Bool = false
  ) async throws -> BatchPlan {
    let upToDate = UpToDateCheck(
      of: BatchTarget(pipeline, toolVersion: version), in: output, isVerified: isVerified)
    let list = try WorkList(pipeline, [folder("a.h5")], known: output.plan())
    var plan = await BatchPlan(pipeline, list, resuming: upToDate, jobs: 1)
    if overwrites { plan.overwrite() }
    return plan
  }

  /// Why the one recording would run; empty where it is up to date.
  private func reasons(
    _ pipeline: Pipeline, version: String = "test", overwrites: Bool = false, isVerified: Bool = false
  ) async throws -> [String] {
    try await plan(pipeline, version: version, overwrites: overwrites, isVerified: isVerified)
      .items[0].decision.reasons
  }

  @discardableResult
  private func run(_ pipeline: Pipeline) async throws -> BatchReport {
    try await TestPipelines.batch(output: output.path).run(plan(pipeline), of: pipeline)
  }

  private func table(_ name: String) throws -> TableText { try TableText(contentsOf: folder("out/\(name)")) }

  private func modified(_ name: String) throws -> FileStamp { try FileStamp(of: folder("out/\(name)")) }

  @Test("What is done is not done again")
  func upToDate() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    #expect(try await reasons(pipeline()) == ["new"])
    #expect(try await run(pipeline()).recordings.map(\.status) == [.done])
    let before = try modified("impacts/tennis-000007.parquet")
    #expect(try await reasons(pipeline()) == [])
    let report = try await run(pipeline())
    #expect(report.isComplete && report.upToDateCount == 1)
    // What is known of it from before is still told.
    #expect(try report.recordings[0].note("impacts") == 3)
    #expect(try modified("impacts/tennis-000007.parquet") == before)
    #expect(try await reasons(pipeline(), overwrites: true) == ["overwrite"])
  }

  @Test("A changed option makes those tables alone again that depend on it")
  func options() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let overview = try modified("recordings/tennis-000007.parquet")
    let impacts = try table("impacts/tennis-000007.parquet")

    let changed = try pipeline("hit.threshold_g=900", "hp.pass_hz=90")
    #expect(try await reasons(changed) == ["hp.pass_hz 80 -> 90", "hit.threshold_g 1.5 -> 900"])
    let report = try await run(changed)
    #expect(try report.recordings[0].details().tables.map(\.table) == ["impacts"])
    // The stages that only the other table needs have their records still.
    #expect(try report.recordings[0].details().stages.map(\.id) == changed.stages.map(\.id))
    #expect(try modified("recordings/tennis-000007.parquet") == overview)
    #expect(try table("impacts/tennis-000007.parquet") != impacts)
    #expect(try await reasons(changed) == [])
    // Both joined tables are there.
    #expect(try table("merged/recordings.parquet") == table("recordings/tennis-000007.parquet"))
    #expect(try table("merged/impacts.parquet") == table("impacts/tennis-000007.parquet"))
  }

  @Test("A file that is edited between the plan and its turn goes through all stages, whatever the plan said")
  func editedMeanwhile() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let before = try table("impacts/tennis-000007.parquet")
    try FileManager.default.removeItem(atPath: folder("out/recordings/tennis-000007.parquet"))
    let plan = try await plan(pipeline())
    #expect(plan.items[0].decision.tables == ["recordings"])
    // Another session that calls itself the same.
    try TestRecordings.simulated(.baseball, seed: 1, at: path)
    let file = try File(opening: path, for: .readingAndWriting)
    try file.group.attributes.set("recording_id", to: "tennis-000007")
    try file.close()
    let report = try await TestPipelines.batch(output: output.path).run(plan, of: pipeline())
    #expect(report.recordings[0].status == .done)
    #expect(try report.recordings[0].details().tables.map(\.table).sorted() == ["impacts", "recordings"])
    #expect(try table("impacts/tennis-000007.parquet") != before)
    #expect(try await reasons(pipeline()) == [])
  }

  @Test("What was done holds when its file cannot be reached for a while")
  func unreachable() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let list = try WorkList(pipeline(), [path])
    try await run(pipeline())
    try FileManager.default.moveItem(atPath: path, toPath: folder("away.h5"))
    let target = BatchTarget(try pipeline(), toolVersion: "test")
    let plan = await BatchPlan(try pipeline(), list, resuming: UpToDateCheck(of: target, in: output), jobs: 1)
    #expect(plan.items[0].decision.reasons == ["input is gone"])
    let report = try await TestPipelines.batch(output: output.path).run(plan, of: pipeline())
    #expect(report.recordings[0].status == .failed)
    try FileManager.default.moveItem(atPath: folder("away.h5"), toPath: path)
    #expect(try await reasons(pipeline()) == [])
  }

  @Test("A changed input, another version, and a failure are reasons")
  func inputs() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    #expect(try await reasons(pipeline(), version: "next") == ["tool test -> next"])

    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try TestRecordings.truncated(path, at: path)
    #expect(
      try await reasons(pipeline()) == ["input changed: \(whole.count) -> \(whole.count / 2) bytes"])
    #expect(try await run(pipeline()).recordings.map(\.status) == [.failed])
    let status = try #require(try output.status(of: "tennis-000007"))
    // The tables of the run before stay, and stay known as the run's own.
    #expect(status.status == .failed && status.tables.map(\.table).sorted() == ["impacts", "recordings"])
    let cause = try #require(status.errors.first?.cause)
    #expect(cause.hasPrefix("cannot open: the file is truncated"))
    #expect(status.errors.first?.stage == "in")
    #expect(try await reasons(pipeline()) == ["failed last time: \(cause)"])
  }

  @Test("A file written anew with the same content is not run again, and not hashed twice")
  func touched() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let later = Date(timeIntervalSinceNow: 100)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: path)
    let item = try await plan(pipeline()).items[0]
    #expect(item.decision.isUpToDate && item.decision.isTouched)
    try await run(pipeline())
    #expect(try await plan(pipeline()).items[0].decision.isTouched == false)

    // One byte of the samples differs, at the same size.
    try TestRecordings.damage(path)
    #expect(try await reasons(pipeline()) == ["input changed"])
  }

  @Test("What is not selected is not compared unless tables are joined")
  func selected() async throws {
    let paths = [
      try TestRecordings.simulated(at: folder("a.h5")),
      try TestRecordings.simulated(.golf, seed: 2, at: folder("b.h5")),
    ]
    let pipeline = try pipeline()
    let list = WorkList(pipeline, paths)
    _ = try await TestPipelines.batch(output: output.path).run(BatchPlan(pipeline, list), of: pipeline)
    let later = Date(timeIntervalSinceNow: 100)
    for path in paths {
      try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: path)
    }
    let upToDate = UpToDateCheck(of: BatchTarget(pipeline, toolVersion: "test"), in: output)
    var plan = BatchPlan(pipeline, list)
    try plan.select(ids: ["tennis-000007"])
    await plan.resume(upToDate, jobs: 1)
    #expect(plan.items.map(\.decision.reasons) == [["new"], []])
    await plan.resume(upToDate, others: true, jobs: 1)
    #expect(plan.items.map(\.decision.isUpToDate) == [true, true])
    #expect(plan.items.map(\.decision.isTouched) == [true, true])
  }

  @Test("After a run up to a stage, the tables up to there are all that is to be made")
  func lastStage() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    var batch = TestPipelines.batch(output: output.path)
    batch.lastStage = "overview_out"
    #expect(try await batch.run(plan(pipeline()), of: pipeline()).isComplete)
    let status = try await OutputStatus(of: output)
    #expect(status.isComplete && status.staleJoins.isEmpty)
    #expect(status.target?.tables.keys.sorted() == ["recordings"])
  }

  @Test("A joined table that is cut is out of date, and one of other content where contents are compared")
  func joined() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    func stale(isVerified: Bool = false) async throws -> [String] {
      try await OutputStatus(of: output, isVerified: isVerified).staleJoins
    }
    let path = folder("out/merged/impacts.parquet")
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    try written.dropLast(9).write(to: URL(fileURLWithPath: path))
    #expect(try await stale() == [path])
    try Data(repeating: 65, count: written.count).write(to: URL(fileURLWithPath: path))
    #expect(try await stale() == [])
    #expect(try await stale(isVerified: true) == [path])
    try written.write(to: URL(fileURLWithPath: path))
    // Earlier versions recorded no sizes.
    let record = folder("out/_meta/merged.json")
    let text = try String(contentsOfFile: record, encoding: .utf8)
    try #require(text.contains("size_bytes"))
    try text.replacing(/"size_bytes" : \d+,/, with: "").write(toFile: record, atomically: true, encoding: .utf8)
    #expect(try await stale(isVerified: true) == [])
  }

  @Test("Contents are compared where that is asked for, and else size and time vouch for them")
  func verified() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    let date = try #require(before)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    try await run(pipeline())
    try TestRecordings.damage(path)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    #expect(try await reasons(pipeline()) == [])
    #expect(try await reasons(pipeline(), isVerified: true) == ["input changed"])
  }

  @Test("A table that is gone or is not as it was written is made again")
  func tables() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let table = folder("out/impacts/tennis-000007.parquet")
    let written = try Data(contentsOf: URL(fileURLWithPath: table))
    try written.dropLast(9).write(to: URL(fileURLWithPath: table))
    #expect(try await reasons(pipeline()) == ["table impacts is not as it was written"])
    try await run(pipeline())
    #expect(try Data(contentsOf: URL(fileURLWithPath: table)) == written)

    try FileManager.default.removeItem(atPath: table)
    #expect(try await reasons(pipeline()) == ["table impacts is gone"])
    // A copy of the folder has other times and the same tables.
    try written.write(to: URL(fileURLWithPath: table))
    #expect(try await reasons(pipeline()) == [])
    try Data(repeating: 65, count: written.count).write(to: URL(fileURLWithPath: table))
    #expect(try await reasons(pipeline()) == ["table impacts is not as it was written"])
  }

  @Test("A table of the same size that another run put in its place at the same moment is made again")
  func replacedAtOnce() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let table = folder("out/impacts/tennis-000007.parquet")
    let stamp = try FileStamp(of: table)
    try Data(repeating: 65, count: stamp.sizeBytes).write(to: URL(fileURLWithPath: folder("other")))
    var times = [timespec](
      repeating: timespec(tv_sec: stamp.modifiedNS / 1_000_000_000, tv_nsec: stamp.modifiedNS % 1_000_000_000), count: 2
    )
    #expect(utimensat(AT_FDCWD, folder("other"), &times, 0) == 0 && rename(folder("other"), table) == 0)
    #expect(try FileStamp(of: table) == stamp)
    #expect(try await reasons(pipeline()) == ["table impacts is not as it was written"])
  }

  @Test("A status that cannot be read is no status")
  func unreadableStatus() async throws {
    try TestRecordings.simulated(at: folder("a.h5"))
    try await run(pipeline())
    let path = output.statusPath("tennis-000007")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try String(text.prefix(text.count / 2)).write(toFile: path, atomically: false, encoding: .utf8)
    let reason = try await reasons(pipeline()).joined()
    let damaged = "its status cannot be read: \(path): is not the status of a recording: byte "
    #expect(reason.hasPrefix(damaged), "\(reason)")
  }

  @Test("The content of a model that the pipeline names counts, and its path does not")
  func model() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let standard = try String(
      contentsOfFile: Project.root + "/Sources/Domains/Swings/Decisions/Model/hit-miss-model.json", encoding: .utf8)
    func load(_ name: String, _ text: String) throws -> Pipeline {
      try text.write(toFile: folder(name), atomically: false, encoding: .utf8)
      return try Pipeline.load(
        contentsOf: Project.root + "/Pipelines/tennis.json", registry: StandardStages.registry(),
        overrides: ["label.model=\(folder(name))"])
    }
    let first = try load("one.json", standard)
    _ = try await TestPipelines.batch(output: output.path).run(BatchPlan(first, [path]), of: first)
    #expect(try await reasons(load("two.json", standard)) == [])
    let reasons = try await reasons(load("one.json", standard + "\n"))
    #expect(reasons.count == 1)
    #expect(reasons[0].wholeMatch(of: /label\.model content [0-9a-f]{12} -> content [0-9a-f]{12}/) != nil)
  }
}
