import HeadMotion
import Simulation
import Tables
import Testing

@Suite("Tables of headphone motion")
struct ColumnTests {
  private var descriptions: [[ColumnDescription]] {
    [
      PoseColumns.all.map(\.description), HeadConnectionColumns.all.map(\.description),
      HeadSummaryColumns.all.map(\.description), PostureColumns.all.map(\.description),
      RepetitionColumns.all.map(\.description), SetColumns.all.map(\.description),
    ]
  }

  @Test("Names are unique and in snake_case, descriptions are sentences, numbers have units")
  func meanings() {
    for columns in descriptions {
      #expect(Set(columns.map(\.name)).count == columns.count)
      for column in columns {
        #expect(column.name.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil, "\(column.name)")
        #expect(column.description.count > 10 && column.description.hasSuffix("."), "\(column.name)")
        #expect((column.unit != nil) == (column.type == .float32 || column.type == .float64), "\(column.name)")
      }
    }
  }

  @Test("Every row of every table keeps the ranges of its columns")
  func ranges() throws {
    var settings = HeadSettings(seed: 5)
    settings.rateHz = 25
    settings.disturbances = Set(HeadDisturbance.allCases)
    let found = try HeadSession(settings).findings(
      HeadRules(poseRateHz: 10, postures: PostureRules(), repetitions: RepetitionRules()))
    let tables = [
      try FeatureTable(rows: found.poses.read(0..<found.poses.count), columns: PoseColumns.all),
      FeatureTable(rows: HeadConnectionColumns.Row.rows(found.connections), columns: HeadConnectionColumns.all),
      FeatureTable(rows: [found.summary], columns: HeadSummaryColumns.all),
      FeatureTable(rows: found.postures, columns: PostureColumns.all),
      FeatureTable(rows: RepetitionColumns.Row.rows(found.repetitions), columns: RepetitionColumns.all),
      FeatureTable(rows: found.sets, columns: SetColumns.all),
    ]
    for table in tables {
      #expect(table.rowCount > 0)
      for column in table.columns {
        for row in 0..<table.rowCount {
          guard let text = column.values.text(at: row), let range = column.description.range else { continue }
          let fits =
            range.values?.contains(text)
            ?? Double(text).map { $0 >= range.minimum ?? -.infinity && $0 <= range.maximum ?? .infinity } ?? false
          #expect(fits, "\(column.description.name) is \(text)")
        }
      }
    }
    #expect(tables[5]["repetition_count"]?.values.text(at: 0) == "\(found.sets[0].repetitions.count)")
  }
}
