/// The picture that is drawn of a table's rows: one of these kinds.
public struct RowFigure: Hashable, Sendable, Codable {
  /// Motion around a moment, each row aligned at its own.
  public var contact: ContactFigure?
  /// Signals and values over time.
  public var timeline: TimelineFigure?
  /// Values over lengths that span decades.
  public var curve: CurveFigure?
  /// Amounts beside each other.
  public var bars: BarFigure?

  /// Motion around a moment.
  public static func contact(_ figure: ContactFigure) -> Self { Self(contact: figure) }
  /// Signals and values over time.
  public static func timeline(_ figure: TimelineFigure) -> Self { Self(timeline: figure) }
  /// A curve over lengths.
  public static func curve(_ figure: CurveFigure) -> Self { Self(curve: figure) }
  /// Amounts beside each other.
  public static func bars(_ figure: BarFigure) -> Self { Self(bars: figure) }
}

/// Acceleration and rotation around a moment of contact.
public struct ContactFigure: Hashable, Sendable, Codable {
  /// The column with the start, if any, in s.
  public var startColumn: String?
  /// The column with the onset of the shock, in s.
  public var onsetColumn: String
  /// The column with its peak, in s.
  public var peakColumn: String
  /// The group whose rows have a contact; nil if all rows with a peak have one.
  public var contactGroup: String?
  /// The time at which rows are aligned, such as `contact`.
  public var moment: String
  /// The time at which rows of a group without a contact are aligned.
  public var otherwise: Otherwise?
  /// The heading of the typical motion of each group; nil for none.
  public var typicalTitle: String?
  /// The part that a slow sensor shows instead of the shock, such as `the swing`.
  public var slowMotion: String
  /// Columns that rows can be sorted by, beside time.
  public var orderColumns: [String]

  /// Describes the picture.
  public init(
    startColumn: String? = nil, onsetColumn: String, peakColumn: String, contactGroup: String? = nil, moment: String,
    otherwise: Otherwise? = nil, typicalTitle: String? = nil, slowMotion: String, orderColumns: [String] = []
  ) {
    self.startColumn = startColumn
    self.onsetColumn = onsetColumn
    self.peakColumn = peakColumn
    self.contactGroup = contactGroup
    self.moment = moment
    self.otherwise = otherwise
    self.typicalTitle = typicalTitle
    self.slowMotion = slowMotion
    self.orderColumns = orderColumns
  }

  /// The time used instead of a contact for a group without one.
  public struct Otherwise: Hashable, Sendable, Codable {
    /// The group.
    public var group: String
    /// The moment, such as `its fastest turn`.
    public var moment: String

    /// Names both.
    public init(group: String, moment: String) {
      self.group = group
      self.moment = moment
    }
  }

  private enum CodingKeys: String, CodingKey {
    case moment, otherwise
    case startColumn = "start_column"
    case onsetColumn = "onset_column"
    case peakColumn = "peak_column"
    case contactGroup = "contact_group"
    case typicalTitle = "typical_title"
    case slowMotion = "slow_motion"
    case orderColumns = "order_columns"
  }
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
