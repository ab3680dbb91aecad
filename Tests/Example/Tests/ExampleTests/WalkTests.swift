import Foundation
import Swingpipe
import Testing
import Walking

@testable import FindWalks

struct WalkTests {
  @Test("Each push is a step where it was, and twelve of them are a walk", arguments: [1, 7, 3000])
  func findings(blockSize: Int) throws {
    var meter = StepMeter(WalkRules())
    for block in WalkSamples().blocks(of: blockSize) { meter.consume(block) }
    let findings = meter.finish()
    #expect(findings.stepCount == WalkSamples.walk.count + WalkSamples.stray.count)
    let walk = try #require(findings.walks.first)
    #expect(findings.walks.count == 1 && walk.steps.count == WalkSamples.walk.count)
    for (step, middle) in zip(walk.steps, WalkSamples.walk) { #expect(abs(step.time - middle) < 0.05) }
    #expect(abs(walk.cadencePerMin - 60 / 0.55) < 0.5)
  }

  @Test("A gap ends a walk if it is longer than two steps may be apart")
  func gap() {
    var meter = StepMeter(WalkRules())
    for block in WalkSamples().blocks(of: 100) where block.times.first != 8 && block.times.first != 9 {
      meter.consume(block)
    }
    // Six steps before it, and three after it.
    #expect(meter.finish().walks == [])
  }

  @Test("Options that contradict each other are refused")
  func faults() {
    var options = WalkOptions()
    options.rules.minStepS = 2
    #expect(options.faults().map(\.option) == ["max_step_s"])
  }

  @Test("The stage finds in a slot what it finds in the pass over a recording, in a batch over a folder")
  func stages() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "walks-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let recordings = folder.appending(path: "in")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    try WalkSamples().write(to: recordings.appending(path: "stroll.h5"))

    var bench = try StageBench<WalkStage>(WalkOptions())
    try bench.provide(.accelerometer, WalkSamples().signals())
    let walk = try #require(try bench.run()[.walks]?.walks.first)

    let pipeline = try Pipeline.load(contentsOf: Example.url("walks.json"), registry: walkRegistry())
    let report = try await findWalks(in: [recordings], by: pipeline, output: folder.appending(path: "out"))
    #expect(try report.isComplete && report.recordings.flatMap { try $0.details().warnings } == [])
    let table = try TableFile.read(try #require(report.merged.first).url)
    #expect(try table.strings("recording_id") == ["stroll"])
    #expect(try table.doubles("start_time_s") == [walk.startTime])
    #expect(try table.doubles("steps") == [Double(WalkSamples.walk.count)])
  }
}
