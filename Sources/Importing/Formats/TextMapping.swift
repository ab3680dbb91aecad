import SPRecordings
import SPSignals

/// Where a text table of any program keeps the streams of a recording.
public struct TextMapping: Hashable, Sendable {
  /// A field, by its name in the header or by its index.
  public enum Field: Hashable, Sendable {
    /// The name in the header, with or without a unit in brackets.
    case name(String)
    /// The index from 0, also for tables without a header.
    case place(Int)
  }

  /// How timestamps are written.
  public enum Clock: String, Hashable, Sendable, CaseIterable {
    /// Seconds.
    case seconds = "s"
    /// Milliseconds.
    case milliseconds = "ms"
    /// Microseconds.
    case microseconds = "us"
    /// Nanoseconds.
    case nanoseconds = "ns"
    /// Instants such as `2021-04-12 19:34:05.908 +0100`. Instants without an offset are in UTC.
    case instant = "iso8601"
    /// Times of day such as `10:47:53.867`.
    case timeOfDay = "time_of_day"

    var format: TimeFormat {
      switch self {
      case .seconds: .decimal(exponent: 0)
      case .milliseconds: .decimal(exponent: -3)
      case .microseconds: .decimal(exponent: -6)
      case .nanoseconds: .decimal(exponent: -9)
      case .instant: .instant
      case .timeOfDay: .timeOfDay
      }
    }
  }

  /// Where the timestamps of a stream come from.
  public enum Time: Hashable, Sendable {
    /// A field, and how its timestamps are written. Nil for the unit in the header, or seconds if the header states
    /// none.
    case field(Field, Clock?)
    /// No timestamps: the first row's time in s, and a rate in Hz.
    case regular(startS: Double, rateHz: Double)
  }

  /// The place of a stream in a table.
  public struct Stream: Hashable, Sendable {
    /// Where its timestamps come from.
    public var time: Time
    /// Its datasets, by their names in layout version 1.
    public var datasets: [String: Dataset]

    /// Makes a mapping of a stream.
    public init(time: Time, datasets: [String: Dataset]) {
      self.time = time
      self.datasets = datasets
    }

    /// Makes a mapping of a stream whose timestamps are in a field.
    public init(time: Field, clock: Clock?, datasets: [String: Dataset]) {
      self.init(time: .field(time, clock), datasets: datasets)
    }
  }

  /// The place of a dataset in a table.
  public struct Dataset: Hashable, Sendable {
    /// A field for each component, in the order of the file.
    public var fields: [Field]
    /// How the numbers become values.
    package var values = ValueMapping()

    /// Makes a mapping of a dataset.
    public init(fields: [Field], unit: Unit? = nil, isInverted: Bool = false) {
      self.fields = fields
      values.unit = unit
      values.isInverted = isInverted
    }
  }

  /// The separator of fields, an ASCII character. Nil for the most frequent of `,`, `|`, `;` and tab in the header or,
  /// without a header, in the first row.
  public var separator: Character?
  /// The decimal point of numbers, an ASCII character.
  public var decimalPoint: Character = "."
  /// Whether a header names the fields: the first lines that are not skipped and have all names of the mapping.
  public var hasHeader = true
  /// How many lines the header has: the name of a field is their texts, joined by underscores.
  package var headerLines = 1
  /// Whether the line below the header states the units.
  package var hasUnitsLine = false
  /// The beginning of a line above the header, by which a program's files are recognised; nil for any.
  package var preamble: String?
  /// The pattern of the names of files. Files with the same text for `{recording}` are one recording. Nil for any name.
  package var files: String?
  /// The name of a built-in mapping; nil for other mappings.
  package var name: String?
  /// How many lines are skipped before the header or, without a header, before the first row.
  public var skippedLines = 0
  /// The origin of the timestamps: `boot`, `unix` or `start`. Nil for `unix` if they are instants, and unknown
  /// otherwise.
  public var timeOrigin: String?
  /// The streams.
  public var streams: [StreamName: Stream]

  /// Makes a mapping for tables with a header and decimal points; the separator is found in the first line.
  public init(streams: [StreamName: Stream]) { self.streams = streams }
}
