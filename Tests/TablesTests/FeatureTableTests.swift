import Foundation
import SPTables
import Testing

struct FeatureTableTests {
  // MARK: Numbers

  @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
  func leavesOutWhatIsNotFinite(_ value: Double) {
    let columns: [ColumnDefinition<Double>] = [.double("d", unit: "s", "") { $0 }, .float("f", unit: "1", "") { $0 }]
    let table = FeatureTable(rows: [value], columns: columns)
    #expect(table["d"]?.values == .float64([nil]))
    #expect(table["f"]?.values == .float32([nil]))
    #expect(String(decoding: CSV.encode(table), as: UTF8.self) == "d,f\n,\n")
  }

  @Test func leavesOutWhatSinglePrecisionCannotHold() {
    let table = FeatureTable(rows: [1e39, -1e39, 3.4e38], columns: [.float("f", unit: "1", "") { $0 }])
    #expect(table["f"]?.values == .float32([nil, nil, 3.4e38]))
  }

  @Test(arguments: [
    0.1, 1.0 / 3, 1_700_000_000.123_456_7, .pi, 1e21, 1e-7, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude,
  ])
  func writesDoublesThatReadBackTheSame(_ value: Double) throws {
    let table = FeatureTable(rows: [value], columns: [.double("d", unit: "s", "") { $0 }])
    let text = try #require(table["d"]?.values.text(at: 0))
    // The C library reads it, as a reader of the table may.
    #expect(strtod(text, nil).bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    Float(0.1), 1.0 / 3, 16_777_215, .pi, 1e21, 1e-7, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ])
  func writesFloatsThatReadBackTheSame(_ value: Float) throws {
    let table = FeatureTable(rows: [Double(value)], columns: [.float("f", unit: "1", "") { $0 }])
    let text = try #require(table["f"]?.values.text(at: 0))
    #expect(strtof(text, nil).bitPattern == value.bitPattern)
  }

  /// Expected texts are NumPy's `repr` of the same float64 and float32 values, the shortest that read back.
  @Test func writesTheShortestText() {
    let rows = [0.1, 1.0 / 3, 123.456]
    let columns: [ColumnDefinition<Double>] = [.double("d", unit: "s", "") { $0 }, .float("f", unit: "1", "") { $0 }]
    let table = FeatureTable(rows: rows, columns: columns)
    #expect(rows.indices.map { table["d"]?.values.text(at: $0) } == ["0.1", "0.3333333333333333", "123.456"])
    #expect(rows.indices.map { table["f"]?.values.text(at: $0) } == ["0.1", "0.33333334", "123.456"])
  }

  @Test func keepsWholeNumbersExactly() {
    let table = FeatureTable(rows: [Int.min, 9_007_199_254_740_993, .max], columns: [.integer("i", "") { $0 }])
    #expect(table["i"]?.values.text(at: 0) == "-9223372036854775808")
    #expect(table["i"]?.values.text(at: 1) == "9007199254740993")
    #expect(table["i"]?.values.text(at: 2) == "9223372036854775807")
  }

  // MARK: Columns

  @Test func knowsItsColumnsInOrder() {
    let columns: [ColumnDefinition<Int>] = [
      .double("time_s", unit: "s", "When.") { Double($0) }, .float("peak_g", unit: "g", "How hard.") { Double($0) },
      .integer("index", "Which.") { $0 }, .boolean("is_hit", "Whether.") { $0 > 1 },
      .string("sport", "What.") { "\($0)" },
    ]
    let table = FeatureTable(rows: [1, 2], columns: columns)
    #expect(
      table.schema == [
        ColumnDescription(name: "time_s", type: .float64, unit: "s", description: "When."),
        ColumnDescription(name: "peak_g", type: .float32, unit: "g", description: "How hard."),
        ColumnDescription(name: "index", type: .int64, unit: nil, description: "Which."),
        ColumnDescription(name: "is_hit", type: .boolean, unit: nil, description: "Whether."),
        ColumnDescription(name: "sport", type: .string, unit: nil, description: "What."),
      ])
    #expect(table.schema == columns.map(\.description))
    #expect(table.rowCount == 2)
    #expect(table.columns.allSatisfy { $0.values.count == 2 })
    #expect(table["is_hit"]?.values == .boolean([false, true]))
    #expect(table["missing"] == nil)
  }

  @Test func mapsAColumnToAnotherKindOfRow() {
    struct Swing { var peak: Double }
    let peak = ColumnDefinition<Double>.float("peak_g", unit: "g", "How hard.") { $0 }
    let mapped = peak.map { (swing: Swing) in swing.peak }
    #expect(mapped.description == peak.description)
    let table = FeatureTable(rows: [Swing(peak: 2.5), Swing(peak: .nan)], columns: [mapped])
    #expect(table["peak_g"]?.values == .float32([2.5, nil]))
  }

  // MARK: Dictionary

  @Test func describesItselfAsJSON() throws {
    let dictionary = DataDictionary(
      table: "swings",
      columns: [
        ColumnDescription(name: "rate_rad_s", type: .float32, unit: "rad/s", description: "Größte \"Rate\"."),
        ColumnDescription(name: "sport", type: .string, unit: nil, description: "What."),
      ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(dictionary), as: UTF8.self) + "\n"
    let expected = """
      {
        "columns" : [
          {
            "description" : "Größte \\"Rate\\".",
            "name" : "rate_rad_s",
            "type" : "float32",
            "unit" : "rad/s"
          },
          {
            "description" : "What.",
            "name" : "sport",
            "type" : "string"
          }
        ],
        "table" : "swings"
      }

      """
    #expect(text == expected)
    #expect(try JSONDecoder().decode(DataDictionary.self, from: Data(text.utf8)) == dictionary)
  }
}
