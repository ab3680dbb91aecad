import Foundation
import Testing

struct ColumnsTests {
  @Test("A column is told of with its type, unit, range, definition and formula; others are not")
  func column() async throws {
    let outcome = try await Tool.run(["describe", "columns", "tempo_ratio"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix("swings: One row per swing: "))
    #expect(outcome.output.contains("\n\n  tempo_ratio: float32, 1, at least 0\n    Duration of the backswing over "))
    #expect(outcome.output.contains("\n    formula: (start_time_s - b) / (anchor_time_s - start_time_s); b = "))
    #expect(outcome.output.contains("\n    source: "))
    let told = outcome.outputLines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && $0.contains(": ") }
    #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("  tempo_ratio: ") })
  }

  @Test("Without names the tables are listed, in 80 columns where there is no terminal")
  func all() async throws {
    let outcome = try await Tool.run(["describe", "columns"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.outputLines.last?.hasPrefix("details: swingpipe describe columns swings, or ")
        == true)
    #expect(outcome.outputLines.count < 60)
    let headings = outcome.outputLines.compactMap {
      $0.firstMatch(of: /^([a-z_]+): [0-9]+ columns\. One row per [a-z]/).map { String($0.1) }
    }
    #expect(
      headings == [
        "swings", "impacts", "rejected", "possible", "recordings", "dives", "depth_states", "surface_intervals",
        "poses",
        "head_connections", "head_summary", "postures", "repetitions", "sets", "workouts", "laps", "intervals",
        "power_curve", "zones", "workout_states", "device_differences", "workout_faults", "steps",
        "plan_completion",
      ])
    #expect(outcome.outputLines.allSatisfy { $0.count <= 80 })
  }

  @Test(
    "What a pipeline's tables hold is what its run says of them, byte for byte",
    arguments: [
      ("baseball", "Data/baseball-000001"), ("impacts", "Data/baseball-000001"), ("minimal", "Data/baseball-000001"),
      ("tennis", "Data/tennis-000001"), ("submersion", "Pipelines/Recordings/dive_breath_hold-000001"),
    ])
  func pipeline(name: String, recording: String) async throws {
    let scratch = try Scratch()
    let identifier = try #require(recording.split(separator: "/").last)
    let run = try await Tool.run([
      "run", Project.pipeline(name), Project.path("\(recording).h5"), "--output", scratch("out"), "--quiet",
    ])
    #expect(run.status == 0)
    let columns = try await Tool.run(["describe", "columns", "--pipeline", Project.pipeline(name), "--json"])
    #expect(columns.status == 0)
    #expect(try columns.output == scratch.text("out/_meta/schema.json"))

    let tables = try #require(try columns.object()["tables"] as? [[String: Any]])
    #expect(!tables.isEmpty)
    for table in tables {
      let columns = try #require(table["columns"] as? [[String: Any]])
      #expect(columns.contains { $0["formula"] is String })
      #expect(columns.contains { $0["range"] is [String: Any] })
      #expect(table["table"] as? String == "rejected" || columns.contains { $0["source"] is String })
      let path = "out/\(try #require(table["table"] as? String))/\(identifier).parquet"
      let header = try scratch.tableText(path).prefix { $0 != "\n" }.split(separator: ",").map(String.init)
      #expect(header == columns.map { $0["name"] as? String })
    }
  }

  @Test("Names choose among a pipeline's tables, by the names that it gives them")
  func renamedTable() async throws {
    let scratch = try Scratch()
    let pipeline = try scratch.write(
      """
      { "version": 1, "stages": [ { "type": "readers.hdf5" }, { "type": "features.recording" },
        { "type": "writers.table", "folder": "sessions" } ] }
      """, to: "p.json")
    let outcome = try await Tool.run(["describe", "columns", "sessions.recorded_at", "--pipeline", pipeline, "--json"])
    let tables = try #require(try outcome.object()["tables"] as? [[String: Any]])
    #expect(tables.map { $0["table"] as? String } == ["sessions"])
    #expect((tables[0]["columns"] as? [[String: Any]])?.map { $0["type"] as? String } == ["timestamp"])
  }

  @Test("Unknown names end with 64 and the name that was probably meant")
  func unknown() async throws {
    let outcome = try await Tool.run(["describe", "columns", "peak_jerk", "--json"])
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "error: unknown table or column \"peak_jerk\"; did you mean \"peak_jerk_g_s\"? (\"swingpipe describe columns\" lists them)\n"
    )
    #expect(try await Tool.run(["describe", "columns", "--json", "--markdown"]).status == 64)
  }

  @Test("A faulty pipeline ends with 78, one without tables with a warning")
  func pipelines() async throws {
    let scratch = try Scratch()
    let faulty = try scratch.write("{ \"version\": 1, \"stages\": [ { \"type\": \"readers.hdf\" } ] }", to: "f.json")
    let outcome = try await Tool.run(["describe", "columns", "--pipeline", faulty])
    #expect(outcome.status == 78)
    #expect(outcome.output.isEmpty && outcome.errors.contains("did you mean \"readers.hdf5\"?"))
    let bare = try scratch.write("{ \"version\": 1, \"stages\": [ { \"type\": \"readers.hdf5\" } ] }", to: "b.json")
    let empty = try await Tool.run(["describe", "columns", "--pipeline", bare])
    #expect(empty.status == 0)
    #expect(empty.output.isEmpty && empty.errors.contains("warning: \(bare) writes no table"))
  }

  @Test("A reader that goes away ends the tool quietly")
  func closedPipe() async throws {
    let outcome = try await Tool.shell("\"$SWINGPIPE\" describe columns | head -1")
    #expect(outcome.status == 0)
    #expect(outcome.outputLines.count == 1)
    #expect(outcome.errors.isEmpty)
  }
}
