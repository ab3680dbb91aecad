import Foundation
import SPHDF5
import Testing

struct TrainTests {
  /// Three labelled recordings of 20 s in `in`, made once: 6 swings each, of which 2 are misses.
  private static let recordings = Task { () throws -> Scratch in
    let scratch = try Scratch()
    let outcome = try await Tool.run([
      "simulate", "swings", "--output", scratch("in"), "--seed", "11", "--count", "3", "--duration-s", "20",
      "--swings-per-minute", "18", "--distractors-per-minute", "0",
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return scratch
  }

  /// A folder with copies of these recordings in `in`.
  private func inputs(_ count: Int = 3) async throws -> Scratch {
    let scratch = try Scratch()
    for seed in 11..<11 + count {
      try await scratch.copy(Self.recordings.value("in/baseball-0000\(seed).h5"), to: "in/baseball-0000\(seed).h5")
    }
    return scratch
  }

  private static let few = """
    warning: 12 hits and 6 misses are few to learn from: the scores are uncertain; expected at least 20 of each
    """

  private func model(_ scratch: Scratch, _ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: scratch.bytes(name)) as? [String: Any])
  }

  @Test("A model is fitted to the labels and written with what it was trained on and its scores")
  func trains() async throws {
    let scratch = try await inputs()
    let outcome = try await Tool.run(
      ["pipelines", "train", Project.pipeline("baseball"), "in", "--output", "models/mine.json", "-j", "1"],
      in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    let lines = outcome.errorLines
    try #require(lines.count == 11)
    #expect(
      Array(lines.prefix(5)) == [
        "[1/3] baseball-000011: 4 hits, 2 misses", "[2/3] baseball-000012: 4 hits, 2 misses",
        "[3/3] baseball-000013: 4 hits, 2 misses", Self.few,
        "trained on 12 hits and 6 misses of 3 recordings; 0 labelled swings not found",
      ])
    let number = /\d\.\d{4}/
    let scores = lines[5].matches(of: number).count
    #expect(lines[5].hasPrefix("held out by recording: AUROC 1.0000, Brier 0.") && scores == 5)
    // The weightiest first.
    let weights = lines[6...9].compactMap { $0.wholeMatch(of: /\ \ ([+-]\d+\.\d\d) +[a-z_]+ \([a-z ]+\)/) }
    let sizes = weights.compactMap { Double($0.1).map(abs) }
    #expect(sizes.count == 4 && sizes == sizes.sorted(by: >))
    #expect(lines[10] == "model: models/mine.json")
    #expect(scratch.files(below: "models") == ["mine.json"])

    let model = try model(scratch, "models/mine.json")
    #expect(model["format"] as? String == "swingpipe-hit-miss-model" && model["version"] as? Int == 1)
    #expect(model["name"] as? String == "mine")
    let training = try #require(model["training"] as? [String: Any])
    #expect(training["pipeline"] as? String == "baseball")
    #expect(training["hits"] as? Int == 12 && training["misses"] as? Int == 6)
    #expect(training["recordings"] as? [String] == ["baseball-000011", "baseball-000012", "baseball-000013"])
    let held = try #require(model["scores"] as? [String: Any])
    #expect(held["validation"] as? String == "leave_one_recording_out")
  }

  @Test("The order of the inputs and the number of jobs make no difference; a model that is there is replaced")
  func reproducible() async throws {
    let scratch = try await inputs(2)
    let base = ["pipelines", "train", Project.pipeline("baseball"), "--output", "mine.json", "-q"]
    let ids = [11, 12].map { "in/baseball-0000\($0).h5" }
    let first = try await Tool.run(base + ids + ["--jobs", "1"], in: scratch.path)
    #expect(first.status == 0 && first.errors.isEmpty && first.output.isEmpty)
    let bytes = try scratch.bytes("mine.json")
    let second = try await Tool.run(base + ids.reversed() + ["--jobs", "3"], in: scratch.path)
    #expect(second.status == 0)
    #expect(try scratch.bytes("mine.json") == bytes)
  }

