/// The picture that is drawn of a table's rows: one of these kinds.
public struct RowFigure: Hashable, Sendable, Codable {
  /// Motion around a moment, with each row aligned at its own moment.
  public var contact: ContactFigure?
  /// Signals and values over time.
  public var timeline: TimelineFigure?
  /// Values over lengths that span decades.
  public var curve: CurveFigure?
  /// Amounts side by side.
  public var bars: BarFigure?

  /// Motion around a moment.
  public static func contact(_ figure: ContactFigure) -> Self { Self(contact: figure) }
  /// Signals and values over time.
  package static func timeline(_ figure: TimelineFigure) -> Self { Self(timeline: figure) }
  /// A curve over lengths.
  package static func curve(_ figure: CurveFigure) -> Self { Self(curve: figure) }
  /// Amounts side by side.
  package static func bars(_ figure: BarFigure) -> Self { Self(bars: figure) }
}

/// Values over lengths that span decades, such as power over duration: one line per recording, and the best of all.
public struct CurveFigure: Hashable, Sendable, Codable {
  /// The column of lengths, in s, above 0.
  public var lengthColumn: String
  /// The column of values.
  public var valueColumn: String
  /// The heading.
  public var title: String

  /// Describes the curve.
  public init(lengthColumn: String, valueColumn: String, title: String) {
    self.lengthColumn = lengthColumn
    self.valueColumn = valueColumn
    self.title = title
  }

  private enum CodingKeys: String, CodingKey {
    case title
    case lengthColumn = "length_column"
    case valueColumn = "value_column"
  }
}

/// Amounts as bars, such as the time in each zone, summed over recordings: one chart for each text of a column.
public struct BarFigure: Hashable, Sendable, Codable {
  /// The column of texts; each text gets a chart.
  public var chartColumn: String
  /// The column with the label of the bar to which a row belongs.
  public var labelColumn: String
  /// The column of amounts, in s.
  public var valueColumn: String
  /// The heading.
  public var title: String

  /// Describes the charts.
  public init(chartColumn: String, labelColumn: String, valueColumn: String, title: String) {
    self.chartColumn = chartColumn
    self.labelColumn = labelColumn
    self.valueColumn = valueColumn
    self.title = title
  }

  private enum CodingKeys: String, CodingKey {
    case title
    case chartColumn = "chart_column"
    case labelColumn = "label_column"
    case valueColumn = "value_column"
  }
}
