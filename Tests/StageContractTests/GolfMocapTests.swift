import Foundation
import SPBatches
import TestSupport
import Testing

/// What a person labelled in a capture.
private struct CaptureTruth: Decodable {
  struct Labels: Decodable { var top: Double }
  struct Event: Decodable { var t: Double }
  var labels: Labels
  var events: [Event]
}

@Suite("Golf swings from motion capture", .enabled(if: SharedData.isPresent, "the shared reference data are absent"))
struct GolfMocapTests {
  @Test("Each capture with a contact gives one hit, which starts within 25 ms of the labelled top", arguments: 1...6)
  func hits(capture: Int) async throws {
    let folder = try TestFolder()
    let table = try await swings(of: "capture-\(capture)-hit", in: folder)
    let data = try Data(contentsOf: URL(fileURLWithPath: path("capture-\(capture)-hit.truth.json")))
    let truth = try JSONDecoder().decode(CaptureTruth.self, from: data)
    #expect(table["label"] == ["hit"])
    let hit = 0
    let start = try #require(Double(table["start_time_s"][hit]))
    #expect(abs(start - truth.labels.top) <= 0.025)
    // The onset is within two samples of 800 Hz of the shock that was added.
    let onset = try #require(Double(table["impact_onset_time_s"][hit]))
    let contact = try #require(truth.events.first?.t)
    #expect(abs(onset - contact) < 0.0026)
  }

  @Test("The same captures without a contact give one miss, and no doubt about it", arguments: 1...6)
  func misses(capture: Int) async throws {
    let folder = try TestFolder()
    let table = try await swings(of: "capture-\(capture)-miss", in: folder)
    #expect(table["label"] == ["miss"])
    #expect(try #require(table["hit_probability"].first.flatMap(Double.init)) < 0.1)
  }

  private func path(_ name: String) -> String { SharedData.path("golf-mocap/" + name) }

  private func swings(of name: String, in folder: TestFolder) async throws -> TableText {
    let plan = try BatchPlan(TestPipelines.load("golf_mocap.json"), [path(name + ".h5")])
    let report = try await TestPipelines.batch(output: folder("out")).run(plan)
    #expect(report.isComplete)
    return try TableText(contentsOf: folder("out/swings/\(name).parquet"))
  }
}