  @Test("The model decides in a run: set on the command line, or named in a pipeline beside it")
  func usedByRun() async throws {
    let scratch = try await inputs(2)
    let trained = try await Tool.run(
      ["pipelines", "train", Project.pipeline("baseball"), "in", "-o", "models/mine.json", "--name", "monday", "-q"],
      in: scratch.path)
    #expect(trained.status == 0)
    func versions(_ pipeline: String, _ overrides: [String]) async throws -> [String] {
      let outcome = try await Tool.run(
        ["run", pipeline, "in/baseball-000011.h5", "--output", "out", "-q"] + overrides, in: scratch.path)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let lines = try scratch.tableText("out/merged/swings.parquet").split(separator: "\n")
      let header = try #require(lines.first).split(separator: ",", omittingEmptySubsequences: false)
      let column = try #require(header.firstIndex(of: "model_version"))
      return lines.dropFirst().map { String($0.split(separator: ",", omittingEmptySubsequences: false)[column]) }
    }
    let set = try await versions(Project.pipeline("baseball"), ["--set", "label.model=models/mine.json"])
    #expect(set.count == 6 && Set(set) == ["monday"])

    let text = try String(contentsOfFile: Project.pipeline("baseball"), encoding: .utf8)
    let named = text.replacing(
      "\"classifiers.hit_miss\" }", with: "\"classifiers.hit_miss\", \"model\": \"../models/mine.json\" }")
    try scratch.write(named, to: "pipelines/mine.json")
    #expect(Set(try await versions("pipelines/mine.json", [])) == ["monday"])
  }

  @Test("A pipeline that names the model which is to be made can be trained before there is one")
  func pipelineNamesItsModel() async throws {
    let scratch = try await inputs(2)
    let text = try String(contentsOfFile: Project.pipeline("baseball"), encoding: .utf8)
    try scratch.write(
      text.replacing("\"classifiers.hit_miss\" }", with: "\"classifiers.hit_miss\", \"model\": \"mine.json\" }"),
      to: "p.json")
    let missing = try await Tool.run(["pipelines", "validate", "p.json"], in: scratch.path)
    #expect(missing.status == 78)
    #expect(missing.errors.contains("option \"model\": "))
    #expect(missing.errors.contains("mine.json: no such file; expected a model that swingpipe pipelines train wrote"))
    let trained = try await Tool.run(["pipelines", "train", "p.json", "in", "-o", "mine.json", "-q"], in: scratch.path)
    #expect(trained.status == 0 && trained.errors.isEmpty)
    #expect(try await Tool.run(["pipelines", "validate", "p.json"], in: scratch.path).status == 0)
  }

  @Test("Ctrl-C is heard in the second part of the work, too: the model stays, the out-of-fold tables do not end")
  func interruptedOutOfFold() async throws {
    let scratch = try await inputs(2)
    let first = try #require(scratch.files(below: "in").first)
    for index in 1...20 {
      let path = try scratch.copy("\(scratch.path)/in/\(first)", to: "in/more-\(index).h5")
      try Fixtures.rename(path, id: "more-\(index)")
    }
    let outcome = try await Tool.run(
      [
        "pipelines", "train", Project.pipeline("baseball"), "in", "-o", "mine.json", "--out-of-fold", "held", "--jobs",
        "1", "-q",
      ],
      in: scratch.path, interrupting: { _ in scratch.files(below: "held/_meta/status").count >= 1 })
    #expect(outcome.status == 130)
    #expect(outcome.errorLines.last == "interrupted: mine.json is written; the out-of-fold tables are not complete")
    #expect(scratch.files().contains("mine.json"))
    #expect(!scratch.files(below: "held").contains { $0.hasPrefix("merged/") })
  }

