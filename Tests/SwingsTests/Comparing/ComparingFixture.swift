import SPEvaluation
import SPSwings
import SPTables

/// Tables of swings by hand.
enum Compared {
  static let header =
    "recording_id,swing_index,start_time_s,impact_onset_time_s,anchor_time_s,label,flags,peak_z_g,kurtosis"

  /// A row: a hit starts 0.2 s ahead of its onset and has its anchor 10 ms after it, a miss has no onset.
  static func row(
    _ time: Double, _ label: SwingLabel = .hit, start: Double? = nil, onset: Double? = nil, flags: String = "",
    peak: String = "10", kurtosis: String = "3"
  ) -> String {
    let onset = onset ?? time - 0.01
    let cells = [
      "a", "0", "\(start ?? time - 0.21)", label == .hit ? "\(onset)" : "", "\(time)", label.rawValue, flags, peak,
      kurtosis,
    ]
    return cells.joined(separator: ",")
  }

  static func table(_ rows: [String], header: String = header) throws -> SwingTable {
    let text = ([header] + rows).map { $0 + "\n" }.joined()
    return try SwingTable(CSV.decode(Array(text.utf8), path: "t.csv"))
  }

  static func compare(
    _ first: [String], _ second: [String], id: String = "a", rules: ComparisonRules = ComparisonRules()
  ) throws -> RecordingComparison {
    RecordingComparison(recordingID: id, try table(first), try table(second), rules: rules)
  }
}
