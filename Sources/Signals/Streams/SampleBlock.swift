/// Consecutive samples of one stream. Each sample has a timestamp, and a value in every channel.
public struct SampleBlock: Sendable {
  /// The values of a channel, evenly spaced in an array, as in rows with several columns.
  public struct Channel: Sendable {
    /// The array that holds the values.
    public var values: [Float]
    /// The position of the first value.
    public var first: Int
    /// The distance from each value to the next.
    public var step: Int

    /// Makes a channel of values that are adjacent, or `step` apart from `first` on.
    public init(_ values: [Float], first: Int = 0, step: Int = 1) {
      self.values = values
      self.first = first
      self.step = step
    }
  }

  /// The timestamps, in s.
  public var times: ArraySlice<Double>
  /// The values, by the channels of the stream.
  public var channels: [Channel]
  /// The positions of the samples that follow a gap. Only the streams of a wrist have their gaps marked.
  ///
  /// If the clock goes back, a new block begins. Its first timestamp is then earlier than the last timestamp before it.
  public package(set) var gaps: [Int] = []

  /// The number of samples.
  public var count: Int { times.count }

  /// Makes a block of timestamps and channels; each channel needs a value for every timestamp.
  public init(times: ArraySlice<Double>, channels: [Channel]) {
    for channel in channels where !times.isEmpty {
      precondition(
        channel.first >= 0 && channel.step > 0
          && channel.first + (times.count - 1) * channel.step < channel.values.count,
        "a channel has fewer values than the block has timestamps")
    }
    self.times = times
    self.channels = channels
  }

  /// The values of a channel.
  public func values(of channel: Int) -> [Float] {
    let channel = channels[channel]
    return (0..<count).map { channel.values[channel.first + $0 * channel.step] }
  }

  /// The values of a sample, by its position.
  package func sample(at row: Int) -> [Float] { channels.map { $0.values[$0.first + row * $0.step] } }

  /// The same samples with a number of seconds added to each timestamp.
  package func shifted(bySeconds seconds: Double) -> SampleBlock {
    guard seconds != 0 else { return self }
    var shifted = self
    shifted.times = times.map { $0 + seconds }[...]
    return shifted
  }

  /// Some samples of the block, by their positions.
  package func part(_ rows: Range<Int>) -> SampleBlock {
    guard rows != 0..<count else { return self }
    var part = self
    part.times = times[(times.startIndex + rows.lowerBound)..<(times.startIndex + rows.upperBound)]
    for place in part.channels.indices { part.channels[place].first += rows.lowerBound * part.channels[place].step }
    part.gaps = gaps.filter(rows.contains).map { $0 - rows.lowerBound }
    return part
  }
}
