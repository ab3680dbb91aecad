import Swingpipe
import Testing

@testable import FindRallies

/// Pipelines with features.rally.
struct RallyPipelineTests {
  @Test("The stage is known, and its faults have a place")
  func faults() throws {
    let text = """
      { "version": 1, "stages": [
        { "type": "features.rally", "max_pause": 4, "min_swings": 0 } ] }
      """
    let error = try #require(throws: PipelineError.self) {
      try Pipeline.load(text: text, file: "rallies.json", registry: rallyRegistry())
    }
    let said = error.diagnostics.map(\.description).joined(separator: "\n")
    #expect(said.contains(#"rallies.json:2:31: error: stage "rally" (features.rally): unknown option "max_pause""#))
    #expect(said.contains(#"did you mean "max_pause_s"?"#))
    #expect(said.contains("expected an integer in 1...1000, found 0"))
    #expect(said.contains(#"no earlier stage writes slot "labelled_swings""#))
  }

  @Test("The option that is left out leaves short rallies out")
  func shortRallies() throws {
    let pipeline = try Pipeline.load(
      contentsOf: Example.url("rallies.json"), registry: rallyRegistry(), overrides: ["rally.min_swings=2"])
    let result = try pipeline.run(
      on: Example.recording, keeping: [SlotReference(stageID: "rally", slot: Slot.table.name)])
    let table = try #require(try result.value(.table, from: "rally"))
    #expect(table["swings"]?.values == .int32([6]))
  }
}
