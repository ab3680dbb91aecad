import Foundation
import Logging
import SPBasics
import Testing

@testable import SPBatches
@testable import SPPipelines

/// What a batch keeps of each recording.
struct KeptReportTests {
  /// Warns of every recording, and notes a number.
  private struct Chatty: Stage {
    static let type: StageType = "readers.chatty"
    static let summary = ""
    static let details = ""
    static func ports(_ options: NoOptions) -> Ports { Ports() }
    init(_ options: NoOptions) {}
    func run(_ workspace: inout Workspace) throws {
      workspace.warn("is odd")
      workspace.note("samples", 7)
    }
  }

  /// Runs over three recordings with an output folder, and passes on the report, the folder and the plan of a second run.
  private func run(_ check: (BatchReport, OutputFolder, BatchPlan) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["a", "b", "c"].map { folder.appendingPathComponent("\($0).h5").path }
    for path in paths { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    let text = #"{ "version": 1, "stages": [{ "id": "in", "type": "readers.chatty" }] }"#
    let pipeline = try Toy.load(text, and: [Chatty.self])
    let output = OutputFolder(folder.appendingPathComponent("out").path)
    let batch = batch(output)
    let report = try await batch.run(BatchPlan(pipeline, paths), of: pipeline)
    let upToDate = UpToDateCheck(of: BatchTarget(pipeline, toolVersion: "1"), in: output)
    let next = await BatchPlan(pipeline, WorkList(pipeline, paths), resuming: upToDate, jobs: 1)
    try await check(report, output, next)
    let again = try await batch.run(next, of: pipeline)
    #expect(again.upToDateCount == 3 && again.recordings.allSatisfy { !$0.holdsDetails })
    #expect(
      try again.recordings.map { try $0.details().warnings } == report.recordings.map { try $0.details().warnings })
  }

  @Test("Stages and warnings of finished recordings are read from their status files, and not held")
  func reports() async throws {
    try await run { report, output, _ in
      #expect(report.isComplete && report.recordings.count == 3)
      #expect(report.recordings.allSatisfy { !$0.holdsDetails })
      for recording in report.recordings {
        let found = try output.status(of: recording.recordingID)
        let status = try #require(found)
        let details = try recording.details()
        #expect(details.stages.map(\.notes) == [["samples": 7]] && details.stages == status.stages)
        #expect(details.warnings.count == 1 && details.warnings == status.warnings)
        #expect(details.stored == status)
      }
      #expect(try WholeFile.read(output.runPath(nil)) == report.json())
    }
  }

