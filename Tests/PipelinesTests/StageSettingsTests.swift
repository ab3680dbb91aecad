import SPBatches
import Testing

/// What differs between pipelines.
struct StageSettingsTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    StageSettings.changes(from: try Toy.load(old).settings, to: try Toy.load(new).settings)
  }

  @Test("A pipeline does not differ from itself, nor from one that writes its defaults out")
  func same() throws {
    #expect(try changes(Toy.pipeline, Toy.pipeline) == [])
    let spelled = try Toy.load(Toy.pipeline).resolved.pretty
    #expect(try changes(Toy.pipeline, spelled) == [])
  }

  @Test("Options are told by stage and name, with both values")
  func options() throws {
    let old = Toy.pipeline.replacing(#""filters.high_pass" }"#, with: #""filters.high_pass", "pass_hz": 80 }"#)
    let new = Toy.pipeline.replacing(#""filters.high_pass" }"#, with: #""filters.high_pass", "pass_hz": 90.5 }"#)
    #expect(old != Toy.pipeline)
    #expect(try changes(old, new) == ["hp.pass_hz 80 -> 90.5"])
  }

  @Test("Stages that came, went or are of another type are told")
  func stages() throws {
    let other = Toy.pipeline.replacing(#"{ "id": "hp", "type": "filters.high_pass" },"#, with: "")
    #expect(
      try changes(Toy.pipeline, other) == [
        #"hit.reads.acceleration "hp.acceleration" -> "in.acceleration""#, "stage \"hp\" is gone",
      ])
    #expect(try changes(other, Toy.pipeline).contains("stage \"hp\" is new"))
  }
}
