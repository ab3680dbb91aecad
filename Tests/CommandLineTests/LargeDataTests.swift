import Foundation
import Testing

/// The page on large data sets.
struct LargeDataTests {
  @Test("Every command of the page does what it says")
  func commands() async throws {
    let page = try String(contentsOfFile: Project.path("Documentation/large.md"), encoding: .utf8)
    let blocks = page.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.1) }
    try #require(blocks.count == 2)
    let scratch = try Scratch()
    var lines: [String] = []
    for block in blocks {
      let outcome = try await Tool.shell(
        "set -e; swingpipe() { \"$SWINGPIPE\" \"$@\"; }\n" + block, in: scratch.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      lines += outcome.outputLines
    }
    let states = lines.filter { $0.contains(" recordings: ") }.map { $0.split(separator: " recordings: ")[1] }
    #expect(
      states == [
        "3 done, 0 failed, 0 stale, 0 missing", "2 done, 1 failed, 0 stale, 0 missing",
        "3 done, 0 failed, 0 stale, 0 missing",
      ])
    #expect(lines.filter { $0 == "ended with 1" }.count == 2)
    #expect(scratch.files(below: "out/merged").count == 4 && scratch.files(below: "out").contains("report.html"))
  }
}
