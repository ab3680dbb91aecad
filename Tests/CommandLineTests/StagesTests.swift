import Foundation
import Testing

/// Stages and the schema.
struct StagesTests {
  @Test("The list names every stage with its summary, and each is described")
  func list() async throws {
    let outcome = try await Tool.run(["describe", "stages"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let types = outcome.outputLines.compactMap {
      $0.wholeMatch(of: /([a-z]+\.[a-z0-9_]+) +[A-Z].*\./).map { String($0.1) }
    }
    #expect(types.count == outcome.outputLines.count)
    let json = try await Tool.run(["describe", "stages", "--json"])
    let catalog = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(catalog.map { $0["type"] as? String } == types)
    for type in types { #expect(try await Tool.run(["describe", "stages", type]).output.hasPrefix("\(type): ")) }
  }

  @Test("A stage is shown with slots, options, units and an example that is a stage")
  func show() async throws {
    let text = try await Tool.run(["describe", "stages", "filters.high_pass"]).output
    for part in [
      "\nReads\n  accelerometer ", "\nWrites\n  acceleration ", "\n  stop_hz  ", "number in Hz", "\nExample\n",
    ] {
      #expect(text.contains(part))
    }
    let stage = try await Tool.run(["describe", "stages", "filters.high_pass", "--json"]).object()
    let options = try #require(stage["options"] as? [[String: Any]])
    #expect(options.map { $0["name"] as? String } == ["stop_hz", "pass_hz", "attenuation_db"])
    #expect(options.map { $0["unit"] as? String } == ["Hz", "Hz", "dB"])
    #expect((stage["example"] as? [String: Any])?["type"] as? String == "filters.high_pass")
  }

  @Test("The reference and the schema beside the pipelines are what the tool prints")
  func generatedFiles() async throws {
    let markdown = try await Tool.run(["describe", "stages", "--markdown"])
    #expect(markdown.output == (try String(contentsOfFile: Project.path("Pipelines/Stages.md"), encoding: .utf8)))
    let columns = try await Tool.run(["describe", "columns", "--markdown"])
    #expect(
      columns.output
        == (try String(contentsOfFile: Project.path("Sources/Stages/SPStages.docc/DataDictionary.md"), encoding: .utf8))
    )
    let schema = try await Tool.run(["describe", "schema"])
    let file = Project.path("Pipelines/pipeline.schema.json")
    #expect(schema.output == (try String(contentsOfFile: file, encoding: .utf8)))
  }

  @Test("The schema is one of draft 2020-12 that knows every stage")
  func schema() async throws {
    let outcome = try await Tool.run(["describe", "schema"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let schema = try outcome.object()
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    for line in try await Tool.run(["describe", "stages"]).outputLines {
      let type = line.prefix { $0 != " " }
      #expect(outcome.output.contains("\"\(type)\""))
    }
  }

  @Test("A reader that goes away ends the tool quietly")
  func closedPipe() async throws {
    let outcome = try await Tool.shell(
      "\"$SWINGPIPE\" describe stages | head -1; \"$SWINGPIPE\" describe schema | head -c 1 >/dev/null")
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count == 1)
    #expect(outcome.output.hasPrefix("readers.hdf5 "))
    #expect(outcome.errors.isEmpty)
  }
}
