import SPBatches
import Testing

/// Two runs into one folder.
struct AtWorkTests {
  @Test("The second one says that another is at work; once that has ended, none does, and nothing is left behind")
  func warning() async throws {
    let scene = try await BatchScene(["a"])
    let folder = OutputFolder(scene.scratch("out"))
    try await held(in: folder) {
      #expect(OutputPresence(in: folder, shard: "1/2").other == nil)
      let outcome = try await scene.tool(["run", Project.pipeline("impacts"), "in", "-o", "out"])
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("warning: another run is at work in out (process "), "\(outcome.errors)")
    }
    let outcome = try await scene.tool(["run", Project.pipeline("impacts"), "in", "-o", "out"])
    #expect(outcome.status == 0 && !outcome.errors.contains("another run"))
    #expect(!scene.scratch.files().contains { $0.contains("at_work") })
  }

  private func held(in folder: OutputFolder, _ body: () async throws -> Void) async throws {
    let presence = OutputPresence(in: folder)
    #expect(presence.other == nil && OutputPresence(in: folder).other?.hasPrefix("process ") == true)
    try await body()
    withExtendedLifetime(presence) {}
  }
}
