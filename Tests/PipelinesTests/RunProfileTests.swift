import Files
import Foundation
import Logging
import Testing

@testable import Pipelines

@Suite("What a run takes, by stages")
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
    let record = try JSONDecoder().decode(StageRecord.self, from: Data(old.utf8))
    #expect(record.seconds == 0.5 && record.notes == ["taps": 101])
    #expect(record.samplesRead == nil && record.bytesDecoded == nil)
    #expect(record.realTimeFactor == nil && record.peakMemoryBytes == nil)
    let new = try #require(try Self.pipeline().run(on: "a.h5").stages.last)
    #expect(try JSONDecoder().decode(StageRecord.self, from: JSONEncoder().encode(new)) == new)
  }

  @Test("The profile of a run sums what its recordings took that are done")
  func profile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("profile-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = [("a", 5), ("b", 7), ("bad", 100)].map { (folder.appendingPathComponent("\($0).h5").path, $1) }
    for (path, bytes) in paths { try Data(count: bytes).write(to: URL(fileURLWithPath: path)) }
    let pipeline = try Self.pipeline()
    let batch = Batch(
      outputFolder: nil, jobs: 1, toolVersion: "1", logger: Logger(label: "t") { _ in SwiftLogNoOpLogHandler() })
    let report = try await batch.run(BatchPlan(pipeline, paths.map(\.0)))
    let profile = RunProfile(of: report, pipeline, listingSeconds: 1000)
    #expect(profile.recordings == 2)
    #expect(profile.recordedSeconds == 12)
    #expect(profile.outside.listingS == 1000 && profile.seconds > 1000 && profile.outside.planningS > 0)
    #expect(profile.realTimeFactor == 12 / profile.seconds)
    #expect(profile.stages.map(\.id) == ["in", "scan"])
    #expect(profile.stages.map(\.recordings) == [2, 2])
    #expect(profile.stages.map(\.samplesRead) == [200, 688])
    #expect(profile.stages.map(\.bytesDecoded) == [1600, 8256])
    for (index, stage) in profile.stages.enumerated() {
      let seconds = report.recordings.filter { $0.status == .done }.reduce(0) { $0 + $1.stages[index].seconds }
      #expect(stage.seconds == seconds)
      #expect(stage.realTimeFactor == 12 / seconds)
    }
    #expect(try JSONDecoder().decode(RunProfile.self, from: Data(profile.json())) == profile)
  }
}
