import Recordings
import Tables

/// The columns of the impact table, and those that the swing table shares with it.
public enum ImpactColumns {
  /// An impact with the attributes of its recording.
  public struct Row: Sendable {
    /// The recording's attributes.
    public var identity: RecordingIdentity
    /// Position among the recording's impacts, from 0.
    public var index: Int
    /// The impact.
    public var measured: MeasuredImpact

    /// Makes a row.
    public init(identity: RecordingIdentity, index: Int, measured: MeasuredImpact) {
      self.identity = identity
      self.index = index
      self.measured = measured
    }
  }

  /// All columns of the impact table, in order.
  public static let all: [ColumnDefinition<Row>] =
    [IdentityColumns.recordingID.map { $0.identity }]
    + lead.withTimeFromStart(after: SwingRows.impacts.timeColumn) { $0.identity.startTime }
    + IdentityColumns.subject.map { column in
      column.map { (row: Row) in row.identity }
    }
    + measured.map { column in
      column.map { (row: Row) in row.measured }
    }

  /// The measurements of an impact; all missing for a swing without one.
  static let measured: [ColumnDefinition<MeasuredImpact?>] = strength + shape + spectrum + context

  private static let lead: [ColumnDefinition<Row>] = [
    .count(
      "impact_index", "Position of the impact in its recording, by time, from 0.",
      formula: "position among the recording's impacts in the order of their samples"
    ) { $0.index },
    .double(
      "impact_time_s", unit: "s", "Original timestamp of the sample at which the high-passed acceleration peaks.",
      formula: impactTimeFormula, source: ColumnSource.kaiser
    ) {
      $0.measured.impact.time
    },
    .double(
      "impact_onset_time_s", unit: "s", "Timestamp of the last raw sample before the shock's first step.",
      formula: onsetFormula
    ) {
      $0.measured.impact.onsetTime
    },
    .double(
      "impact_time_subsample_s", unit: "s", "Vertex of the parabola through the peak sample and its neighbours.",
      formula: subsampleFormula, source: ColumnSource.parabola
    ) {
      $0.measured.impact.subsampleTime
    },
  ]

  static let impactTimeFormula = """
    t[k], k = sample of the largest |h| within refractory_s, where |h[k]| >= threshold_g; \(ColumnFormula.h) (linear \
    phase, Kaiser window)
    """

  static let onsetFormula = """
    t[i] of the shock's first step: the later one of those found in d[i] = a[i+n] - a[i] - n*m and r[i] = a[i+n] - a[i] - \
    n*s[i], a = raw acceleration vector, n = samples in 1.25 ms, m = median change from 70 to 20 ms before the peak, s[i] \
    = line through the changes of the 10 ms before i, continued. Sizes e are those of the vector over L = \
    max(onset_share * largest (0.62 times that in r), 2.5 * largest from 70 to 20 ms before the peak), by axis. Of the \
    steps with e >= 1 in the onset_window_s before the peak, the one with the largest sum of min(e^2, 4) - 0.7 from it to \
    the largest, with no 7.5 ms under 1 between; and up to 2.5 ms more of steps that reach onset_lead_share of the \
    largest in the 3.75 ms after them
    """

  static let subsampleFormula = """
    t at the fractional index k + (y[k-1] - y[k+1]) / (2 * (y[k-1] - 2*y[k] + y[k+1])), k = sample of impact_time_s, \
    y = |h|; \(ColumnFormula.h)
    """
}
