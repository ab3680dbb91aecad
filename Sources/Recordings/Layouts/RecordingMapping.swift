import Signals

/// Where a file holds the streams of a recording: every layout is converted to a mapping.
public struct RecordingMapping: Hashable, Sendable {
  /// The streams that the file has.
  public var streams: [StreamName: StreamMapping]
  /// What the timestamps of this layout count from if the file does not say: `boot`, `unix` or `start`.
  public var timeOrigin: String?

  /// Makes a mapping.
  public init(streams: [StreamName: StreamMapping] = [:], timeOrigin: String? = nil) {
    self.streams = streams
    self.timeOrigin = timeOrigin
  }
}

/// Where a file holds one stream.
public struct StreamMapping: Hashable, Sendable {
  /// Where its timestamps come from.
  public var time: TimeMapping
  /// Where its datasets are, keyed by their names in layout version 1.
  public var datasets: [String: DatasetMapping]
  /// How late its clock is, in s: it is subtracted from the timestamps.
  package var clockS = 0.0

  /// Makes a mapping.
  public init(time: TimeMapping, datasets: [String: DatasetMapping]) {
    self.time = time
    self.datasets = datasets
  }
}

/// Where the timestamps of a stream come from.
public enum TimeMapping: Hashable, Sendable {
  /// A dataset of timestamps, one per row. A nil unit means the dataset's `units` attribute, or seconds if it has
  /// none.
  case timestamps(path: String, unit: Unit?)
  /// No timestamps: the first sample's time in s, and a rate in Hz.
  case regular(startS: Double, rateHz: Double)
}

/// Where a file holds one dataset of a stream.
public struct DatasetMapping: Hashable, Sendable {
  /// Path of the dataset in the file.
  public var path: String
  /// The columns of the components, in order; nil for all columns as they are.
  public var columns: [Int]?
  /// Unit of the values; nil for the dataset's `units` attribute, or the layout's unit if it has none.
  public var unit: Unit?
  /// Whether all values change sign: for sensors that read +1 g upward at rest, against gravity.
  public var isInverted: Bool
  /// Whether all components but the first change sign: for attitudes that take vectors of the world to the device.
  package var isConjugated = false

  /// Makes a mapping.
  public init(path: String, columns: [Int]? = nil, unit: Unit? = nil, isInverted: Bool = false) {
    self.path = path
    self.columns = columns
    self.unit = unit
    self.isInverted = isInverted
  }
}