  @Test("Out of fold, every recording gets its tables from a model that has not seen it")
  func outOfFold() async throws {
    let scratch = try await inputs(2)
    let outcome = try await Tool.run(
      [
        "pipelines", "train", Project.pipeline("baseball"), "in", "-o", "mine.json", "--out-of-fold", "held", "--json",
      ], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.last == "out-of-fold tables of 2 recordings: held")
    let report = try outcome.object()
    #expect(report["output"] as? String == "mine.json")
    #expect((report["out_of_fold"] as? [String: Any])?["recordings"] as? Int == 2)
    #expect(report["errors"] as? [String] == [])
    #expect((report["warnings"] as? [String])?.count == 1)
    #expect((report["model"] as? [String: Any])?["name"] as? String == "mine")
    let recordings = try #require(report["recordings"] as? [[String: Any]])
    #expect(recordings.map { $0["hits"] as? Int } == [4, 4])
    #expect(recordings.map { $0["misses_not_found"] as? Int } == [0, 0])

    let ids = [11, 12].map { "baseball-0000\($0)" }
    let files = scratch.files(below: "held")
    #expect(files.filter { $0.hasPrefix("swings/") } == ids.map { "swings/\($0).parquet" })
    #expect(files.contains("merged/swings.parquet"))
    for (number, id) in zip(1...2, ids) {
      let fold = try model(scratch, "held/_meta/models/fold-\(number).json")
      let training = try #require(fold["training"] as? [String: Any])
      #expect(training["recordings"] as? [String] == ids.filter { $0 != id })
      let rows = try scratch.tableText("held/swings/\(id).parquet").split(separator: "\n").dropFirst()
      #expect(
        rows.count == 6
          && rows.allSatisfy { $0.hasSuffix(",mine-fold-\(number)") || $0.contains(",mine-fold-\(number),") })
    }
    // The scores of the model are those of these tables.
    let score = try await Tool.run(["score", "held", "--labels", "in", "--json"], in: scratch.path)
    let metrics = try #require(try score.object()["metrics"] as? [String: [String: Any]])
    let brier = try #require(metrics["brier"]?["value"] as? Double)
    let scores = try #require((report["model"] as? [String: Any])?["scores"] as? [String: Any])
    #expect(abs(brier - (scores["brier"] as? Double ?? .nan)) < 1e-6)
  }

  @Test("A recording that fails is named and the others are learned from")
  func failures() async throws {
    let scratch = try await inputs()
    try scratch.write("", to: "in/empty.h5")
    let unlabelled = try scratch.copy(scratch("in/baseball-000013.h5"), to: "in/unlabelled.h5")
    let file = try File(opening: unlabelled, for: .readingAndWriting)
    try file.group.attributes.set("recording_id", to: "unlabelled")
    try file.remove("annotations")
    try file.close()
    let outcome = try await Tool.run(
      ["pipelines", "train", Project.pipeline("baseball"), "in", "-o", "mine.json", "-j", "1", "--json"],
      in: scratch.path)
    #expect(outcome.status == 1)
    let errors = outcome.errorLines.filter { $0.contains("error: ") }
    try #require(errors.count == 2)
    #expect(errors[0].contains("recording \"in/empty.h5\": cannot open: the file is empty"))
    #expect(
      errors[1] == "error: in/unlabelled.h5: has no group \"annotations/swings\"; "
        + "expected labels (an empty group says that there are no swings)")
    #expect(outcome.errorLines.contains("[5/5] in/unlabelled.h5: failed"))
    #expect(outcome.errorLines.last == "model: mine.json")
    let report = try outcome.object()
    let recordings = try #require(report["recordings"] as? [[String: Any]])
    #expect(recordings.map { ($0["errors"] as? [String])?.count } == [0, 0, 0, 1, 1])
    #expect(recordings.last?["path"] as? String == "in/unlabelled.h5")
    #expect((report["model"] as? [String: Any])?["name"] as? String == "mine")
    #expect(scratch.files().contains("mine.json"))
  }

  @Test("Where no model can be fitted, none is written and an older one stays")
  func nothingToLearn() async throws {
    let scratch = try await inputs(1)
    let base = ["pipelines", "train", Project.pipeline("baseball"), "in", "-o", "mine.json"]
    let one = try await Tool.run(base + ["--json"], in: scratch.path)
    #expect(one.status == 1)
    let message =
      "expected swings that are found and labelled in at least 2 recordings, to hold one out, "
      + "found \"baseball-000011\" alone"
    #expect(one.errorLines.last == "error: \(message)")
    let report = try one.object()
    #expect(report["errors"] as? [String] == [message])
    #expect(report["model"] is NSNull)
    #expect(scratch.files() == ["in/baseball-000011.h5"])

    let older = "{\"format\": \"swingpipe-hit-miss-model\", \"version\": 0}"
    try scratch.write(older, to: "mine.json")
    #expect(try await Tool.run(base + ["-q"], in: scratch.path).status == 1)
    #expect(try scratch.text("mine.json") == older)
  }

  @Test("Labelled swings that the pipeline does not find are counted, and a recording without any is pointed at")
  func notFound() async throws {
    let scratch = try await inputs(2)
    let outcome = try await Tool.run(
      [
        "pipelines", "train", Project.pipeline("baseball"), "in", "-o", "mine.json", "-j", "1", "--set",
        "start.min_peak_rate_rad_s=90",
        "--set", "air.min_peak_rate_rad_s=90",
      ], in: scratch.path)
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines[0] == "[1/2] baseball-000011: 0 hits, 0 misses; labelled but not found: 4 hits, 2 misses")
    #expect(
      outcome.errorLines.contains(
        "warning: in/baseball-000011.h5: none of its 6 labelled swings was found by the pipeline"))
    #expect(outcome.errorLines.last?.hasSuffix("found none") == true)
  }

  @Test("Nothing but a model is replaced, and an output that cannot be written is refused before any work")
  func output() async throws {
    let scratch = try await inputs(2)
    try scratch.write("mine", to: "notes.txt")
    let base = ["pipelines", "train", Project.pipeline("baseball"), "in", "--output"]
    for (path, reason) in [
      ("notes.txt", "notes.txt: holds something other than a model; expected a new file, or a model to replace"),
      ("in", "in: cannot write the file: is a directory"),
      (
        "in/baseball-000011.h5",
        "in/baseball-000011.h5: holds something other than a model; expected a new file, or a model to replace"
      ),
      (
        "notes.txt/mine.json",
        "notes.txt: cannot make the folder, since a file of that name is there: file exists"
      ),
    ] {
      let outcome = try await Tool.run(base + [path], in: scratch.path)
      #expect(outcome.status == 64)
      #expect(outcome.output.isEmpty && outcome.errors == "error: --output: \(reason)\n")
    }
    #expect(try scratch.text("notes.txt") == "mine")
    let folds = try await Tool.run(base + ["mine.json", "--out-of-fold", "notes.txt"], in: scratch.path)
    #expect(folds.status == 64)
    #expect(folds.errors.hasPrefix("error: --out-of-fold: notes.txt: cannot make the folder"))
    #expect(scratch.files() == ["in/baseball-000011.h5", "in/baseball-000012.h5", "notes.txt"])
  }

  @Test("A pipeline without a classifier is a fault of the pipeline")
  func noClassifier() async throws {
    let scratch = try await inputs(1)
    let pipeline = Project.pipeline("impacts")
    let outcome = try await Tool.run(["pipelines", "train", pipeline, "in", "-o", "mine.json"], in: scratch.path)
    #expect(outcome.status == 78)
    #expect(
      outcome.errors
        == "\(pipeline): error: expected one stage of type \"classifiers.hit_miss\" to train, found none\n")
    #expect(scratch.files() == ["in/baseball-000011.h5"])
  }
}
