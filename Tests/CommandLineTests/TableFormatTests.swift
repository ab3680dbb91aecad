import Foundation
import Testing

/// Tables in other formats.
struct TableFormatTests {
  private static let hdf5 = ["--set", "out.format=hdf5", "--set", "overview_out.format=hdf5"]
  private static let csv = ["--set", "out.format=csv", "--set", "overview_out.format=csv"]

  private func run(_ scene: BatchScene, _ options: [String]) async throws -> Tool.Outcome {
    try await scene.tool(["run", "p.json", "in", "-o", "out", "-q"] + options)
  }

  @Test("HDF5 tables hold what CSV tables do, take their place, and are joined to the same bytes by a merge")
  func hdf5() async throws {
    let scene = try await BatchScene(["a", "b"])
    #expect(try await run(scene, Self.csv).status == 0)
    let asCSV = try await scene.tool(["head", "out/merged/impacts.csv", "--csv"])
    let outcome = try await run(scene, Self.hdf5)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let names = ["impacts/a.h5", "impacts/b.h5", "merged/impacts.h5", "merged/recordings.h5"]
    let files = scene.scratch.files(below: "out").filter { !$0.hasPrefix("_meta/") }
    #expect(files == names + ["recordings/a.h5", "recordings/b.h5"])
    for input in ["out/merged/impacts.h5", "out/impacts"] {
      #expect(try await scene.tool(["head", input, "--csv"]).output == asCSV.output)
    }
    let schema = try await scene.tool(["head", "out/merged/impacts.h5", "--schema"])
    #expect(schema.output.contains(#/\nimpact_time_s +float64 +s /#))
    #expect(schema.output.contains("out/merged/impacts.h5: \(asCSV.outputLines.count - 1) rows, dataset impacts\n"))

    let joined = try scene.scratch.bytes("out/merged/impacts.h5")
    try FileManager.default.removeItem(atPath: scene.scratch("out/merged/impacts.h5"))
    let merge = try await scene.tool(["merge", "out"])
    #expect(merge.errorLines.first == "out/merged/impacts.h5: 2 recordings")
    #expect(try scene.scratch.bytes("out/merged/impacts.h5") == joined)

    #expect(try await run(scene, Self.csv).status == 0)
    #expect(scene.scratch.files(below: "out").allSatisfy { !$0.hasSuffix(".h5") })
    #expect(try await scene.tool(["head", "out/merged/impacts.csv", "--csv"]).output == asCSV.output)
  }

  @Test("Tables below the inputs are no recordings")
  func belowTheInputs() async throws {
    let scene = try await BatchScene(["a"])
    for _ in 0..<2 {
      let outcome = try await scene.tool(["run", "p.json", ".", "-o", "in/out", "--json", "-q"] + Self.hdf5)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect((try outcome.object()["recordings"] as? [Any])?.count == 1)
    }
  }

  @Test("A recording is neither written over nor removed by a table of its name")
  func recordingsStay() async throws {
    let scene = try await BatchScene(["a"])
    let recording = try scene.scratch.bytes("in/a.h5")
    let here = ["run", "p.json", "in", "-o", ".", "-q", "--set", "out.folder=in"]
    #expect(try await scene.tool(here).status == 0)
    #expect(try scene.scratch.bytes("in/a.h5") == recording)
    let outcome = try await scene.tool(here + Self.hdf5)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("in/a.h5: cannot be written: the file there is not a table of swingpipe"))
    #expect(try scene.scratch.bytes("in/a.h5") == recording)
  }

  @Test("Of tables in other formats only those go that runs have written and nobody has touched")
  func othersStay() async throws {
    let scene = try await BatchScene(["a", "b"])
    #expect(try await run(scene, Self.csv).status == 0)
    // One exported by hand, one edited, and a joined one that a spreadsheet has saved.
    try scene.scratch.write("mine", to: "out/impacts/a.h5")
    try scene.scratch.write("edited", to: "out/recordings/b.csv")
    try scene.scratch.write("saved", to: "out/merged/impacts.csv")
    let outcome = try await scene.tool(["run", "p.json", "in", "-o", "out"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let left = scene.scratch.files(below: "out").filter { $0.hasSuffix(".csv") || $0.hasSuffix(".h5") }
    #expect(left == ["impacts/a.h5", "merged/impacts.csv", "recordings/b.csv"])
    for file in ["out/recordings/b.csv", "out/merged/impacts.csv"] {
      #expect(outcome.errors.contains("\(file) was kept, as it is not what a run wrote"), "\(outcome.errors)")
    }
  }

  @Test("A recording that cannot be opened is not taken for a table, which is told by the records of a run alone")
  func unreadableInPlace() async throws {
    let scene = try await BatchScene(["a"])
    let cut = try scene.scratch.bytes("in/a.h5").prefix(4_000)
    try scene.scratch.write("", to: "out/impacts/a.h5")
    try cut.write(to: URL(fileURLWithPath: scene.scratch("out/impacts/a.h5")))
    #expect(try await run(scene, Self.hdf5).status == 65)
    #expect(try scene.scratch.bytes("out/impacts/a.h5") == cut)
    try FileManager.default.removeItem(atPath: scene.scratch("out/impacts/a.h5"))
    #expect(try await run(scene, Self.hdf5).status == 0)
    // Now it is the run's own table that was damaged.
    try cut.write(to: URL(fileURLWithPath: scene.scratch("out/impacts/a.h5")))
    #expect(try await run(scene, Self.hdf5).status == 0)
    #expect(try await scene.tool(["head", "out/impacts/a.h5"]).status == 0)
  }

  @Test("A damaged table and a recording in its place are named, with what was expected")
  func damage() async throws {
    let scene = try await BatchScene(["a"])
    #expect(try await run(scene, Self.hdf5).status == 0)
    let whole = try scene.scratch.bytes("out/impacts/a.h5")
    try whole.prefix(600).write(to: URL(fileURLWithPath: scene.scratch("cut.h5")))
    let cut = try await scene.tool(["head", "cut.h5"])
    #expect(cut.status == 65)
    #expect(cut.errors.hasPrefix("error: cut.h5: cannot open: the file is truncated"), "\(cut.errors)")
    let recording = try await scene.tool(["head", "in/a.h5"])
    #expect(recording.status == 65)
    #expect(
      recording.errors
        == "error: in/a.h5: is a recording, not a table; expected a table that was made from recordings\n")
    let folder = try await scene.tool(["head", "in"])
    #expect(folder.errors.contains("in: holds no tables directly in it"), "\(folder.errors)")
  }
}