  @Test("A status file that cannot be read any more is an error with its path, and no empty result")
  func unreadable() async throws {
    try await run { report, output, plan in
      let path = output.statusPath("b")
      let kept = try WholeFile.read(path)
      for damage: [UInt8]? in [nil, Array(kept.prefix(40))] {
        damage == nil
          ? try FileManager.default.removeItem(atPath: path) : try WholeFile.write(damage ?? [], to: path)
        for work in [{ _ = try report.recordings[1].details() }, { _ = try plan.items[1].decision.previous() }] {
          let error = #expect(throws: OutputFolder.Unreadable.self, performing: work)
          #expect(error?.description.hasPrefix(path) == true)
        }
        let told = try #require(
          try JSONSerialization.jsonObject(with: Data(report.json())) as? [String: Any])
        let recordings = try #require(told["recordings"] as? [[String: Any]])
        #expect((recordings[1]["errors"] as? [String])?.first?.hasPrefix(path) == true)
      }
      try WholeFile.write(kept, to: path)
    }
  }

  @Test("A plan reads earlier results when they are asked for")
  func plans() async throws {
    try await run { _, output, plan in
      #expect(plan.items.allSatisfy { $0.decision.isUpToDate })
      let stored = try ["a", "b", "c"].map { try output.status(of: $0) }
      #expect(try plan.items.map { try $0.decision.previous() } == stored)
      let found = try output.status(of: "a")
      var status = try #require(found)
      status.host = "elsewhere"
      try output.write(status, plan.items[0].pipeline)
      #expect(try plan.items[0].decision.previous()?.host == "elsewhere")
      // What every run needs of them is known without the files.
      let kept = try WholeFile.read(output.statusPath("b"))
      defer { try? WholeFile.write(kept, to: output.statusPath("b")) }
      try FileManager.default.removeItem(atPath: output.statusPath("b"))
      let report = RecordingReport(upToDate: plan.items[1])
      #expect(try report.notes() == [StageNotes(id: "in", notes: ["samples": 7])])
      #expect(report.withoutStages.held.warnings.count == 1)
      #expect(try report.tablesToJoin()?.recordingID == "b")
    }
  }

  @Test("What the command finished before a crash is told from its record, and not as up to date")
  func finishedBefore() async throws {
    try await run { _, output, plan in
      var crashes = CrashHistory()
      crashes.finished = [plan.items[0].work.path]
      let report = try await self.batch(output, crashes).run(plan)
      #expect(report.upToDateCount == 2)
      #expect(report.recordings.map(\.reasons) == [["new"], [], []])
      #expect(try report.recordings[0].details().stages.map(\.id) == ["in"] && !report.recordings[0].holdsDetails)
    }
  }

  private func batch(_ output: OutputFolder, _ crashes: CrashHistory = CrashHistory()) -> Batch {
    var batch = Batch(
      outputFolder: output.path, jobs: 2, toolVersion: "1",
      logger: Logger(label: "t") { _ in SwiftLogNoOpLogHandler() })
    batch.crashes = crashes
    return batch
  }

  @Test("Causes that differ only in numbers or in the recording's name are one")
  func causes() {
    var groups = CauseGroups()
    for (id, cause) in [
      ("r1", "out/a/r1.csv: cannot write: no space"), ("x", "is damaged"),
      ("r2", "out/a/r2.csv: cannot write: no space"),
      ("y", "is damaged"), ("z", "has 3.5 s"), ("v", "has 4 s"), ("w", "is HDF5"),
    ] {
      groups.add(cause, of: id)
    }
    #expect(
      groups.all.map(\.cause) == [
        "out/a/r1.csv: cannot write: no space, and the like", "is damaged", "has 3.5 s, and the like", "is HDF5",
      ])
    #expect(groups.all.map(\.recordingIDs) == [["r1", "r2"], ["x", "y"], ["z", "v"], ["w"]])
  }

  @Test("Of warnings that differ only in numbers, the first three are logged and the others counted")
  func similarWarnings() {
    var logged = LoggedMessages()
    #expect((1...5).map { logged.add(warning: "\($0) gaps", of: "r\($0)") } == [true, true, true, false, false])
    #expect(["r1", "r2"].map { logged.add(warning: "no gravity", of: $0) } == [true, true])
    #expect(logged.unlogged == ["2 more recordings: 1 gaps, and the like (r4, r5)"])
    #expect(["r3", "r4", "r4"].map { logged.add(warning: "no gravity", of: $0) } == [true, false, false])
    #expect(logged.unlogged.last == "1 more recording: no gravity (r4)")
  }

  @Test("Packed texts and notes come back as they were")
  func packing() {
    let texts = ["swings", "", "a\0b\n", "ü\u{301}", "", "last"]
    #expect(Array(PackedTexts(texts).groups(of: 3)) == [Array(texts[..<3]), Array(texts[3...])])
    #expect(PackedTexts([]).isEmpty && PackedTexts([]).groups(of: 3).isEmpty)
    var names = PackedNotes.KnownNames()
    for (samples, rows) in [(3.0, 2.0), (5, 8)] {
      let stages = [
        StageRecord(id: "in", type: "t", seconds: 1, notes: ["samples": samples, "rate_hz": 100]),
        StageRecord(id: "hp", type: "t", seconds: 1, notes: [:]),
        StageRecord(id: "out", type: "t", seconds: 1, notes: ["rows": rows]),
      ]
      #expect(PackedNotes(stages, sharing: &names).stages == stages.map(StageNotes.init))
    }
    #expect(names.all.count == 1)
  }

  @Test("A recording takes few bytes of a plan and of a report")
  func sizes() {
    #expect(MemoryLayout<BatchPlan.Item>.stride <= 104)
    #expect(MemoryLayout<RecordingReport>.stride <= 80)
  }
}
