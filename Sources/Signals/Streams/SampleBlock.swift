/// Samples of one stream that follow each other: a timestamp, and a value in every channel, for each.
public struct SampleBlock: Sendable {
  /// The values of a channel, evenly spaced in an array, as in rows of several columns.
  public struct Channel: Sendable {
    /// Where the values lie.
    public var values: [Float]
    /// The place of the first one.
    public var first: Int
    /// From each value to the next.
    public var step: Int

    /// Values that lie side by side, or `step` apart from `first` on.
    public init(_ values: [Float], first: Int = 0, step: Int = 1) {
      self.values = values
      self.first = first
      self.step = step
    }
  }

  /// When the samples were taken, in s.
  public var times: ArraySlice<Double>
  /// The values, by the channels of the stream.
  public var channels: [Channel]

  /// The number of samples.
  public var count: Int { times.count }

  /// A block of timestamps and channels, each of which needs a value for every timestamp.
  public init(times: ArraySlice<Double>, channels: [Channel]) {
    for channel in channels where !times.isEmpty {
      precondition(
        channel.first >= 0 && channel.step > 0
          && channel.first + (times.count - 1) * channel.step < channel.values.count,
        "a channel has fewer values than the block has stamps")
    }
    self.times = times
    self.channels = channels
  }
}
