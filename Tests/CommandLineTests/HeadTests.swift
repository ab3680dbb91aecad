import Foundation
import Testing

/// Looking at tables.
struct HeadTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write("name,time_s,share,count,flag\nb,59692.79243,0.25,7,true\nc,3.5,,12,\n", to: "t/2.csv")
    try scratch.write("name,time_s,share,count,flag\na b,-1,0.125,,false\n", to: "t/1.csv")
    try scratch.write("name,time_s,share,count,flag\n", to: "t/3.csv")
  }

  private func head(_ arguments: String..., columns: Int? = nil) async throws -> Tool.Outcome {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try await Tool.shell(
      (columns.map { "COLUMNS=\($0) " } ?? "") + "\"$SWINGPIPE\" head " + words, in: scratch.path)
  }

  @Test("A folder's tables are one, in order, with numbers in line and a count at the end")
  func table() async throws {
    let outcome = try await head("t")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        name     time_s  share  count  flag
        a b      -1.000  0.125      -  false
        b     59692.792  0.250      7  true
        c         3.500      -     12  -
        3 rows, 5 columns

        """)
  }

  @Test("Rows that are left are told, in the same table and in the next")
  func rest() async throws {
    #expect(try await head("t/2.csv", "-n", "0").outputLines.last == "first 0 rows, 5 columns; --all prints more")
    #expect(
      try await head("t", "-n", "1", "--columns", "count,name").output == "row 1\n  count  -\n  name   a b\n"
        + "first 1 row, 2 columns; --all prints more\n")
    #expect(try await head("t/2.csv", "t/3.csv", "-n2").outputLines.last == "2 rows, 5 columns")
    #expect(try await head("t", "--all").outputLines.last == "3 rows, 5 columns")
    #expect(try await head("t/3.csv").output == "name  time_s  share  count  flag\n0 rows, 5 columns\n")
  }

  @Test("Columns that do not fit are left out and counted; one stays")
  func width() async throws {
    let lines = try await head("t", columns: 23).outputLines
    #expect(lines.first == "name     time_s  share")
    #expect(lines.last == "3 rows, 5 columns; 2 more do not fit: --columns picks some, --vertical shows all")
    #expect(try await head("t", columns: 1).outputLines.first == "name")
    #expect(try await head("t", "--vertical", columns: 1).outputLines.count == 3 * 6 + 1)
  }

  @Test("CSV and JSON lines are exact")
  func exact() async throws {
    #expect(
      try await head("t", "--csv", "--columns", "time_s,name").output == "time_s,name\n-1,a b\n59692.79243,b\n3.5,c\n")
    #expect(
      try await head("t/1.csv", "t/2.csv", "--json-lines", "-n", "2").output == """
        {"name":"a b","time_s":-1,"share":0.125,"count":null,"flag":false}
        {"name":"b","time_s":59692.79243,"share":0.25,"count":7,"flag":true}

        """)
  }

  @Test("Tables of a run have the types, units and meanings that it wrote down")
  func schema() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let text = try await scene.tool(["head", "out/impacts", "--schema"])
    #expect(text.status == 0)
    #expect(text.outputLines.contains { $0.wholeMatch(of: /impact_time_s +float64 +s +\S.*\./) != nil })
    #expect(text.outputLines.last?.hasPrefix("2 tables, ") == true)
    let object = try await scene.tool(["head", "out/merged/impacts.parquet", "--schema", "--json"]).object()
    let columns = try #require(object["columns"] as? [[String: Any]])
    let header = try #require(try scene.scratch.tableText("out/merged/impacts.parquet").split(separator: "\n").first)
    #expect(columns.map { $0["name"] as? String } == header.split(separator: ",").map(String.init))
    #expect(columns.allSatisfy { $0["type_inferred"] as? Bool == false && $0["description"] is String })
    let rows = try scene.scratch.tableText("out/merged/impacts.parquet").split(separator: "\n").count - 1
    #expect(object["rows"] as? Int == rows)
  }

  @Test("Of a run's output folder the joined main table is shown, to people by the columns that matter")
  func outputFolder() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    let shown = try await scene.tool(["head", "out", "--all"])
    #expect(shown.status == 0)
    let header = try #require(shown.outputLines.first?.split(separator: " ").map(String.init))
    #expect(header.starts(with: ["recording_id", "impact_index", "time_from_start_s"]))
    let all = try await scene.tool(["head", "out/merged/impacts.parquet", "--csv", "--all"])
    let columns = try #require(all.outputLines.first?.split(separator: ",").map(String.init))
    #expect(header.count < columns.count && Set(header).isSubset(of: columns))
    #expect(shown.outputLines.count == all.outputLines.count + 1)
    #expect(
      shown.errors
        == "out/merged/impacts.parquet: \(header.count) of \(columns.count) columns; all: swingpipe head "
        + "out/merged/impacts.parquet\n")
    #expect(try await scene.tool(["head", "out", "--csv", "--all"]).output == all.output)
    try FileManager.default.removeItem(atPath: scene.scratch("out/merged"))
    let unjoined = try await scene.tool(["head", "out"])
    #expect(unjoined.status == 64)
    #expect(
      unjoined.errors
        == "error: out: its run is not finished, or its tables are not joined; swingpipe merge out joins those of the "
        + "recordings that are done\n")
    let failed = try await scene.tool(["run", "p.json", "in", "-o", "bad", "--set", "hp.pass_hz=500", "-q"])
    #expect(failed.status == 65)
    #expect(
      try await scene.tool(["head", "bad"]).errors
        == "error: bad: its run made no table, because each of its \(scene.scratch.files(below: "in").count) recordings "
        + "failed; swingpipe status bad shows why\n")
  }

  @Test("Tables that an earlier run left in a folder are told of beside its rows")
  func leftovers() async throws {
    let scene = try await BatchScene(["a", "b"])
    _ = try await scene.run()
    #expect(try await scene.tool(["head", "out/impacts"]).errors.isEmpty)
    try FileManager.default.removeItem(atPath: scene.scratch("in/b.h5"))
    _ = try await scene.run()
    let outcome = try await scene.tool(["head", "out/impacts"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "warning: out/impacts/b.parquet: not of a recording of the last run into out; the rows of that run alone are "
        + "in out/merged/impacts.parquet\n")
  }

  @Test("Of a table that nobody described the types are guessed, and that is told")
  func inferredSchema() async throws {
    let lines = try await head("t/2.csv", "--schema", "--columns", "name,count").outputLines
    #expect(
      lines == [
        "column  type     unit  description", "name    string?", "count   int64?",
        "?: guessed from the first rows; the file keeps no types", "t/2.csv: 2 rows",
      ])
  }

  @Test("What cannot be shown is told with what to do instead")
  func faults() async throws {
    try scratch.write("name,other\n", to: "mixed/b.csv")
    try scratch.write("name\n", to: "mixed/a.csv")
    try scratch.write("a,b\n1\n", to: "damaged/bad.csv")
    try scratch.write("", to: "empty/notes.txt")
    let faults: [(arguments: [String], status: Int, message: String)] = [
      (["t", "--columns", "tim_s"], 64, #"--columns: t/1.csv has no column "tim_s"; did you mean "time_s"?"#),
      (["gone.csv"], 64, "gone.csv: cannot read the table: no such file or directory"),
      (["."], 64, ".: holds no tables directly in it; expected one of its folders: ./damaged, ./mixed, ./t"),
      (["empty"], 64, "empty: holds no tables directly in it; expected a table, or a folder of tables"),
      (
        ["mixed"], 64,
        "mixed/b.csv has other columns than mixed/a.csv; expected tables of one kind: name one, or a folder of them"
      ),
      (["damaged"], 65, "damaged/bad.csv:2: has 1 field; expected 2, as in the header"),
      (["empty/notes.txt"], 65, "empty/notes.txt: is not a table by its name; expected a name that ends in"),
    ]
    for fault in faults {
      let outcome = try await Tool.run(["head"] + fault.arguments, in: scratch.path)
      #expect(outcome.status == fault.status)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("error: " + fault.message), "\(outcome.errors)")
    }
  }

  @Test("A reader that goes away ends it quietly")
  func pipe() async throws {
    let rows = String(repeating: "x,1,2,3,true\n", count: 50_000)
    try scratch.write("name,time_s,share,count,flag\n" + rows, to: "long.csv")
    let outcome = try await Tool.shell(
      "\"$SWINGPIPE\" head long.csv --all --csv --columns name | head -n 1", in: scratch.path)
    #expect(outcome.output == "name\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test("Unix times are told apart")
  func unixTimes() async throws {
    let scratch = try Scratch()
    let run = try await Tool.run(
      [
        "run", Project.pipeline("workout"), Project.path("Pipelines/Recordings/workout-000001-watch.h5"), "-o", "out",
        "-q",
      ], in: scratch.path)
    try #require(run.status == 0, "\(run.errors)")
    let shown = try await Tool.run(["head", "out/laps", "--columns", "start_time_s"], in: scratch.path)
    #expect(shown.output.contains("1750001003.285"), "\(shown.output)\(shown.errors)")
  }
}
