import SPBatches
import SPReporting
import SPStages
import Testing

struct HeaderCheckTests {
  private func check(_ pipeline: String) throws -> HeaderCheck {
    let pipeline = try StandardPipelines.load(pipeline)
    return HeaderCheck(
      pipeline, BatchPlan(pipeline, [Bundled.baseball, Bundled.dive]), guardedBy: CrashHistory())
  }

  @Test(
    "Each recording has a line with its length and rates, and those without the pipeline's streams are not suited",
    arguments: [("baseball", "baseball-000001", "dive_breath_hold"), ("submersion", "dive_breath_hold", "baseball")])
  func lines(pipeline: String, suited: String, other: String) throws {
    let check = try check(pipeline)
    #expect(!check.areAllSuited)
    #expect(check.diagnostics.contains { $0.severity == .error && "\($0)".contains(other) })
    #expect(!check.diagnostics.contains { $0.severity == .error && "\($0)".contains(suited) })
    let lines = check.text.split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("recording"))
    let line = try #require(lines.first { $0.contains(suited) })
    #expect(line.contains(" s ") && line.contains(" Hz "), "\(line)")
  }
}
