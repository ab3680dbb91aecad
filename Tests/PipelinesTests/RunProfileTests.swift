import Foundation
import Logging
import SPBasics
import Synchronization
import Testing

@testable import SPBatches
@testable import SPPipelines

/// What a run takes, by stages.
struct RunProfileTests {
  /// A recording of 3 s, or as many as the file has bytes, of which it reads stamps.
  private struct Reader: Stage {
    static let type: StageType = "readers.long"
    static let summary = ""
    static let details = ""
    static func ports(_ options: NoOptions) -> Ports { Ports(writes: [.required(Toy.acceleration)]) }
    init(_ options: NoOptions) {}
    func plan(_ plan: inout PlanContext) throws {
      let bytes = (try? FileStamp(of: plan.inputPath).sizeBytes) ?? 3
      try plan.setFacts(Toy.acceleration, SlotFacts(rateHz: 100, durationS: Double(bytes)))
    }
    func run(_ workspace: inout Workspace) throws {
      if workspace.environment.inputPath.contains("unread") { throw CancellationError() }
      workspace.environment.progress?.reading("time", 100, 300, 800)
      try workspace.set(Toy.acceleration, [0, 1])
      if workspace.environment.inputPath.contains("bad") { throw OptionFault("none", "is bad") }
    }
  }

  /// Reads two blocks of samples, the second one again.
  private struct Scan: Stage {
    static let type: StageType = "detectors.scan"
    static let summary = ""
    static let details = ""
    static func ports(_ options: NoOptions) -> Ports { Ports(reads: [.required(Toy.acceleration)]) }
    init(_ options: NoOptions) {}
    func run(_ workspace: inout Workspace) throws {
      for rows in [256, 44, 44] { workspace.environment.progress?.reading("xyz", rows, 300, 12 * rows) }
      if workspace.environment.inputPath.contains("late") { throw OptionFault("none", "is late") }
      if workspace.environment.inputPath.contains("stop") { throw CancellationError() }
      if workspace.environment.inputPath.contains("reworded") {
        withUnsafeCurrentTask { $0?.cancel() }
        throw OptionFault("none", "cannot be read")
      }
    }
  }

  private static func pipeline() throws -> Pipeline {
    let text = """
      { "version": 1, "stages": [{ "id": "in", "type": "readers.long" }, { "id": "scan", "type": "detectors.scan" }] }
      """
    return try Toy.load(text, and: [Reader.self, Scan.self])
  }

  @Test(
    "A stage's record says what was decoded for it, though nobody watches, and how much faster than real time it was")
  func record() throws {
    let stages = try Self.pipeline().run(on: "a.h5").stages
    #expect(stages.map(\.samplesRead) == [100, 344])
    #expect(stages.map(\.bytesDecoded) == [800, 4128])
    for stage in stages {
      #expect(stage.realTimeFactor == 3 / stage.seconds)
      #expect((stage.peakMemoryBytes ?? 0) > 1_000_000)
    }
  }

  @Test("Records of versions that took no such figures can be read, and those that do keep them")
  func records() throws {
    let old = #"{ "id": "hp", "type": "filters.high_pass", "seconds": 0.5, "notes": { "taps": 101 } }"#
    let record = try JSONReader.value(of: Array(old.utf8)) { try StageRecord(&$0) }
    #expect(record.seconds == 0.5 && record.notes == ["taps": 101])
    #expect(record.samplesRead == nil && record.bytesDecoded == nil)
    #expect(record.realTimeFactor == nil && record.peakMemoryBytes == nil)
    let new = try #require(try Self.pipeline().run(on: "a.h5").stages.last)
    let written = try JSONOutput.bytes(new)
    #expect(try JSONReader.value(of: written) { try StageRecord(&$0) } == new)
  }

  /// What each recording of a run took.
  private final class KeptCosts: BatchObserver {
    let all = Mutex<[RecordingCost]>([])

    func recordingFinished(_ report: RecordingReport, bytes: Int, recordedSeconds: Double?, worker: Int) {
      all.withLock { $0.append(report.held.cost) }
    }
  }

