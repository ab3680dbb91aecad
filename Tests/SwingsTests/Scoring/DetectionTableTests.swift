import SPEvaluation
import SPRecordings
import SPSwings
import SPTables
import Testing

/// Detections from a table.
struct DetectionTableTests {
  private func read(_ text: String) throws -> DetectionTable {
    try DetectionTable(CSV.decode(Array(text.utf8), path: "t.csv"))
  }

  private func message(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("The table that the features make is read back as the same detections")
  func roundTrip() throws {
    let impact = Fixture.impact(at: 1.200024414, sample: 960)
    let swings = [
      LabelledSwing(
        swing: Fixture.swing(at: 1.200024414, peakRate: 12, impact: impact), label: .hit, hitProbability: 0.75,
        model: "m"),
      LabelledSwing(swing: Fixture.swing(at: 3.2, peakRate: 9), label: .miss, hitProbability: 0.125, model: "m"),
    ]
    let acceleration = Fixture.triaxial(z: Fixture.signal(seconds: 5, rate: 800) { $0 == 1.2 ? 9 : 0 })
    let meter = try SwingMeter(signals: SwingSignals(acceleration: acceleration, filtered: acceleration))
    let rows = SwingColumns.rows(of: try meter.measure(swings), RecordingIdentity(recordingID: "a,b"))
    let bytes = CSV.encode(FeatureTable(rows: rows, columns: SwingColumns.all))
    let table = try DetectionTable(CSV.decode(bytes, path: "t.csv"))
    #expect(table.detections == ["a,b": swings.map(SwingDetection.init)])
    #expect(table.absentColumns.isEmpty)
  }

  @Test("Three columns are enough; others that are absent are told")
  func columns() throws {
    let table = try read("label,anchor_time_s,recording_id,more\nhit,1.5,a,x\nmiss,2,b,\nmiss,3,a,\n")
    #expect(
      table.detections == [
        "a": [
          SwingDetection(startTime: nil, anchorTime: 1.5, label: .hit),
          SwingDetection(startTime: nil, anchorTime: 3, label: .miss),
        ], "b": [SwingDetection(startTime: nil, anchorTime: 2, label: .miss)],
      ])
    #expect(table.absentColumns == DetectionTable.optionalColumns)
    #expect(try read("label,anchor_time_s,recording_id\n").detections.isEmpty)
  }

  @Test(
    "A value that does not fit is told with its line",
    arguments: [
      ("a,,hit,", "t.csv:3: column \"anchor_time_s\": is missing; expected the moment of the swing in s"),
      (",1,hit,", "t.csv:3: column \"recording_id\": is missing; expected the recording's identifier"),
      ("a,1,Hit,", "t.csv:3: column \"label\": found \"Hit\"; expected hit or miss"),
      ("a,1,,", "t.csv:3: column \"label\": is missing; expected hit or miss"),
      ("a,1,hit,1.5", "t.csv:3: column \"hit_probability\": found 1.5; expected 0 to 1"),
      (
        "a,soon,hit,1",
        "t.csv:3: column \"anchor_time_s\": found \"soon\"; expected a number, or nothing for a missing one"
      ),
    ])
  func faults(_ row: String, _ expected: String) {
    #expect(message("recording_id,anchor_time_s,label,hit_probability\na,1,hit,0.5\n\(row)\n") == expected)
  }

  @Test("A table of something else is refused by the column that it lacks", arguments: DetectionTable.requiredColumns)
  func missingColumn(_ name: String) {
    let names = DetectionTable.requiredColumns.filter { $0 != name }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(message(names.joined(separator: ",") + "\n") == "t.csv: has no column \"\(name)\"; it has \(list)")
  }
}
