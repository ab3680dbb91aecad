import SPEvaluation
import Testing

struct ColumnComparisonTests {
  private func column(
    _ name: String, _ first: [String], _ second: [String], rules: ComparisonRules = ComparisonRules()
  ) throws -> ColumnChange? {
    func table(_ values: [String]) throws -> SwingTable {
      try Compared.table(
        values.enumerated().map { "a,\($0),hit,\($1)" }, header: "recording_id,anchor_time_s,label,\(name)")
    }
    return RecordingComparison(recordingID: "a", try table(first), try table(second), rules: rules).columns.first
  }

  @Test("A number's largest difference is told in its unit and as a fraction of the larger value")
  func numbers() throws {
    let change = try #require(try column("peak_z_g", ["10", "-4", "0", "7"], ["8", "-5", "0.5", "7.0"]))
    #expect(change.name == "peak_z_g" && change.unit == "g")
    #expect(change.count == 3 && change.oneSidedCount == 0)
    #expect(change.largestDifference == 2)
    // 0.5 against 0.
    #expect(change.largestRelative == 1)
    #expect(try #require(try column("peak_z_g", ["-2"], ["2"])).largestRelative == 2)
  }

  @Test("Numbers are equal up to a fraction of their size, itself included", arguments: [1e-9, 0.25])
  func tolerance(_ tolerance: Double) throws {
    var rules = ComparisonRules()
    rules.tolerance = tolerance
    let within = "\(4e6 * (1 - 0.99 * tolerance))"
    let beyond = "\(4e6 * (1 - 1.01 * tolerance))"
    #expect(try column("kurtosis", ["4e6"], [within], rules: rules) == nil)
    #expect(try column("kurtosis", ["4e6"], [beyond], rules: rules)?.count == 1)
    #expect(try column("kurtosis", ["0"], ["1e-300"], rules: rules)?.count == 1)
    #expect(try column("kurtosis", ["0.5"], ["5e-1"], rules: rules) == nil)
  }

  @Test("A step of single precision counts as a difference")
  func singlePrecision() throws {
    let value = Float(3)
    #expect(try column("kurtosis", ["\(value)"], ["\(value.nextUp)"])?.count == 1)
  }

  @Test("Times and durations are equal up to a distance, however large they are", arguments: ["", "1700000000"])
  func times(_ epoch: String) throws {
    for name in ["impact_time_s", "my_time_s", "time_to_contact_s"] {
      #expect(try column(name, [epoch + "1.5"], [epoch + "1.500009"]) == nil)
      let change = try #require(try column(name, [epoch + "1.5"], [epoch + "1.500011"]))
      #expect(change.count == 1 && change.largestRelative == nil)
      #expect(abs((change.largestDifference ?? 0) - 1.1e-5) < 1e-6)
    }
  }

  @Test("A value that one side alone has differs; one that neither has does not")
  func missing() throws {
    let change = try #require(try column("kurtosis", ["", "3", "nan", "", "3"], ["3", "", "", "NaN", "3"]))
    #expect(change.count == 2 && change.oneSidedCount == 2)
    #expect(change.largestDifference == nil && change.largestRelative == nil)
    let text = try #require(try column("flags", ["", "nan"], ["saturated", ""]))
    #expect(text.count == 2 && text.oneSidedCount == 2)
  }

  @Test("Texts are compared as texts, even those that look like numbers")
  func texts() throws {
    #expect(try column("subject_id", ["01"], ["1"])?.count == 1)
    #expect(try column("model_version", ["hit-miss-3"], ["mine"])?.unit == nil)
    #expect(try column("saturated", ["false"], ["true"])?.count == 1)
    // A column that is not known is a number where both values are.
    #expect(try column("colour", ["01", "red"], ["1", "blue"])?.count == 1)
    #expect(try column("colour", ["1"], ["2"])?.largestDifference == 1)
  }
}
