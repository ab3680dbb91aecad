import Recordings
import Signals

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
    /// Instants such as `2021-04-12 19:34:05.908 +0100`, in UTC where they have no offset.
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

  /// Where a stream is.
  public struct Stream: Hashable, Sendable {
    /// The field with the timestamps.
    public var time: Field
    /// How the timestamps are written.
    public var clock: Clock
    /// Its datasets, by their names in layout version 1.
    public var datasets: [String: Dataset]

    /// Makes a mapping of a stream.
    public init(time: Field, clock: Clock, datasets: [String: Dataset]) {
      self.time = time
      self.clock = clock
      self.datasets = datasets
    }
  }

  /// Where a dataset is.
  public struct Dataset: Hashable, Sendable {
    /// A field for each component, in the layout's order.
    public var fields: [Field]
    /// The unit of the values; nil for the one in the header, or the layout's if the header states none.
    public var unit: Unit?
    /// Whether the sign of all values is changed.
    public var isInverted: Bool

    /// Makes a mapping of a dataset.
    public init(fields: [Field], unit: Unit? = nil, isInverted: Bool = false) {
      self.fields = fields
      self.unit = unit
      self.isInverted = isInverted
    }
  }

  /// The separator of fields, an ASCII character; nil for the most frequent of `,`, `|`, `;` and tab in the first line
  /// that is not skipped.
  public var separator: Character?
  /// The decimal point of numbers, an ASCII character.
  public var decimalPoint: Character = "."
  /// Whether the first line that is not skipped names the fields.
  public var hasHeader = true
  /// How many lines are skipped before the header, or before the first row without one.
  public var skippedLines = 0
  /// The origin of the timestamps: `boot`, `unix` or `start`; nil for `unix` if they are instants, and unknown
  /// otherwise.
  public var timeOrigin: String?
  /// The streams.
  public var streams: [StreamName: Stream]

  /// Makes a mapping for tables with a header and decimal points; the separator is found in the first line.
  public init(streams: [StreamName: Stream]) { self.streams = streams }
}