  /// Runs over recordings of these names and lengths in s.
  private func run(
    _ recordings: [(name: String, bytes: Int)], costs: KeptCosts? = nil
  ) async throws -> (BatchReport, Pipeline) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = recordings.map { folder.appendingPathComponent("\($0.name).h5") }
    for (file, recording) in zip(files, recordings) { try Data(count: recording.bytes).write(to: file) }
    let pipeline = try Self.pipeline()
    var batch = Batch(
      outputFolder: String?.none, jobs: 1, toolVersion: "1",
      logger: Logger(label: "t") { _ in SwiftLogNoOpLogHandler() })
    if let costs { batch.observer = costs }
    return (try await batch.run(BatchPlan(pipeline, files.map(\.path))), pipeline)
  }

  @Test("The profile of a run sums what its recordings took, those that failed up to where they did")
  func profile() async throws {
    let kept = KeptCosts()
    let (report, pipeline) = try await run([("a", 5), ("b", 7), ("bad", 100), ("late", 9)], costs: kept)
    let profile = RunProfile(of: report, pipeline, until: "scan", listingSeconds: 1000)
    #expect(profile.pipeline == pipeline.name && profile.until == "scan" && profile.started == report.started)
    #expect(profile.recordings == 2 && profile.failed == 2 && profile.interrupted == 0 && !profile.isEmpty)
    #expect(profile.recordedSeconds == 12)
    #expect(profile.outside.listingS == 1000 && profile.seconds > 1000 && profile.outside.planningS > 0)
    #expect(profile.realTimeFactor == 12 / profile.seconds)
    #expect(profile.stages.map(\.id) == ["in", "scan"])
    #expect(profile.stages.map(\.recordings) == [4, 3])
    #expect(profile.stages.map(\.samplesRead) == [400, 1032])
    #expect(profile.stages.map(\.bytesDecoded) == [3200, 12_384])
    // The reader is through with all but one, and the other with none that failed.
    let costs = kept.all.withLock(\.self)
    #expect(costs.count == 4 && report.recordings.allSatisfy { $0.held.cost == RecordingCost() })
    for (stage, recorded) in zip(profile.stages, [5.0 + 7.0 + 9.0, 5.0 + 7.0]) {
      let seconds = costs.flatMap(\.stages).map(\.record).filter { $0.id == stage.id }.reduce(0.0) { $0 + $1.seconds }
      let failed = costs.compactMap(\.failedStage?.record).filter { $0.id == stage.id }
      #expect(failed.count == 1 && failed[0].seconds > 0)
      #expect(abs(stage.seconds - seconds - failed[0].seconds) < 1e-9)
      #expect(stage.realTimeFactor == recorded / seconds)
    }
    #expect(try JSONDecoder().decode(RunProfile.self, from: Data(profile.json())) == profile)
  }

  @Test("Datasets are summed over the recordings in which they were read, with how often each row was decoded")
  func datasets() async throws {
    let (report, pipeline) = try await run([("b", 7), ("bad", 100), ("late", 9), ("z-stop", 5)])
    let profile = RunProfile(of: report, pipeline, listingSeconds: 1)
    let datasets = try #require(
      try (JSONSerialization.jsonObject(with: Data(profile.json())) as? [String: Any])?["datasets"] as? [[String: Any]])
    #expect(datasets.map { $0["path"] as? String } == ["time", "xyz"])
    // The third part of the stamps of four recordings. The samples of one were never asked for, and of one that was
    // interrupted only the stages count that had ended.
    #expect(datasets.map { $0["rows"] as? Int } == [1200, 600])
    #expect(datasets.map { $0["rows_decoded"] as? Int } == [400, 688])
    #expect(datasets.map { $0["bytes_decoded"] as? Int } == [3200, 8256])
    let times: [Double] = [1.0 / 3, 344.0 / 300]
    #expect(profile.datasets.map { $0.timesDecoded } == times)
  }

  @Test("Of interrupted recordings the stages count that had ended, and the whole has no real-time factor")
  func interrupted() async throws {
    let (report, pipeline) = try await run([("a", 5), ("b-stop", 9), ("c-reworded", 7)])
    let profile = RunProfile(of: report, pipeline, listingSeconds: 1)
    #expect(profile.recordings == 1 && profile.failed == 0 && profile.interrupted == 2)
    #expect(profile.recordedSeconds == 5 && profile.realTimeFactor == nil)
    #expect(profile.stages.map(\.recordings) == [3, 1])
    #expect(profile.stages.map(\.samplesRead) == [300, 344])
    #expect(profile.stages[0].realTimeFactor == (5.0 + 9.0 + 7.0) / profile.stages[0].seconds)
    let text = String(decoding: try profile.json(), as: UTF8.self)
    #expect(text.contains("\"until\" : null") && text.contains("\"interrupted\" : 2"))
    #expect(try JSONDecoder().decode(RunProfile.self, from: Data(text.utf8)) == profile)
  }

  @Test(
    "A recording that is interrupted alone has a profile once a stage of it has ended",
    arguments: [("stop", ["in"]), ("unread", [])])
  func interruptedAlone(_ name: String, _ stages: [String]) async throws {
    let (report, pipeline) = try await run([(name, 9)])
    let profile = RunProfile(of: report, pipeline, listingSeconds: 1)
    #expect(profile.recordings == 0 && profile.interrupted == 1)
    #expect(profile.stages.map(\.id) == stages && profile.isEmpty == stages.isEmpty)
  }

  @Test("A run that worked on nothing has an empty profile")
  func empty() async throws {
    let pipeline = try Self.pipeline()
    let batch = Batch(
      outputFolder: String?.none, jobs: 1, toolVersion: "1",
      logger: Logger(label: "t") { _ in SwiftLogNoOpLogHandler() })
    var plan = BatchPlan(pipeline, ["a.h5"])
    plan.select { _ in false }
    #expect(RunProfile(of: try await batch.run(plan), pipeline, listingSeconds: 1).isEmpty)
  }
}
