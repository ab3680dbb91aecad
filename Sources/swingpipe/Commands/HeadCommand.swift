import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPTables

struct HeadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print the first rows of tables, or describe their columns.",
    usage: """
      swingpipe head <table> ... [--rows <count> | --all] [--columns <names>]
                      [--vertical | --json-lines | --csv]
      swingpipe head <table> ... --schema [--json] [--columns <names>]
      """,
    discussion: """
      For the output folder of a run, it prints the most important columns of the joined main table. You can also give \
      tables, such as OUTPUT/swings/golf-000001.parquet and OUTPUT/merged/swings.parquet, or folders of tables, such \
      as OUTPUT/swings. It prints several tables as one table, in order.

      On a terminal, it leaves out columns that do not fit, and prints how many. It rounds numbers, except with --csv \
      and --json-lines. A missing value is "-" in text, an empty cell in CSV and null in JSON.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary))
      """)

  @Argument(
    help: ArgumentHelp("Tables, folders of tables, or the output folder of a run.", valueName: "table"),
    completion: .file(extensions: TableFile.extensions.sorted()))
  var tables: [String]

  @Option(
    name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp("How many rows to print (default: 10).", valueName: "count"))
  var rows: Int?

  @Flag(help: "Print all rows.")
  var all = false

  @Option(
    help: ArgumentHelp("Columns to print, in this order, as in label,start_time_s.", valueName: "names"),
    completion: .custom(Completions.columns))
  var columns: String?

  @Flag(help: "Print one value per line. A single row is always printed so.")
  var vertical = false

  @Flag(help: "Print one JSON object per row.")
  var jsonLines = false

  @Flag(help: "Print comma-separated values.")
  var csv = false

  @Flag(help: "Describe the columns instead of printing rows. It prints types, units, meanings and the number of rows.")
  var schema = false

  @Flag(help: "Print the output of --schema as JSON.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if let rows, rows < 0 { throw ValidationError("--rows is \(rows); expected 0 or more") }
    let forms = [("--vertical", vertical), ("--json-lines", jsonLines), ("--csv", csv), ("--schema", schema)]
    let asked = forms.filter(\.1).map(\.0)
    if asked.count > 1 { throw ValidationError("\(asked[0]) and \(asked[1]) are two forms of output; expected one") }
    if all, rows != nil { throw ValidationError("--all prints all rows and --rows some; expected one") }
    if schema, all || rows != nil {
      throw ValidationError("--schema prints no rows; expected it without \(all ? "--all" : "--rows")")
    }
    if json, !schema { throw ValidationError("--json goes with --schema; for rows as JSON expected --json-lines") }
    let names = columnNames ?? []
    if names.contains("") { throw ValidationError("--columns has an empty name; expected names between commas") }
    if let twice = names.indices.first(where: { names[..<$0].contains(names[$0]) }) {
      throw ValidationError("--columns names \"\(names[twice])\" twice; expected each once")
    }
  }

  private var columnNames: [String]? {
    columns.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  func run() throws {
    do {
      if tables.count == 1, let main = try mainTablesOfRuns(in: tables[0]) {
        let isBrief = columnNames == nil && !schema && !csv && !jsonLines
        return try isBrief ? printRows(of: main.map(\.path), columns: main[0].columns) : show(main.map(\.path))
      }
      if tables.count == 1, let main = OutputFolder(tables[0]).mainTable() { return try show(main) }
      let paths = try TableFile.paths(of: tables)
      for folder in tables {
        if let warning = OutputFolder.warning(ofLeftoversIn: folder, among: paths) {
          StandardStreams.error("warning: \(warning)")
        }
      }
      try show(paths)
    } catch {
      let isColumn = (error as? TableSelectionError)?.missingColumn != nil
      // Why a run made no tables says more than that there are none.
      let notes = error is TableSelectionError && !isColumn ? tables.compactMap { OutputFolder($0).unjoinedNote } : []
      if notes.isEmpty { StandardStreams.error("error: \(isColumn ? "--columns: " : "")\(error)") }
      for note in notes { StandardStreams.error("error: \(note)") }
      if isWorthRetrying(error) { throw ExitCode.temporary }
      // A retry does not help if a file is damaged, or is not a table.
      throw error is TableError ? ExitCode.unusableData : ExitCode.usage
    }
  }

  /// The joined main tables of a folder with a run per pipeline; nil for any other folder.
  /// - Throws: `OutputStatus.NoOutput` if the runs have different main tables.
  private func mainTablesOfRuns(in folder: String) throws -> [OutputFolder.MainTable]? {
    let main = OutputFolder(folder).runsInside.compactMap { $0.mainTable() }
    guard !main.isEmpty else { return nil }
    guard Set(main.map { Folder.split($0.path).name }).count == 1 else { throw OutputStatus.NoOutput(path: folder) }
    return main
  }

  /// Shows a run's main table: its main columns, unless the user asks for columns or for a form for programs.
  private func show(_ main: OutputFolder.MainTable) throws {
    guard columnNames == nil, !schema, !csv, !jsonLines, !main.columns.isEmpty else { return try show([main.path]) }
    try printRows(of: [main.path], columns: main.columns)
    main.note.map(StandardStreams.error)
  }

  private func show(_ paths: [String]) throws {
    guard schema else { return try printRows(of: paths, columns: columnNames) }
    let schema = try TableSchema(of: paths, columns: columnNames)
    try StandardStreams.output(
      schema.text(width: Terminal.outputWidth), json: JSONOutput.text(schema), isJSON: json)
  }

  private func printRows(of paths: [String], columns: [String]?) throws {
    let rows = StoredRows(of: paths, limit: all ? nil : rows ?? 10, columns: columns)
    guard jsonLines || csv else {
      return StandardStreams.output(try rows.text(width: Terminal.outputWidth, isVertical: vertical))
    }
    var isFirst = true
    try rows.forEach { table, names in
      let bytes =
        try jsonLines
        ? JSONLines.encode(table, columns: names) : CSV.encode(table, columns: names, withHeader: isFirst)
      isFirst = false
      StandardStreams.output(Data(bytes))
    }
  }
}
