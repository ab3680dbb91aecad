import Foundation
import SPEvaluation
import Testing

struct SweepTests {
  private let recordings = ["Data/tennis-000001.h5", "Data/tennis-000002.h5"].map(Project.path)

  @Test("Each point has the score that a run with its options and swingpipe score give")
  func points() async throws {
    let scratch = try Scratch()
    let made = try await Tool.run(
      ["sweep", "tennis"] + recordings
        + ["--set", "air.min_peak_rate_rad_s=3:99:96", "--set", "label.min_probability=0.5,0.999999", "--json", "-q"])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any])
    let points = try #require(report["points"] as? [[String: Any]])
    #expect(report["recordings"] as? Int == 2 && points.count == 4)
    for point in points {
      let settings = try ["air.min_peak_rate_rad_s", "label.min_probability"].map {
        "\($0)=\(try #require(point[$0] as? String))"
      }
      let out = scratch("out-\(settings.joined(separator: "-"))")
      let run = ["run", "tennis"] + recordings + ["-o", out, "-q"] + settings.flatMap { ["--set", $0] }
      #expect(try await Tool.run(run).status == 0)
      let scored = try await Tool.run(["score", out, "--labels"] + recordings + ["--json"])
      let score = try #require(try JSONSerialization.jsonObject(with: Data(scored.output.utf8)) as? [String: Any])
      let metrics = try #require(score["metrics"] as? [String: Any])
      for name in ["f1", "worst.f1", "accuracy", "onset.p95_ms"] {
        let expected = (metrics[name] as? [String: Any])?["value"] as? Double ?? metrics[name] as? Double
        #expect(point[name] as? Double == expected, "\(settings) \(name)")
      }
    }
    #expect(Set(points.compactMap { $0["f1"] as? Double }).count > 1)
  }

  @Test("The table ends with the best point, and the picture has a line for each value of the second option")
  func table() async throws {
    let scratch = try Scratch()
    let made = try await Tool.run(
      ["sweep", "tennis"] + recordings
        + ["--set", "hit.threshold_g=1.5,900", "--set", "air.max_difference=2,3", "--plot", scratch("sweep.svg")])
    #expect(made.status == 0, "\(made.errors)")
    let words = made.outputLines.map { $0.split(separator: " ").map(String.init) }
    #expect(words.first?.prefix(4) == ["hit.threshold_g", "air.max_difference", "F1", "95"])
    #expect(
      words.dropFirst().dropLast().map { Array($0.prefix(2)) } == [
        ["1.5", "2"], ["1.5", "3"], ["900", "2"], ["900", "3"],
      ])
    #expect(
      made.outputLines.last?.hasPrefix("best F1, over 2 recordings: hit.threshold_g=1.5 air.max_difference=") == true)
    let picture = SVGPicture(try scratch.text("sweep.svg"))
    #expect(picture.isWellFormed && picture.description.contains("F1 of all swings (2; 3)"))
  }

  @Test(
    "What cannot be tried is refused with what was expected",
    arguments: [
      (["tennis", "in.h5"], 64, "--set is missing"),
      (["tennis", "in.h5", "--set", "hit.threshold_g=3:1:1"], 64, "expected first:last:step with a step above 0"),
      (["tennis", "in.h5", "--set", "hit.threshold_g=0:1:0.0001"], 64, "has 10001 values; expected fewer"),
      (["tennis", "in.h5", "--set", "a.b=1", "--set", "a.b=2"], 64, "a.b is given twice"),
      (["tennis", "in.h5", "--set", "hit.treshold_g=1,2"], 78, "did you mean \"threshold_g\"?"),
      (["impacts", "in.h5", "--set", "hit.threshold_g=1,2"], 78, "calls no swing hit or miss"),
    ] as [([String], Int32, String)])
  func faults(_ item: (arguments: [String], status: Int32, message: String)) async throws {
    let refused = try await Tool.run(["sweep"] + item.arguments)
    #expect(Int32(refused.status) == item.status && refused.errors.contains(item.message), "\(refused.errors)")
  }

  @Test("Recordings of another sport than the pipeline's are named")
  func otherSport() async throws {
    let sweep = ["sweep", "golf"] + recordings + ["--set", "hit.threshold_g=1.5"]
    let made = try await Tool.run(sweep)
    #expect(made.status == 0)
    #expect(
      made.errors.contains(
        "warning: 2 recordings state the sport tennis, but the pipeline \"golf\" is for golf; expected the pipeline tennis"
      ),
      "\(made.errors)")
    #expect(try await Tool.run(sweep + ["--quiet"]).errors.isEmpty)
  }

  @Test("Recordings that were interrupted do not count as tried")
  func interrupted() async throws {
    let sweep = try Sweep("tennis", SweepGrid(["hit.threshold_g=1.5"]))
    let paths = Array(repeating: recordings[0], count: 3)
    var counts: [Int] = []
    await #expect(throws: CancellationError.self) {
      try await sweep.run(on: paths, jobs: 1) { done in
        counts.append(done)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    #expect(counts == [1])
  }

  @Test("A recording without labels is named, and the others count")
  func unlabelled() async throws {
    let scratch = try Scratch()
    try scratch.copy(recordings[0], to: "a.h5")
    #expect(try await Tool.run(["label", "remove", scratch("a.h5"), "--all"]).status == 0)
    let made = try await Tool.run(
      ["sweep", "tennis", scratch("a.h5"), recordings[1], "--set", "hit.threshold_g=1.5,2", "-q"])
    #expect(made.status == 1 && made.errors.contains("a.h5") && made.errors.contains("expected labels"))
    #expect(made.output.contains("over 1 recording: "))
    #expect(made.errorLines.last?.hasPrefix("1 of 2 recordings could not be scored") == true)
    let none = try await Tool.run(["sweep", "tennis", scratch("a.h5"), "--set", "hit.threshold_g=1.5,2", "-q"])
    #expect(none.status == 65 && none.output.isEmpty && none.errors.contains("no recording could be scored"))
  }

  @Test("Decimal steps have no binary rounding, lists are one value, and the last option changes fastest")
  func grid() throws {
    let grid = try SweepGrid(["a.b=0.1:0.7:0.2", "c.d=[1,2]", "e.f=x, y"])
    #expect(grid.axes.map(\.values) == [["0.1", "0.3", "0.5", "0.7"], ["[1,2]"], ["x", "y"]])
    #expect(
      grid.points.prefix(3) == [
        ["a.b=0.1", "c.d=[1,2]", "e.f=x"], ["a.b=0.1", "c.d=[1,2]", "e.f=y"], ["a.b=0.3", "c.d=[1,2]", "e.f=x"],
      ])
  }
}
