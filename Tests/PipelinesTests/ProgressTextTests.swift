import SPBasics
import SPBatches
import SPTables
import Testing

/// Lines of progress.
struct ProgressTextTests {
  private let figures: ProgressFigures = {
    var model = ProgressModel()
    model.begin(
      BatchTotals(sizes: [1_000_000_000, 3_000_000_000, 40_000_000, 960_000_000], upToDate: 2, jobs: 3), atS: 0)
    model.beginRecording(id: "bad", bytes: 960_000_000, worker: 0, atS: 0)
    model.beginRecording(id: "day", bytes: 3_000_000_000, recordedSeconds: 86_400, worker: 1, atS: 0)
    model.finishRecording(.failed, bytes: 960_000_000, worker: 0, atS: 0)
    model.beginRecording(id: "baseball-000005", bytes: 1_000_000_000, recordedSeconds: 28_800, worker: 0, atS: 50)
    model.advance(worker: 0, stageID: "hit", fraction: 0.5, atS: 75)
    model.advance(worker: 1, stageID: "start", fraction: 1 / 3, atS: 75)
    return model.figures(atS: 75)
  }()

  @Test("A terminal shows a line a worker and one for all")
  func live() {
    let lines = ProgressText.live(figures, columns: 120)
    #expect(lines.count == 4)
    #expect(lines[0] == "  baseball-000005  [##########----------]  50 %    0:25  hit")
    #expect(lines[1] == "  day              [######--------------]  33 %    1:15  start")
    #expect(lines[2] == "  -")
    let total = /49 %  1 of 4 recordings  1 failed  2 up to date  2\.5 of 5\.0 GB  \d\d MB\/s  \d+x real time  .+ left/
    #expect(lines[3].wholeMatch(of: total) != nil, "\(lines[3])")
  }

  @Test("Where there is less room, what matters least is left out, and no line is longer than it may be")
  func narrow() {
    for columns in 1...130 {
      let lines = ProgressText.live(figures, columns: columns)
      #expect(lines.count == 4)
      #expect(lines.allSatisfy { TerminalText.width($0) <= columns }, "\(columns) columns: \(lines)")
    }
    let lines = ProgressText.live(figures, columns: 40)
    #expect(lines[0] == "  baseball-000005  50 %    0:25  hit")
    #expect(lines[3].wholeMatch(of: /49 %  1 failed  .+ left/) != nil, "\(lines[3])")
  }

  @Test("Where there are few rows, some workers are only counted")
  func rows() {
    #expect(ProgressText.live(figures, columns: 120, rows: 4).count == 4)
    let three = ProgressText.live(figures, columns: 120, rows: 3)
    #expect(three.map { String($0.prefix(10)) } == ["  baseball", "  and 2 mo", "49 %  1 of"])
    #expect(ProgressText.live(figures, columns: 120, rows: 1).map { $0.prefix(4) } == ["49 %"])
  }

  @Test("Names are kept from breaking lines, and wide ones are cut by the columns that they take")
  func names() {
    var model = ProgressModel()
    model.begin(BatchTotals(sizes: [10, 10], jobs: 2), atS: 0)
    model.beginRecording(id: "a\u{1B}[2J\nb", bytes: 10, worker: 0, atS: 0)
    model.beginRecording(id: "録音録音録音録音録音録音", bytes: 10, worker: 1, atS: 0)
    let lines = ProgressText.live(model.figures(atS: 1), columns: 40)
    #expect(lines[0].hasPrefix(#"  a\u{1B}[2J\u{A}b "#))
    #expect(lines[1] == "  録音録音録音録音…    0 %    0:01")
  }

  // Columns as wcwidth of Python's package wcwidth 0.2.13 gives them.
  @Test(
    "Characters take none, one or two columns",
    arguments: [
      ("baseball", 8), ("日本語", 6), ("ｶﾀｶﾅ", 4), ("ＡＢ", 4), ("e\u{301}", 1), ("한국", 4), ("⚾", 2), ("🏸x", 3), ("é", 1),
      ("Привет", 6), ("", 0), ("…", 1),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(TerminalText.width(text) == columns)
  }

  @Test("A line for files and pipes has the same figures")
  func plain() {
    let line = ProgressText.line(figures)
    #expect(line.hasPrefix("progress: 49 %, 1 of 4 recordings, 1 failed, 2 up to date, 2.5 of 5.0 GB, "), "\(line)")
    #expect(line.hasSuffix(" left"))
    var nearlyDone = figures
    nearlyDone.bytesDone = 0.998 * Double(figures.bytes)
    #expect(ProgressText.line(nearlyDone).hasPrefix("progress: 99 %, "))
  }

  @Test("The last line says what a batch came to")
  func closing() {
    var idle = ProgressModel()
    idle.begin(BatchTotals(sizes: [], upToDate: 3, jobs: 1), atS: 0)
    #expect(ProgressText.closing(idle.figures(atS: 0)) == "nothing to do: 3 recordings up to date")
    var model = ProgressModel()
    model.begin(BatchTotals(sizes: [8_000_000, 2_000_000], upToDate: 3, jobs: 1), atS: 0)
    #expect(ProgressText.closing(model.figures(atS: 0)) == "0 of 2 recordings done, 2 not done, 3 up to date")
    model.beginRecording(id: "a", bytes: 8_000_000, worker: 0, atS: 0)
    model.finishRecording(.done, bytes: 8_000_000, recordedSeconds: 800, worker: 0, atS: 4)
    model.beginRecording(id: "b", bytes: 2_000_000, worker: 0, atS: 4)
    model.finishRecording(.failed, bytes: 2_000_000, worker: 0, atS: 8)
    #expect(
      ProgressText.closing(model.figures(atS: 8))
        == "1 of 2 recordings done, 1 failed, 3 up to date: 10 MB in 8.00 s (1.0 MB/s, 100x real time)")
  }

  @Test(
    "Times are told no finer than they are known",
    arguments: [
      (0, "0 s"), (45.4, "45 s"), (59.6, "1 min"), (160, "2 min 40 s"), (594, "9 min 50 s"), (600, "10 min"),
      (3570, "1 h 00 min"), (11_100, "3 h 05 min"), (86_399, "1 d 0 h"), (187_200, "2 d 4 h"),
    ])
  func times(_ seconds: Double, _ text: String) {
    var figures = figures
    figures.secondsLeft = seconds
    #expect(ProgressText.line(figures).hasSuffix(", \(text) left"), "\(ProgressText.line(figures))")
  }

  @Test("Programs find every figure, and null for what is not known")
  func json() throws {
    let object = JSONValue.object(figures.json)
    #expect(object["bytes"] == .integer(5_000_000_000))
    #expect(object["bytes_done"] == .integer(2_460_000_000))
    #expect(object["failed"] == .integer(1))
    #expect(object["up_to_date"] == .integer(2))
    guard case .array(let workers) = object["under_way"] else {
      Issue.record("under_way is no list")
      return
    }
    #expect(workers.map { $0["recording_id"] } == ["baseball-000005", "day"])
    #expect(workers.map { $0["stage"] } == ["hit", "start"])
    var model = ProgressModel()
    model.begin(BatchTotals(sizes: [1]), atS: 0)
    let empty = JSONValue.object(model.figures(atS: 0).json)
    for key in ["bytes_per_s", "real_time_factor", "left_s"] { #expect(empty[key] == .null) }
  }
}
