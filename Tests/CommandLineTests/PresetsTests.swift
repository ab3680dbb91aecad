import Foundation
import Testing

struct PresetsTests {
  private static let sports = ["baseball", "softball", "golf", "tennis", "table_tennis", "badminton", "cricket"]

  @Test("Each sport is listed with its ranges, and each range with its sources")
  func list() async throws {
    let outcome = try await Tool.run(["describe", "presets"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let paragraphs = outcome.output.components(separatedBy: "\n\n")
    #expect(paragraphs.map { String($0.prefix { $0 != ":" }) } == Self.sports)
    for paragraph in paragraphs {
      #expect(paragraph.matches(of: /\n  (duration|rotation|peak rate): .*\n    - .+/).count == 3)
    }
    #expect(try await Tool.run(["describe", "presets", "golf"]).output == paragraphs[2] + "\n")
    let tableTennis = try #require(paragraphs.first { $0.hasPrefix("table_tennis: Table tennis\n") })
    #expect(
      tableTennis.contains(
        "\n  duration: 0.04-0.6 s to the contact, 0.02-0.6 s to the peak rate; typically 0.07-0.21 s\n    - measured on "
      ))
    #expect(
      paragraphs[2].contains(
        "\n  peak rate: at least 3 rad/s before the contact, 3 rad/s without one; typically 10-15 rad/s\n"
      ))
  }

  @Test("Programs get the same as JSON")
  func json() async throws {
    let outcome = try await Tool.run(["describe", "presets", "--json"])
    #expect(outcome.status == 0)
    let data = Data(outcome.output.utf8)
    let presets = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(presets.map { $0["sport"] as? String } == Self.sports)
    let file = Data(
      try String(contentsOfFile: Project.path("Sources/Domains/Swings/Presets/presets.json"), encoding: .utf8).utf8)
    let source = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
    #expect(presets as NSArray == (source["presets"] as? NSArray))
  }
}
