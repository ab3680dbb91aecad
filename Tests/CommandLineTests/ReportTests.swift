import Foundation
import Testing

struct ReportTests {
  @Test("A page holds every recording, what failed and why, and the same folder gives the same bytes")
  func page() async throws {
    let scene = try await BatchScene(["a", "b", "c"])
    try scene.cut("b", bytes: 100)
    _ = try await scene.run()
    let made = try await scene.tool(["report", "out"])
    #expect(made.status == 0)
    #expect(made.output.isEmpty)
    #expect(made.errorLines.count == 1)
    #expect(made.errorLines[0].wholeMatch(of: /out\/report\.html: \d+\.\d MB/) != nil)
    let page = try scene.scratch.text("out/report.html")
    #expect(page.contains("1 recording failed"))
    #expect(page.contains("the file is truncated"))
    #expect(page.contains("<bdi>a</bdi>") && page.contains("<bdi>c</bdi>"))
    #expect(page.contains("Impacts, one by one"))
    #expect(page.contains("swingpipe run &#39;two tables.json&#39; --plan out/_meta/plan.jsonl --output out-again"))
    // From elsewhere, to standard output.
    let again = try await Tool.run(["report", scene.scratch("out"), "--output", "-", "-q"])
    #expect(again.status == 0)
    #expect(again.errors.isEmpty)
    #expect(again.output == page)
    // It is not a table: nothing else minds it.
    #expect(try await scene.tool(["status", "out"]).outputLines[0].contains("3 recordings: 2 done, 1 failed"))
  }

