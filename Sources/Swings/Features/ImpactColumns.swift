import Tables

/// The columns of the impact table, and those that the swing table shares with it.
public enum ImpactColumns {
  /// An impact with the facts of its recording.
  public struct Row: Sendable {
    /// The recording's facts.
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
    [IdentityColumns.recordingID.map { $0.identity }] + lead
    + IdentityColumns.wearer.map { column in
      column.map { (row: Row) in row.identity }
    }
    + measured.map { column in
      column.map { (row: Row) in row.measured }
    }

  /// What is measured on an impact; missing throughout for a swing without one.
  static let measured: [ColumnDefinition<MeasuredImpact?>] = strength + shape + spectrum + context

  private static let lead: [ColumnDefinition<Row>] = [
    .count(
      "impact_index", "Position of the impact in its recording, by time, from 0.",
      formula: "position among the recording's impacts in the order of their samples"
    ) { $0.index },
    .double(
      "impact_time_s", unit: "s", "Original stamp of the sample at which the high-passed acceleration peaks.",
      formula: impactTimeFormula, source: ColumnSource.kaiser
    ) {
      $0.measured.impact.time
    },
    .double(
      "impact_onset_time_s", unit: "s", "Stamp of the last raw sample before the shock's first step.",
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
    t[i-1] of the shock's first step d[i]: walking back from the largest one, D, in the onset_window_s before the peak, \
    the last met of d >= max(onset_share * D, 6 * noise) ahead of which there is none for 5 ms, and up to two more that \
    reach onset_lead_share of the largest of the three after them; d[i] = |a[i] - a[i-1] - m|, a = raw acceleration on \
    the detection axis, m and noise = median and 1.4826 * MAD of the steps from 90 to 30 ms before the peak
    """

  static let subsampleFormula = """
    t at the fractional index k + (y[k-1] - y[k+1]) / (2 * (y[k-1] - 2*y[k] + y[k+1])), k = sample of impact_time_s, \
    y = |h|; \(ColumnFormula.h)
    """
}
