import Foundation
import SPHDF5
import SPTables
import Testing

struct RunDivesTests {
  /// Real recordings beside the project.
  private static let shared = Project.path("../shared/data")

  @Test(
    "A real dive is one of the length and the depths that its device gives; its CSV gives the same tables",
    .enabled(if: FileManager.default.fileExists(atPath: shared), "the folder shared/data is not beside the project"))
  func realDive() async throws {
    let scratch = try Scratch()
    let mapping = Project.path("Pipelines/Mappings/dive.json")
    let imports = [
      ["import", Self.shared + "/fit/dive-garmin-2023-08-17.fit", "--output", "R"],
      ["import", Self.shared + "/dives/garmin-2023-08-17.csv", "--mapping", mapping, "--output", "C"],
    ]
    for arguments in imports {
      let made = try await Tool.run(arguments, in: scratch.path)
      #expect(made.status == 0)
      // A dive computer writes much that has no stream: it is told in lines that can be read.
      #expect(made.errorLines.dropFirst(2).allSatisfy { $0.count <= 110 }, "\(made.errors)")
    }
    for (recordings, output) in [("R", "OUT"), ("C", "FROM_CSV")] {
      let run = try await Tool.run(
        ["run", Project.path("Pipelines/submersion.json"), recordings, "--output", output], in: scratch.path)
      #expect(run.status == 0, "\(run.errors)")
    }
    let dive = try #require(try Self.rows("OUT/merged/dives.parquet", in: scratch).first)
    #expect(try Self.rows("OUT/merged/dives.parquet", in: scratch).count == 1)
    // It ends with the recording, at the surface.
    #expect(dive["closed_by"] == "recording_end" && dive["flags"]?.contains("ends_with_recording") == true)
    let file = try File(opening: scratch("R/dive-garmin-2023-08-17.h5"))
    for (column, theirs) in [
      ("duration_s", "activity/total_timer_time"), ("max_depth_m", "dive_summary/max_depth"),
      ("mean_depth_m", "dive_summary/avg_depth"), ("bottom_time_s", "dive_summary/bottom_time"),
    ] {
      let device = try #require(try file.openDataset("/device_summary/" + theirs).read(as: Double.self).first)
      let own = try #require(dive[column].flatMap(Double.init))
      #expect(abs(own / device - 1) < 0.01, "\(column): \(own), the device says \(device)")
    }
    for table in ["dives", "depth_states", "surface_intervals"] {
      let fromCSV = try Self.rows("FROM_CSV/merged/\(table).parquet", in: scratch)
      #expect(try fromCSV == Self.rows("OUT/merged/\(table).parquet", in: scratch), "\(table)")
    }
  }

  /// The rows of a table by their columns, but for those that say which recording they are of.
  private static func rows(_ path: String, in scratch: Scratch) throws -> [[String: String]] {
    let table = try TableFile.read(scratch(path))
    let names = table.columnNames.filter { !["recording_id", "subject_id", "sport", "wrist"].contains($0) }
    let columns = try names.map { ($0, try table.strings($0)) }
    return (0..<table.rowCount).map { row in
      Dictionary(uniqueKeysWithValues: columns.map { ($0, $1[row] ?? "missing") })
    }
  }

  @Test("A recording in which nothing says what is under water is refused before it is read, with what is expected")
  func noStreams() async throws {
    let outcome = try await Tool.run(
      [
        "run", Project.path("Pipelines/submersion.json"), Project.path("Data/tennis-000001.h5"), "--rows", "dives",
      ])
    #expect(outcome.status == 65)
    #expect(
      (outcome.output + outcome.errors).contains(
        """
        the recording has neither the stream submersion_measurement (with depth, pressure or depth_state) \
        nor the stream submersion_event; expected one of them
        """), "\(outcome.output)\(outcome.errors)")
  }
}