  @Test("The command that a page names makes the same tables")
  func reproduction() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    _ = try await scene.tool(["report", "out"])
    let page = try scene.scratch.text("out/report.html")
    func unescaped(_ text: Substring) -> String {
      [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(String(text)) {
        $0.replacing($1.0, with: $1.1)
      }
    }
    let blocks = page.matches(of: /<pre tabindex="0"><code>((?s).*?)<\/code>/).map { unescaped($0.1) }
    #expect(blocks.count == 2)
    try scene.scratch.write(blocks[1], to: "two tables.json")
    let command = blocks[0].replacing("swingpipe ", with: "\"$SWINGPIPE\" ") + " --quiet"
    #expect(
      try await Tool.shell(command.replacing("\"$SWINGPIPE\"", with: "$SWINGPIPE"), in: scene.scratch.path).status == 0)
    #expect(try scene.tables("out-again") == scene.tables("out"))
  }

  @Test("Recordings that are gone or have changed have no pictures, which is said; their tables stay")
  func movedRecordings() async throws {
    let scene = try await BatchScene(["a", "b", "c"])
    _ = try await scene.run()
    _ = try await scene.tool(["report", "out"])
    let whole = try scene.scratch.text("out/report.html")
    try FileManager.default.removeItem(atPath: scene.scratch("in/b.h5"))
    try await scene.add("c", isOther: true)
    let made = try await scene.tool(["report", "out"])
    #expect(made.status == 0)
    #expect(
      made.errorLines.dropFirst() == [
        "warning: There are no pictures of recordings that are not where they were: b. Their tables are in the figures.",
        "warning: There are no pictures of recordings that have changed since the run: c. Their tables are in the figures. Run them again for pictures.",
      ])
    let page = try scene.scratch.text("out/report.html")
    #expect(page.contains("that are not where they were: b."))
    #expect(lines(page) < lines(whole) && lines(page) > 0)
    let lead = try #require(whole.firstMatch(of: /<p class="lead">.*<\/p>/)).output
    #expect(page.contains(lead))
  }

  @Test("Tables in Parquet give the same figures, pictures and table of recordings as in CSV")
  func formats() async throws {
    let scene = try await BatchScene(["a", "b"])
    let pipeline = try scene.scratch.text("p.json")
    for format in ["csv", "parquet"] {
      let writer = "\"writers.table\", \"format\": \"\(format)\""
      try scene.scratch.write(pipeline.replacing("\"writers.table\"", with: writer), to: "\(format).json")
      #expect(try await scene.tool(["run", "\(format).json", "in", "-o", format, "-q"]).status == 0)
      #expect(FileManager.default.fileExists(atPath: scene.scratch("\(format)/impacts/a.\(format)")))
    }
    func parts(_ output: String) async throws -> [Substring] {
      let page = try await scene.tool(["report", output, "--output", "-", "-q"]).output
      return page.matches(of: /<script [^>]*id="(data|traces)">(?s).*?<\/script>|<section (?s).*?<\/section>/)
        .map(\.0).filter { !$0.contains("id=\"run\"") }
    }
    let written = try await parts("csv")
    #expect(written.count == 6)
    #expect(try await parts("parquet") == written)
  }

  @Test("Without the record of what columns hold a report takes that from the tables, and says so")
  func lostSchema() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    func figures() async throws -> (page: Substring?, errors: String) {
      let made = try await scene.tool(["report", "out", "--output", "-", "-q"])
      let section = made.output.firstMatch(of: /<section [^>]*id="features">(?s).*?<\/section>/)?.0
      #expect(lines(made.output) > 0)
      return (section, try await scene.tool(["report", "out", "--output", "-"]).errors)
    }
    let whole = try await figures()
    try scene.scratch.write("{", to: "out/_meta/schema.json")
    let lost = try await figures()
    #expect(whole.page != nil && lost.page == whole.page)
    #expect(!whole.errors.contains("schema.json") && lost.errors.contains("_meta/schema.json cannot be read"))
  }

  @Test("The joined tables and those of the recordings give one page, so that damage to a joined table is no loss")
  func joined() async throws {
    let scene = try await BatchScene(["a", "b", "c"])
    try scene.cut("b", bytes: 100)
    _ = try await scene.run()
    func page() async throws -> String {
      let made = try await scene.tool(["report", "out", "--output", "-"])
      #expect(made.status == 0)
      return made.output
    }
    let note = /<ul class="note">\n<li>The joined tables do not hold.*?<\/ul>\n/.dotMatchesNewlines()
    let expected = try await page()
    #expect(!expected.contains(note))
    for name in scene.scratch.files(below: "out/merged") {
      let size = try scene.scratch.bytes("out/merged/\(name)").count
      try scene.scratch.write(String(repeating: "?", count: size), to: "out/merged/\(name)")
    }
    let damaged = try await page()
    #expect(damaged.contains(note) && damaged.replacing(note, with: "") == expected)
    try FileManager.default.removeItem(atPath: scene.scratch("out/merged"))
    #expect(try await page() == damaged)
  }

  @Test("Fewer pictures are drawn where that is asked for, evenly spread, and the page says so")
  func limit() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let made = try await scene.tool(["report", "out", "--max-swings", "2", "--output", "few.html"])
    #expect(made.status == 0)
    #expect(made.errors.contains("Pictures are drawn of 2 of the "))
    #expect(lines(try scene.scratch.text("few.html")) == 2)
    let none = try await scene.tool(["report", "out", "--max-swings", "0", "--output", "-"])
    #expect(lines(none.output) == 0)
  }

  /// How many pictures a page has.
  private func lines(_ page: String) -> Int {
    guard let traces = page.firstMatch(of: /id="traces">((?s).*?)<\/script>/) else { return 0 }
    return traces.1.split(separator: "\n").count
  }

  @Test("A table that is gone or damaged makes its recording stale, and the page is made without it")
  func damagedTable() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    try FileManager.default.removeItem(atPath: scene.scratch("out/impacts/a.parquet"))
    #expect(try await scene.tool(["report", "out"]).status == 0)
    let page = try scene.scratch.text("out/report.html")
    #expect(page.contains("1 recording with tables that are gone or made with other options"))
    #expect(page.contains("table impacts is gone"))
  }

  @Test("What is no output folder, or cannot be written to, is a fault of the command line and leaves nothing")
  func faults() async throws {
    let scene = try await BatchScene(["a"])
    let none = try await scene.tool(["report", "in"])
    #expect(none.status == 64)
    #expect(none.errorLines == ["error: in: holds no records of a run; expected the output folder of swingpipe run"])
    _ = try await scene.run()
    let before = scene.scratch.files()
    let folder = try await scene.tool(["report", "out", "--output", "in"])
    #expect(folder.status == 64)
    #expect(folder.errors.hasPrefix("error: --output: in: "))
    let negative = try await scene.tool(["report", "out", "--max-swings", "-1"])
    #expect(negative.status == 64)
    #expect(negative.errorLines.first == "error: --max-swings is -1; expected 0 or more")
    #expect(scene.scratch.files() == before)
  }

  @Test("Nothing but a report is replaced: no recording, record, page of another's, or pipe")
  func occupied() async throws {
    let scene = try await BatchScene(["a"])
    _ = try await scene.run()
    try scene.scratch.write("<!doctype html><title>mine</title>", to: "mine.html")
    #expect(try await Tool.shell("mkfifo pipe.html", in: scene.scratch.path).status == 0)
    for name in ["in/a.h5", "out/_meta/schema.json", "mine.html"] {
      let before = try scene.scratch.bytes(name)
      let outcome = try await scene.tool(["report", "out", "-o", name])
      #expect(outcome.status == 64)
      #expect(
        outcome.errorLines == [
          "error: --output: \(name): holds something other than a report; expected a new file, or a report to replace"
        ])
      #expect(try scene.scratch.bytes(name) == before)
    }
    let pipe = try await scene.tool(["report", "out", "-o", "pipe.html"])
    #expect(
      pipe.status == 64 && pipe.errors.hasPrefix("error: --output: pipe.html: is a pipe or a device, not a file;"))
    #expect(try await scene.tool(["report", "out", "-o", "new.html"]).status == 0)
    #expect(try await scene.tool(["report", "out", "-o", "new.html"]).status == 0)
  }

  /// What a page draws its pictures from.
  private func data(_ page: String) throws -> [String: Any] {
    let json = try #require(page.firstMatch(of: /id="data">((?s).*?)<\/script>/)).1
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test("Two runs make one report, split by a column and in the units asked for; what is unknown is refused")
  func several() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    try FileManager.default.createDirectory(atPath: scene.scratch("other"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: scene.scratch("out"), toPath: scene.scratch("other/out"))
    let made = try await scene.tool([
      "report", "out", "other/out", "--split-by", "recording_id", "--units", "m/s^2", "-q",
    ])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let page = try scene.scratch.text("report.html")
    // Folders of one name are told apart by those that they lie in.
    #expect(page.contains("other/out"))
    #expect(page.contains(">By recording</h2>") && page.contains("m/s²</span>") && !page.contains(" <span>g</span>"))
    let recordings = try #require(try data(page)["recordings"] as? [[String: Any]])
    #expect(recordings.count == 4)
    for (arguments, message) in [
      (["--split-by", "recording"], "--split-by: unknown column \"recording\"; "),
      (["--units", "km/s"], "--units: unknown unit \"km/s\"; did you mean \"km/h\"?"),
      (["-o", "/proc/none/page.html"], "--output: /proc/none"),
      (["--units", "deg/s,rpm"], "--units: deg/s and rpm both stand for rad/s; expected one of them"),
      (["out/"], "out and out/, one folder, is given twice; expected each output folder once"),
      (["nowhere", "-o", "new/page.html"], "nowhere"),
      (["--compare-rate-hz", "0"], "--compare-rate-hz is 0.0; expected more than 0 Hz"),
    ] {
      let refused = try await scene.tool(["report", "out"] + arguments)
      #expect(refused.status == 64 && refused.errors.contains(message), "\(refused.errors)")
    }
    #expect(!scene.scratch.files().contains { $0.hasPrefix("new") })
    let high = try await scene.tool(["report", "out", "-o", "-", "--compare-rate-hz", "5000"])
    #expect(
      high.errors.contains("a sensor of 5000 Hz would show it; expected a rate of at most half"), "\(high.errors)")
  }

  @Test("What 100 Hz would show of a contact is low-passed first, as in a plot; misses have no such share")
  func coarse() async throws {
    let scratch = try Scratch()
    let run = [
      "run", Project.pipeline("baseball"), Project.path("Data/baseball-000001.h5"), "-o", scratch("out"), "-q",
    ]
    #expect(try await Tool.run(run).status == 0)
    let plain = try await Tool.run(["report", scratch("out"), "-o", "-", "-q"]).output
    #expect(try #require(try data(plain)["events"] as? [[String: Any]]).allSatisfy { $0["coarse"] is NSNull })
    #expect(!plain.contains("That panel sets"))
    let compared = ["report", scratch("out"), "-o", "-", "-q", "--compare-rate-hz", "100"]
    let page = try await Tool.run(compared).output
    let events = try #require(try data(page)["events"] as? [[String: Any]])
    let views = events.map { $0["coarse"] as? [String: Any] }
    #expect(views.allSatisfy { $0?["rate"] as? Double == 100.2 })
    // The largest length within 30 ms of the raw peak, of every 8th sample after
    // scipy.signal.firwin(293, 0.45 * 100.24, window=("kaiser", kaiser_beta(60)), fs=801.92) on each axis, over the largest
    // of all samples: of swing 2 it is 10.515 g of 26.505 g. The page takes it around the impact, a sample or two away.
    let fractions = views.map { $0?["share"] as? Double }
    let expected: [Double?] = [0.209, nil, 0.397, 0.331, 0.666, nil, nil, 0.362]
    #expect(fractions.count == expected.count)
    for (fraction, expected) in zip(fractions, expected) {
      #expect((fraction == nil) == (expected == nil))
      if let fraction, let expected { #expect(abs(fraction - expected) < 0.004) }
    }
    #expect(page.contains("it would show less than <strong>36 %</strong> of the peak"))
  }

  @Test("Tables are shown by what their rows are, whatever they are called; where none says, the page names them")
  func otherName() async throws {
    let scene = try await BatchScene(["a"])
    let own = try String(contentsOfFile: Project.pipeline("baseball"), encoding: .utf8)
    let writer = "\"type\": \"writers.table\" }"
    #expect(own.contains(writer))
    try scene.scratch.write(
      own.replacing(writer, with: "\"type\": \"writers.table\", \"folder\": \"my_swings\" }"), to: "own.json")
    #expect(try await scene.tool(["run", "own.json", "in", "-o", "own", "-q", "--practice"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: scene.scratch("own/my_swings/a.parquet")))
    let page = try await scene.tool(["report", "own", "-o", "-", "-q"]).output
    #expect(page.contains("Swings, one by one") && lines(page) > 0)
    let impacts = try scene.scratch.text("p.json").replacing("\"folder\": \"impacts\"", with: "\"folder\": \"shocks\"")
    try scene.scratch.write(impacts, to: "shocks.json")
    #expect(try await scene.tool(["run", "shocks.json", "in", "-o", "shocks", "-q"]).status == 0)
    let shocks = try await scene.tool(["report", "shocks", "-o", "-", "-q"]).output
    #expect(shocks.contains("Impacts, one by one"))
    // As of a version that did not say what rows are.
    try FileManager.default.removeItem(atPath: scene.scratch("shocks/_meta/schema.json"))
    let none = try await scene.tool(["report", "shocks"])
    #expect(
      none.errors.contains(
        "warning: There are no pictures, since the rows of no table are of a known kind; the run wrote recordings, "
          + "shocks."
      ))
  }

  @Test(
    "A report is of what the pipeline finds, with a drawing over time",
    arguments: [
      ("submersion", "dive_breath_hold-000001.h5", "Dive report", 3, "Surface intervals"),
      ("cycling", "workout-000001-watch.h5", "Workout report", 1, "Best mean power by duration"),
      ("head_pose", "push_ups-000011.h5", "Pose report", 1, "Connections"),
      ("push_ups", "push_ups-000011.h5", "Repetition report", 1, "Depth (estimate), m"),
      ("posture", "push_ups-000011.h5", "Posture report", 1, "<dd>0:18<span> 58 %"),
      ("planned_workout", "workout-000001-watch.h5", "Plan report", 1, "Steps reached"),
    ])
  func domains(_ pipeline: String, _ recording: String, _ kicker: String, _ drawings: Int, _ words: String) async throws
  {
    let scratch = try Scratch()
    let input = Project.path("Pipelines/Recordings/\(recording)")
    let run = try await Tool.run(["run", Project.pipeline(pipeline), input, "-o", scratch("out"), "-q"])
    #expect(run.status == 0)
    let report = try await Tool.run(["report", scratch("out"), "-o", "-", "-q"])
    #expect(report.status == 0 && report.errors.isEmpty)
    #expect(report.output.contains("<p class=\"kicker\">\(kicker)</p>") && report.output.contains(words))
    #expect(report.output.matches(of: /src="data:image\/svg\+xml,/).count == drawings)
  }

  @Test("Labels that were added after the run leave the pictures in the report")
  func labelledLater() async throws {
    let scratch = try Scratch()
    try scratch.copy(Project.path("Data/golf-000001.h5"), to: "in/golf.h5")
    #expect(try await Tool.run(["run", "golf", "in", "-o", "out", "-q"], in: scratch.path).status == 0)
    let whole = try await Tool.run(["report", "out", "-o", "-"], in: scratch.path)
    for time in ["+1.5", "+2.5"] {
      let added = try await Tool.run(["label", "add", "in/golf.h5", "--ignore", time], in: scratch.path)
      #expect(added.status == 0, "\(added.errors)")
    }
    let report = try await Tool.run(["report", "out", "-o", "-"], in: scratch.path)
    #expect(report.status == 0 && !report.errors.contains("no pictures"), "\(report.errors)")
    #expect(lines(report.output) == lines(whole.output) && lines(whole.output) > 0)
    let explained = try await Tool.run(["explain", "out", "--swing", "1"], in: scratch.path)
    #expect(explained.status == 0 && !explained.errors.contains("has changed"))
  }

  @Test("Recordings that are gone or have changed are not drawn, and the report says so")
  func changedDomains() async throws {
    let scratch = try Scratch()
    let dive = Project.path("Pipelines/Recordings/dive_breath_hold-000001.h5")
    for name in ["gone", "changed"] { try Fixtures.rename(try scratch.copy(dive, to: "in/\(name).h5"), id: name) }
    let run = try await Tool.run(["run", Project.pipeline("submersion"), scratch("in"), "-o", scratch("out"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
    try FileManager.default.removeItem(atPath: scratch("in/gone.h5"))
    try Fixtures.state(scratch("in/changed.h5"), "notes", "another")
    let report = try await Tool.run(["report", scratch("out"), "-o", "-", "-q"])
    #expect(report.output.matches(of: /src="data:image\/svg\+xml,/).isEmpty)
    #expect(report.output.contains("recordings that are not where they were: gone."))
    #expect(report.output.contains("recordings that have changed since the run: changed."))
  }

  @Test("A page of a ride has its day, and a command that works as it is for zones of one's own")
  func ride() async throws {
    let scratch = try Scratch()
    for device in ["phone", "watch"] {
      try scratch.copy(Project.path("Pipelines/Recordings/workout-000001-\(device).h5"), to: "in/\(device).h5")
    }
    let run = try await Tool.run(["run", "cycling", scratch("in"), "-o", scratch("out"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
    func section() async throws -> (page: String, zones: String) {
      let page = try await Tool.run(["report", scratch("out"), "-o", "-", "-q"]).output
      return (page, String(try #require(page.firstMatch(of: /<section [^>]*id="table-zones">(?s)(.*?)<\/section>/)?.1)))
    }
    let first = try await section()
    let title = try #require(first.page.firstMatch(of: /<title>(.*)<\/title>/)?.1)
    #expect(title.contains(/Workout report: Cycling, \d+ [A-Z][a-z]+ 20\d\d$/))
    #expect(
      first.zones.contains("Zones of power and heart rate need the threshold power (FTP) and maximum heart rate."))
    #expect(!first.zones.contains("Time in zones: heart rate"))
    let command = try #require(first.zones.firstMatch(of: /<code>swingpipe (run cycling .*?)<\/code>/)?.1)
    #expect(command.hasSuffix("--set ride.max_heart_rate_bpm=190"))
    let again = try await Tool.shell("$SWINGPIPE \(command) --quiet", in: scratch.path)
    #expect(again.status == 0, "\(again.errors)")
    let second = try await section()
    #expect(second.zones.contains("Time in zones: heart rate") && !second.zones.contains("ride.max_heart_rate_bpm"))
  }

  @Test("A session is drawn from the streams of all its recordings")
  func sessionDrawing() async throws {
    let scratch = try Scratch()
    for (device, name) in [("phone", "a"), ("watch", "b")] {
      try scratch.copy(Project.path("Pipelines/Recordings/workout-000001-\(device).h5"), to: "in/\(name).h5")
    }
    let run = try await Tool.run(["run", Project.pipeline("workout"), scratch("in"), "-o", scratch("out"), "-q"])
    #expect(run.status == 0, "\(run.errors)")
    let report = try await Tool.run(["report", scratch("out"), "-o", "-", "-q"])
    #expect(report.output.contains("power by watch, heart rate, cadence by watch, speed by watch over time"))
  }
}
