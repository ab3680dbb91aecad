import Foundation
import Testing

/// Progress on standard error.
struct ProgressDisplayTests {
  /// What a terminal shows in the end of what was written to it, a text a row.
  ///
  /// It knows the codes that the display uses, and keeps others in the text, where they would be seen.
  private static func screen(_ written: String) -> [String] {
    var rows: [[Character]] = [[]]
    var (row, column) = (0, 0)
    var rest = Substring(written.replacing("\r\n", with: "\n\r"))
    while let character = rest.popFirst() {
      if character == "\n" {
        row += 1
        if row == rows.count { rows.append([]) }
      } else if character == "\r" {
        column = 0
      } else if character == "\u{1B}", let up = rest.prefixMatch(of: /\[(\d+)A/) {
        rest.removeSubrange(up.range)
        row = max(0, row - (Int(up.1) ?? 1))
      } else if character == "\u{1B}", rest.hasPrefix("[J") {
        rest.removeFirst(2)
        rows.removeSubrange((row + 1)...)
        rows[row].removeSubrange(min(column, rows[row].count)...)
      } else {
        rows[row].replaceSubrange(column..<min(column + 1, rows[row].count), with: [character])
        column += 1
      }
    }
    return rows.map { String($0) }.filter { !$0.isEmpty }
  }

  /// Whether the machine has util-linux's `script`, which runs a command in a terminal of its own.
  private static let hasScript = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")

  /// A folder with copies of a recording, and one that is cut off.
  ///
  /// - Parameter isLong: whether the recording takes long enough for its line to be drawn.
  private func inputs(copies: Int, isLong: Bool = false) async throws -> Scratch {
    let scratch = try Scratch()
    let recording = try await isLong ? Fixtures.longRecording() : Fixtures.recording()
    for index in 1...copies {
      let path = try scratch.copy(recording, to: "in/\(100 + index).h5")
      try Fixtures.rename(path, id: "r-\(100 + index)")
    }
    try scratch.write("no recording", to: "in/cut.h5")
    return scratch
  }

  /// Runs a line of the shell in a terminal of 90 by 20 characters; what it writes is the output.
  private func terminal(_ line: String, in folder: String) async throws -> Tool.Outcome {
    try await Tool.shell(
      """
      export SWINGPIPE TERM=xterm
      /usr/bin/script -qec 'stty cols 90 rows 20; \(line)' /dev/null < /dev/null
      """, in: folder)
  }

  @Test(
    "A terminal shows a line a worker and one for all, errors above them, and nothing of them in the end",
    .enabled(if: hasScript, "there is no /usr/bin/script"))
  func live() async throws {
    let scratch = try await inputs(copies: 2, isLong: true)
    let outcome = try await terminal(
      #""$SWINGPIPE" run \#(Project.pipeline("minimal")) in -o out --jobs 1"#, in: scratch.path)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#/  r-10\d +\[[\#-]{20}\] +\d+ % +\d:\d\d  \w+\r\n\d+ %  \d of 3 recordings  /#))
    let rows = Self.screen(outcome.output)
    try #require(rows.count == 8, "\(rows)")
    #expect(rows[0].hasPrefix("error: in/cut.h5: cannot open: "))
    #expect(rows[1].hasPrefix("2 of 3 recordings done, 1 failed: "))
    #expect(
      rows[2].hasPrefix("recording  ") && rows[3...5].allSatisfy { $0.hasSuffix("done") || $0.hasSuffix("failed") })
    #expect(rows[6].hasSuffix(" in 2 recordings -> out; next: swingpipe report out"))
    #expect(rows[7] == "1 of 3 recordings failed; the others are done")
  }

  @Test("Ctrl-C takes the live area away", .enabled(if: hasScript, "there is no /usr/bin/script"))
  func interrupted() async throws {
    let scratch = try await inputs(copies: 40)
    // The signal comes when the first recording is done; until then there was time to draw.
    try scratch.write(
      """
      (while ! ls out/_meta/status/*.json > /dev/null 2>&1; do sleep 0.05; done; sleep 0.1; kill -INT $(cat pid)) &
      sh -c 'echo $$ > pid; exec "$SWINGPIPE" run \(Project.pipeline("baseball")) in -o out --jobs 1'
      """, to: "job.sh")
    let outcome = try await terminal("sh job.sh", in: scratch.path)
    #expect(outcome.status == 130)
    #expect(outcome.output.contains("\u{1B}[J"))
    let rows = Self.screen(outcome.output)
    try #require(rows.count >= 2, "\(rows)")
    #expect(rows[rows.count - 2].contains(/^\d+ of 41 recordings done, \d+ not/))
    #expect(rows[rows.count - 1].hasPrefix("interrupted: "))
    #expect(!rows.contains { $0.contains("%") })
  }

  @Test("A terminal that cannot move its cursor gets lines", .enabled(if: hasScript, "there is no /usr/bin/script"))
  func dumb() async throws {
    let scratch = try await inputs(copies: 1)
    let outcome = try await terminal(
      #"TERM=dumb "$SWINGPIPE" run \#(Project.pipeline("minimal")) in -o out"#, in: scratch.path)
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(outcome.output.contains("1 of 2 recordings done, 1 failed: "))
  }

  @Test("Files and pipes get lines without control characters, and with --quiet errors alone")
  func plain() async throws {
    let scratch = try await inputs(copies: 1)
    let outcome = try await Tool.run(["run", Project.pipeline("minimal"), "in", "-o", "out"], in: scratch.path)
    #expect(outcome.errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(outcome.errorLines.contains { $0.hasPrefix("1 of 2 recordings done, 1 failed: ") })
    let quiet = try await Tool.run(
      ["run", Project.pipeline("minimal"), "in", "-o", "out", "--overwrite", "--quiet"], in: scratch.path)
    #expect(quiet.status == 1)
    try #require(quiet.errorLines.count == 2, "\(quiet.errors)")
    #expect(quiet.errorLines[0].contains("cannot open"))
    #expect(quiet.errorLines[1] == "1 of 2 recordings failed; the others are done")
  }

  @Test("As JSON, everything on standard error is an object a line")
  func json() async throws {
    let scratch = try await inputs(copies: 1)
    let outcome = try await Tool.run(
      ["run", Project.pipeline("minimal"), "in", "-o", "out", "--jobs", "1", "--log-format", "json"], in: scratch.path)
    let objects = try outcome.errorLines.map(Self.object)
    func all(_ key: String) -> [String] { objects.map { $0[key] as? String ?? "" } }
    #expect(
      all("event").filter { $0 != "progress" } == [
        "batch_began", "recording_finished", "recording_finished", "message", "batch_ended", "found", "message",
      ])
    let failure = try #require(objects.first { $0["level"] as? String == "error" })
    #expect(failure["recording_id"] as? String == "cut")
    #expect(failure["path"] as? String == "in/cut.h5")
    #expect(failure["stage"] as? String == "hdf5")
    #expect((failure["message"] as? String)?.contains("cannot open") == true)
    #expect(all("status").filter { !$0.isEmpty } == ["done", "failed"])
    let end = try #require(objects.first { $0["event"] as? String == "batch_ended" })
    #expect(["recordings", "done", "failed"].map { end[$0] as? Int } == [2, 1, 1])
    #expect(end["bytes"] as? Int == end["bytes_done"] as? Int)
    #expect(all("time").allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil })
  }

  @Test(
    "A command line that cannot be understood is told in JSON too",
    arguments: [
      (
        ["run", "p.json", "a.h5", "--log-format=json"],
        "--output is missing; expected a folder, or --rows to print a table's rows and keep nothing"
      ),
      (["run", "p.json", "a.h5", "--ouput", "o", "--log-format", "json"], #"unknown option "--ouput"; did you mean "#),
    ])
  func slips(_ line: [String], _ message: String) async throws {
    let outcome = try await Tool.run(line)
    #expect(outcome.status == 64)
    let first = try #require(try outcome.errorLines.map(Self.object).first)
    #expect(first["level"] as? String == "error")
    #expect((first["message"] as? String)?.hasPrefix(message) == true)
  }

  @Test("Every run leaves a log of its own")
  func logs() async throws {
    let scratch = try await inputs(copies: 1)
    for _ in 0..<2 {
      _ = try await Tool.run(
        ["run", Project.pipeline("minimal"), "in", "-o", "out", "--jobs", "1"], in: scratch.path)
    }
    let logs = scratch.files(below: "out/_meta/logs")
    try #require(logs.count == 2, "\(logs)")
    #expect(logs.allSatisfy { $0.wholeMatch(of: /\d{8}T\d{6}Z-.+-\d+\.jsonl/) != nil })
    let events = try logs.map { log in
      try scratch.text("out/_meta/logs/\(log)").split(separator: "\n").map { try Self.object(String($0)) }
    }
    #expect(
      events[0].map { $0["event"] as? String } == ["run_began", "recording_done", "recording_failed", "run_ended"])
    #expect(events[1].map { $0["event"] as? String } == ["run_began", "recording_failed", "run_ended"])
    #expect(events[1][0]["up_to_date"] as? Int == 1)
    #expect(events[0][2]["stage"] as? String == "hdf5")
    #expect((events[0][2]["cause"] as? String)?.hasPrefix("cannot open") == true)
    #expect((events[0][2]["place"] as? String)?.contains("minimal.json:") == true)
  }

  @Test("A log that cannot be written is a warning, and the run goes on")
  func unwritableLog() async throws {
    let scratch = try await inputs(copies: 1)
    try scratch.write("", to: "out/_meta/logs")
    let outcome = try await Tool.run(
      ["run", Project.pipeline("minimal"), try await Fixtures.recording(), "-o", "out"], in: scratch.path)
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.first?.hasPrefix("warning: the log cannot be written: out/_meta/logs: ") == true)
  }

  private static func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
  }
}
