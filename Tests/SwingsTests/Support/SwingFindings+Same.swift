import SPRecordings
import SPTables
import Testing

@testable import SPSwings

extension SwingFindings {
  /// What differs, to the last bit, from other findings; nothing where they are the same.
  func differences(from other: SwingFindings) -> [String] {
    let (decided, others) = (decided, other.decided)
    let comparisons = [
      ("impacts", impacts == other.impacts), ("weak impacts", weakImpacts == other.weakImpacts),
      ("features of impacts", Self.table(measuredImpacts) == Self.table(other.measuredImpacts)),
      ("swings", decided.swings == others.swings), ("rejected", decided.rejected == others.rejected),
      ("explanations", decided.rejected.map(\.explanation) == others.rejected.map(\.explanation)),
      ("labelled", decided.labelled == others.labelled),
      ("probabilities", decided.labelled.map(\.hitProbability) == others.labelled.map(\.hitProbability)),
      ("features of swings", Self.table(decided.labelled) == Self.table(others.labelled)),
    ]
    return comparisons.filter { !$0.1 }.map(\.0)
  }

  private static let identity = RecordingIdentity(recordingID: "test")

  /// Features as text, in which a number that is none is the same as another: near missing samples there may be some.
  private static func table(_ impacts: [MeasuredImpact]?) -> [UInt8] {
    let rows = (impacts ?? []).enumerated().map { index, measured in
      ImpactColumns.Row(identity: identity, index: index, measured: measured)
    }
    return CSV.encode(FeatureTable(rows: rows, columns: ImpactColumns.all))
  }

  private static func table(_ swings: [LabelledSwing]) -> [UInt8] {
    CSV.encode(FeatureTable(rows: SwingColumns.rows(of: swings, identity), columns: SwingColumns.all))
  }
}

/// Expects the same findings to the last bit.
func expectSame(
  _ found: SwingFindings, _ other: SwingFindings, _ comment: Comment? = nil,
  _ location: SourceLocation = #_sourceLocation
) {
  #expect(found.differences(from: other) == [], comment, sourceLocation: location)
}
