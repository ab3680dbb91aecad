import Recordings
import Tables

/// The columns of the swing table: the single list from which tables, data dictionaries and documentation are made.
public enum SwingColumns {
  /// A swing with the attributes of its recording; a class, since every row is passed to each of many
  /// columns.
  public final class Row: Sendable {
    /// The recording's attributes.
    public let identity: RecordingIdentity
    /// Position among the recording's swings, from 0.
    public let index: Int
    /// The swing.
    public let swing: LabelledSwing
    /// Its features; nil if they were not measured.
    let features: SwingFeatures?

    /// Makes a row.
    public init(identity: RecordingIdentity, index: Int, swing: LabelledSwing) {
      (self.identity, self.index, self.swing) = (identity, index, swing)
      features = swing.features
    }

    /// Reasons to trust the row less: values of ``LabelledSwing/Flag``, joined by `;`.
    var flags: String { swing.flags(features).map(\.rawValue).joined(separator: ";") }
  }

  /// The rows of a recording's swings, in the order of time.
  public static func rows(of swings: [LabelledSwing], _ identity: RecordingIdentity) -> [Row] {
    swings.sorted { $0.swing.anchorTime < $1.swing.anchorTime }.enumerated().map { index, swing in
      Row(identity: identity, index: index, swing: swing)
    }
  }

  /// All columns, in order.
  public static let all: [ColumnDefinition<Row>] =
    [IdentityColumns.recordingID.map { $0.identity }]
    + lead.withTimeFromStart(after: SwingRows.swings.timeColumn) { $0.identity.startTime }
    + IdentityColumns.subject.map { column in
      column.map { (row: Row) in row.identity }
    } + quality + timing + rotation + speed
    + ImpactColumns.measured.map { column in
      column.map { (row: Row) in row.features?.burst }
    } + decision

  private static let quality: [ColumnDefinition<Row>] = [
    .string(
      "flags",
      "What limits trust in the row, joined by ';': "
        + LabelledSwing.Flag.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ")
        + ". Missing where nothing does.",
      formula: "saturated where the impact is; no_reversal where tempo_ratio is missing; low_motion_rate where the "
        + "device motion's rate is 80 Hz or less; no_like_hits where compared_with is there and not hits"
    ) {
      $0.flags.isEmpty ? nil : $0.flags
    }
  ]

  private static let decision: [ColumnDefinition<Row>] = [
    .float(
      "decision_margin", unit: "1",
      "How clear it is that there was a swing, hit or miss: 0 at the bound of the check that it passed most narrowly, 0.5 at "
        + "twice a smallest or half a largest bound. Sort by it to see the doubtful ones first; how clear it is that it was a "
        + "hit or a miss is for hit_probability to say.",
      formula:
        "smallest 1 - min(v, b) / max(v, b) over the checks v against bound b that swingpipe explain lists: duration, "
        + "accumulated rotation, peak rate, and its fraction of the median swing's where that is asked for; of a swing that its "
        + "impact gave away also |h| at impact_time_s against its threshold, of any other the difference from "
        + "what it was compared with against max_difference, or 1.6 times that where it is due in a rally",
      range: .between(0, 1)
    ) { $0.swing.decisionMargin },
    .string(
      "compared_with",
      "What a swing without a clear impact was compared with, to be taken for one: "
        + SwingReference.Origin.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ")
        + ". Missing for a swing that its impact gave away.",
      formula:
        "of the way that the swing turns: hits where at least a fifth of the recording's hits turn it, and two of three "
        + "or more; or else weak_impacts where they touch at least two fast bursts, a fifth of the swings; or else, with "
        + "fewer than 14 hits, learned_reference or other_way; in a recording of fewer than min_hits hits "
        + "learned_reference, or else strongest_bursts"
    ) { $0.swing.swing.comparedWith?.rawValue },
    .string(
      "model_version", "Name and version of the model that gave the probability.",
      formula: "name in the file of the option model of classifiers.hit_miss, or that of the built-in model"
    ) { $0.swing.model },
  ]
}
