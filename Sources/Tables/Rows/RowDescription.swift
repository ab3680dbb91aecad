/// The kind of a table's rows, for reports and plots: words, columns with times and kinds, the most important columns,
/// and the picture of a row.
///
/// Reports and pictures know nothing else about a domain. The description is stored in `_meta/schema.json`, next to the
/// tables.
public struct RowDescription: Hashable, Sendable, Codable {
  /// The word for one row, such as `dive`.
  public var singular: String
  /// The word for several rows.
  public var plural: String
  /// The rank of the table: a report is about the table with the largest value.
  public var prominence: Int
  /// The column with the moment of a row, or with its beginning, in s on the recording's clock; nil for rows without a
  /// time.
  public var timeColumn: String?
  /// The column with the end of a row, in s, if a row is an interval.
  public var endColumn: String?
  /// The column with the position of a row in the recording.
  public var indexColumn: String?
  /// The kinds of rows that are described separately.
  public var groups: RowGroups?
  /// The columns to show first, in order.
  public var columns: [MainColumn]
  /// The names of the columns in a summary, in order; empty for the order of ``columns``.
  public var summaryOrder: [String]
  /// The names for people of further columns, by column; other columns are shown by their own names.
  public var titles: [String: String]
  /// Columns whose sign is ignored when values are ranked.
  public var magnitudeColumns: [String]
  /// The facts that the sign of ``magnitudeColumns`` shows, such as `the wrist and the stroke`.
  public var signMeaning: String?
  /// Columns that identify a row, rather than hold a measured value.
  public var contextColumns: [String]
  /// The column with the words for limits of trust in a row, joined by `;`; nil for a table without such a column.
  public var flagsColumn: String?
  /// The name of the number of rows in a table of recordings; nil for the plural word.
  public var count: Term?
  /// The numbers that a report's table of recordings shows of all rows of a recording: means of columns; nil for none.
  public var recordingFigures: [RecordingFigure]?
  /// The numbers that a report's table of recordings shows of the single row for each recording; nil for a table of
  /// other rows.
  public var overview: [RecordingFigure]?
  /// Whether rows are worth a table of numbers for people; poses many times a second are not.
  public var isListed: Bool
  /// The picture of a row, or of a recording's rows.
  public var figure: RowFigure?
  /// The meanings of the words used for the table.
  public var glossary: [Term]
  /// The units in which people read numbers, such as `km`. A key is the name of a column, or a unit of the tables for
  /// all columns of that unit. Nil for the tables' units.
  public var units: [String: String]?
  /// A column of the run's tables that must have values for such rows to exist, such as power; nil for none.
  public var neededColumn: String?
  /// The settings that the rows depend on; nil for none.
  public var settings: [RowSetting]?

  /// Describes the rows of a table.
  public init(
    singular: String, plural: String, prominence: Int = 0, timeColumn: String? = nil, endColumn: String? = nil,
    indexColumn: String? = nil, groups: RowGroups? = nil, columns: [MainColumn] = [],
    summaryOrder: [String] = [], titles: [String: String] = [:], magnitudeColumns: [String] = [],
    signMeaning: String? = nil, contextColumns: [String] = [], flagsColumn: String? = nil, count: Term? = nil,
    recordingFigures: [RecordingFigure]? = nil, overview: [RecordingFigure]? = nil, isListed: Bool = true,
    figure: RowFigure? = nil, glossary: [Term] = [], units: [String: String]? = nil, neededColumn: String? = nil,
    settings: [RowSetting]? = nil
  ) {
    self.singular = singular
    self.plural = plural
    self.prominence = prominence
    self.timeColumn = timeColumn
    self.endColumn = endColumn
    self.indexColumn = indexColumn
    self.groups = groups
    self.columns = columns
    self.summaryOrder = summaryOrder
    self.titles = titles
    self.magnitudeColumns = magnitudeColumns
    self.signMeaning = signMeaning
    self.contextColumns = contextColumns
    self.flagsColumn = flagsColumn
    self.count = count
    self.recordingFigures = recordingFigures
    self.overview = overview
    self.isListed = isListed
    self.figure = figure
    self.glossary = glossary
    self.units = units
    self.neededColumn = neededColumn
    self.settings = settings
  }

