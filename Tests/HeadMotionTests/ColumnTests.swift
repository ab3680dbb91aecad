import SPHeadMotion
import SPSimulation
import SPTables
import Testing

/// Tables of headphone motion.
struct ColumnTests {
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
