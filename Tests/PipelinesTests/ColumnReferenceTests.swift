import SPTables
import Testing

@testable import SPPipelines

/// Columns: page, text and selection.
struct ColumnReferenceTests {
  private static let peak = ColumnDescription(
    name: "peak_g", type: .float32, unit: "g", description: "How hard, or harder.", formula: "max |a[i]| < 9 g",
    source: "A. Writer <2001>", range: .atLeast(0))
  private static let tables = [
    DataDictionary(
      table: "swings", description: "One row per swing.",
      columns: [
        ColumnDescription(
          name: "label", type: .string, unit: nil, description: "What.", range: .oneOf(["hit", "miss"])), peak,
      ]),
    DataDictionary(table: "impacts", columns: [peak]),
    DataDictionary(
      table: "recordings",
      columns: [ColumnDescription(name: "impacts", type: .int32, unit: nil, description: "How many.")]),
  ]

  @Test("The page has a title, a section a table and no HTML; bars do not end cells")
  func page() {
    let lines = Self.tables.columnReference().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "# Columns")
    #expect(lines.filter { $0.hasPrefix("#") } == ["# Columns", "## swings", "## impacts", "## recordings"])
    #expect(lines.contains("| `swings` | 2 | One row per swing. |"))
    #expect(lines.contains("| `label` | string |  | hit or miss | What. |  |  |"))
    #expect(
      lines.contains(
        #"| `peak_g` | float32 | g | at least 0 | How hard, or harder. | `max \|a[i]\| < 9 g` | A. Writer &lt;2001> |"#)
    )
    #expect(lines.last == "" && lines.dropLast().last != "")
  }

  @Test("The text tells of equal columns of several tables once")
  func text() throws {
    #expect(
      try Self.tables.selecting(["peak_g"]).columnText(width: 30) == """
        swings, impacts

          peak_g: float32, g, at least
              0
            How hard, or harder.
            formula: max |a[i]| < 9 g
            source: A. Writer <2001>

        """)
    #expect(
      try Self.tables.selecting(["recordings", "label"]).columnText(width: 80) == """
        swings: One row per swing.

          label: string, hit or miss
            What.

        recordings

          impacts: int32
            How many.

        """)
  }

  @Test("A long word stands alone in its line")
  func longWords() {
    #expect(
      "a incomprehensibilities b".wrapped(width: 10, first: "- ", rest: "  ") == [
        "- a", "  incomprehensibilities", "  b",
      ])
    #expect("".wrapped(width: 10, first: "- ", rest: "  ") == [])
  }

  @Test("A table's name is of the table, a qualified one of a column alone; no name is of all")
  func selection() throws {
    func names(_ wanted: String...) throws -> [String] {
      try Self.tables.selecting(wanted).flatMap { table in table.columns.map { "\(table.table).\($0.name)" } }
    }
    #expect(try names("impacts") == ["impacts.peak_g"])
    #expect(try names("recordings.impacts") == ["recordings.impacts"])
    #expect(try names("peak_g") == ["swings.peak_g", "impacts.peak_g"])
    #expect(try names("recordings", "swings.label", "label") == ["swings.label", "recordings.impacts"])
    #expect(try Self.tables.selecting([]) == Self.tables)
  }

  @Test("All unknown names are told at once, with what was probably meant")
  func unknown() {
    #expect {
      try Self.tables.selecting(["peak", "label", "swings.peek_g", "zebra"])
    } throws: { error in
      (error as? [DataDictionary].UnknownNames)?.messages == [
        "unknown table or column \"peak\"; did you mean \"peak_g\"?",
        "unknown table or column \"swings.peek_g\"; did you mean \"swings.peak_g\"?",
        "unknown table or column \"zebra\"",
      ]
    }
  }
}
