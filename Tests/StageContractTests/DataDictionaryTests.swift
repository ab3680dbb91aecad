import Foundation
import SPBatches
import SPPipelines
import SPStages
import SPTables
import Testing

/// What is said of the columns.
struct DataDictionaryTests {
  /// All columns with their tables.
  private static let columns = StandardTables.all.flatMap { table in table.columns.map { (table.table, $0) } }

  /// Those of swings, which are measures that need a formula; most of a workout's are sums, means and what a device said.
  private static let swingColumns = columns.filter { table, _ in
    ["swings", "impacts", "rejected", "recordings"].contains(table)
  }

  @Test("Every stage that makes a table is among the standard tables")
  func complete() throws {
    func schema<S: Stage>(of stage: S.Type) throws -> [ColumnDescription]? {
      try S(S.sampleOptions()).tableSchema
    }
    let made = try StandardStages.all.compactMap { try schema(of: $0) }
    #expect(Set(made) == Set(StandardTables.all.map(\.columns)))
    #expect(made.count == StandardTables.all.count)
  }

  /// Columns whose unit another one of the row tells.
  private static let ofVaryingUnit: Set = ["zones.lower", "zones.upper", "workout_faults.value"]

  @Test("Every table says what a row is, and its columns have names of their own", arguments: StandardTables.all)
  func tables(_ table: DataDictionary) {
    #expect(table.description?.hasPrefix("One row per ") == true)
    #expect(Set(table.columns.map(\.name)).count == table.columns.count)
    for column in table.columns {
      #expect(column.name.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil, "\(column.name)")
      // A column of values in several units has one beside it that says which.
      let hasUnit =
        column.unit != nil || table.columns.contains { $0.name == "\(column.name)_unit" }
        || Self.ofVaryingUnit.contains("\(table.table).\(column.name)")
      #expect(hasUnit || (column.type != .float32 && column.type != .float64), "\(column.name)")
    }
  }

  @Test("Every column has a definition, and of swings a formula or a source unless it is a plain fact")
  func definitions() {
    let plainFacts: Set = ["rejected.explanation"]
    for (table, column) in Self.swingColumns {
      let isDefined = column.formula != nil || column.source != nil
      #expect(isDefined != plainFacts.contains("\(table).\(column.name)"), "\(table).\(column.name)")
    }
    for (_, column) in Self.columns {
      #expect(column.description.count > 10 && column.description.hasSuffix("."), "\(column.name)")
      for text in [column.formula, column.source].compactMap(\.self) {
        // As Markdown code, and in a line.
        #expect(!text.contains("`") && !text.contains("\n") && text.count > 5, "\(column.name): \(text)")
      }
    }
  }

  @Test("Tables of workouts say that recording_id names a session, and no other table does")
  func sessions() throws {
    let workouts: Set = [
      "workouts", "laps", "intervals", "power_curve", "zones", "workout_states", "device_differences",
      "workout_faults", "steps", "plan_completion",
    ]
    let naming = Self.columns.filter { _, column in
      column.name == "recording_id" && column.description.hasPrefix("Identifier of the session")
    }
    #expect(Set(naming.map(\.0)) == workouts)
  }

  @Test("Units are spelled in one way, and names end with them")
  func units() {
    let ends = [
      "g": "_g", "g/s": "_g_s", "s": "_s", "ms": "_ms", "rad": "_rad", "rad/s": "_rad_s", "rad/s^2": "_rad_s2",
      "Hz": "_hz", "m": "_m", "m/s": "_m_s", "deg": "_deg", "deg/min": "_deg_min", "1/min": "_per_min", "1": "",
      "degC": "_deg_c", "K": "_k", "kPa": "_kpa", "kg/m3": "_kg_m3",
      "W": "_w", "kJ": "_kj", "bpm": "_bpm", "rpm": "_rpm", "mL": "_ml",
      "%": "_percent", "s/km": "_s_per_km", "s/100 m": "_s_per_100m",
    ]
    for (_, column) in Self.columns {
      guard let unit = column.unit else { continue }
      let end = ends[unit]
      #expect(end != nil, "\(column.name) is in \(unit)")
      #expect(column.name.hasSuffix(end ?? ""), "\(column.name) is in \(unit)")
    }
  }

  @Test("A column of several tables has one type and unit, and of swings one range and formula")
  func sameNames() {
    for (name, columns) in Dictionary(grouping: Self.columns.map(\.1), by: \.name) {
      #expect(Set(columns.map { "\($0.type) \($0.unit ?? "-")" }).count == 1, "\(name)")
    }
    for (name, columns) in Dictionary(grouping: Self.swingColumns.map(\.1), by: \.name) {
      let facts = Set(columns.map { "\($0.type) \($0.unit ?? "-") \($0.range?.text ?? "-") \($0.formula ?? "-")" })
      #expect(facts.count == 1, "\(name): \(facts)")
    }
  }

  @Test("Ranges are of the column's type, and not empty")
  func ranges() {
    for (_, column) in Self.columns {
      guard let range = column.range else { continue }
      #expect((range.values != nil) == (column.type == .string), "\(column.name)")
      #expect(range.minimum ?? -.infinity < range.maximum ?? .infinity, "\(column.name)")
      #expect(range.values.map { !$0.isEmpty && Set($0).count == $0.count } ?? true, "\(column.name)")
    }
  }

  @Test("Counts and positions take 32 bits")
  func counts() {
    #expect(Self.columns.allSatisfy { $0.1.type != .int64 })
    #expect(StandardTables.all[0].columns.first { $0.name == "swing_index" }?.type == .int32)
  }

  /// Each bundled recording with the pipelines that its streams suit.
  static let runs: [(recording: String, pipeline: String)] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Project.root + "/Data")) ?? []
    let swings = files.filter { $0.hasSuffix(".h5") }.sorted().flatMap { file in
      [("Data/\(file)", file.prefix { $0 != "-" } + ".json"), ("Data/\(file)", "impacts.json")]
    }
    let others = [
      ("push_ups-000011.h5", ["head_pose.json", "posture.json", "push_ups.json"]),
      ("dive_breath_hold-000001.h5", ["submersion.json"]),
      ("workout-000001-watch.h5", ["cycling.json", "planned_workout.json", "workout.json"]),
    ]
    return swings + others.flatMap { file, pipelines in pipelines.map { ("Pipelines/Recordings/\(file)", $0) } }
  }()

  @Test("The bundled recordings are there") func bundledRecordings() { #expect(Self.runs.count > 20) }

  @Test("All values of the bundled recordings' tables have the type and the range that is said", arguments: runs)
  func bundled(recording: String, pipeline: String) async throws {
    let folder = try TestFolder()
    let pipeline = try TestPipelines.load(pipeline)
    let plan = BatchPlan(pipeline, [Project.root + "/" + recording])
    let report = try await TestPipelines.batch(output: folder("out")).run(plan)
    #expect(report.isComplete && !report.merged.isEmpty)
    for table in report.merged {
      let dictionary = try #require(pipeline.dictionaries.first { $0.table == table.table })
      #expect(try ColumnFaults.find(inFile: table.path, dictionary) == [])
    }
  }
}
