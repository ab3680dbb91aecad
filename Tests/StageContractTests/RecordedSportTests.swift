import SPRecordings
import SPStages
import Testing

/// Sports that recordings state.
struct RecordedSportTests {
  @Test(
    "The pipeline of each sport exists, and is for it", arguments: Sport.allCases.map(\.rawValue) + ["hand_cycling"])
  func pipelines(sport: String) throws {
    let name = try #require(RecordedSport(sport)?.pipeline)
    #expect(try StandardPipelines.load(name).sports.contains(sport))
  }

  @Test("Spelling does not matter; unknown and vague names are no sport")
  func names() {
    for text in ["Table Tennis", "table-tennis", "TABLE_TENNIS"] {
      #expect(RecordedSport(text)?.name == "table_tennis")
    }
    #expect(RecordedSport("squash")?.pipeline == nil && RecordedSport("squash") != nil)
    for text in [nil, "", "other", "my own game"] { #expect(RecordedSport(text) == nil) }
  }

  @Test("A pipeline without the option of a sport is for any")
  func anySport() throws {
    for name in ["impacts", "workout", "submersion", "head_pose", "push_ups", "posture"] {
      #expect(try StandardPipelines.load(name).sports.isEmpty)
    }
    let part = try StandardPipelines.load("tennis").stages(for: ["recordings"])
    #expect(part.sports == ["tennis"])
    #expect(try StandardPipelines.load("tennis", overrides: ["start.sport=null", "air.sport=null"]).sports == [])
  }
}