  /// The columns of a summary, in order.
  public var summary: [MainColumn] {
    let marked = columns.filter { $0.summary != nil }
    return summaryOrder.isEmpty ? marked : summaryOrder.compactMap { name in marked.first { $0.name == name } }
  }

  /// A column that is shown first.
  public struct MainColumn: Hashable, Sendable, Codable {
    /// The name of the column.
    public var name: String
    /// The name of the column for people.
    public var title: String
    /// The name in a summary that shows the column's median; nil if the summary does not show the column.
    public var summary: String?
    /// The name above the picture of a row; nil if the picture does not show the column's value.
    public var card: String?
    /// Whether a summary shows the sum of the values rather than their median; nil for the median.
    public var isSummed: Bool?
    /// The rows whose values are shown, such as the rows of runs; nil for all rows.
    public var rows: RowChoice?
    /// The meaning of the values in a coach's words; nil for the description of the column.
    public var meaning: String?

    /// Names a column.
    public init(
      _ name: String, _ title: String, summary: String? = nil, card: String? = nil, isSummed: Bool? = nil,
      rows: RowChoice? = nil, meaning: String? = nil
    ) {
      self.name = name
      self.title = title
      self.summary = summary
      self.card = card
      self.isSummed = isSummed
      self.rows = rows
      self.meaning = meaning
    }

    private enum CodingKeys: String, CodingKey {
      case name, title, summary, card, rows, meaning
      case isSummed = "is_summed"
    }
  }

  /// Rows by the text of a column.
  public struct RowChoice: Hashable, Sendable, Codable {
    /// The column.
    public var column: String
    /// The texts of the chosen rows.
    public var texts: [String]

    /// Chooses rows.
    public init(_ column: String, _ texts: [String]) {
      self.column = column
      self.texts = texts
    }
  }

  /// A word or two, and their meaning.
  public struct Term: Hashable, Sendable, Codable {
    /// The word.
    public var title: String
    /// Its meaning, in a sentence or more.
    public var meaning: String

    /// Explains a word.
    public init(_ title: String, _ meaning: String) {
      self.title = title
      self.meaning = meaning
    }
  }

  private enum CodingKeys: String, CodingKey {
    case singular, plural, prominence, groups, columns, titles, count, overview, figure, glossary, units, settings
    case neededColumn = "needed_column"
    case timeColumn = "time_column"
    case endColumn = "end_column"
    case indexColumn = "index_column"
    case magnitudeColumns = "magnitude_columns"
    case isListed = "is_listed"
    case summaryOrder = "summary_order"
    case signMeaning = "sign_meaning"
    case contextColumns = "context_columns"
    case flagsColumn = "flags_column"
    case recordingFigures = "recording_figures"
  }
}

/// The kinds of rows of a table that are described separately.
public struct RowGroups: Hashable, Sendable, Codable {
  /// The column of text that gives the kind of a row.
  public var column: String
  /// The values of the column, in the order in which kinds are shown.
  public var values: [Value]
  /// The column with the weight of a row, a length in s; nil if all rows weigh the same.
  public var weightColumn: String?

  /// Names the kinds.
  public init(column: String, values: [Value], weightColumn: String? = nil) {
    self.column = column
    self.values = values
    self.weightColumn = weightColumn
  }

  private enum CodingKeys: String, CodingKey {
    case column, values
    case weightColumn = "weight_column"
  }

  /// A kind of rows.
  public struct Value: Hashable, Sendable, Codable {
    /// The value of the column, also the word for one row.
    public var value: String
    /// The word for several rows.
    public var plural: String
    /// A description of such a row, in a sentence.
    public var meaning: String

    /// Names a kind.
    public init(_ value: String, _ plural: String, _ meaning: String) {
      self.value = value
      self.plural = plural
      self.meaning = meaning
    }
  }
}
