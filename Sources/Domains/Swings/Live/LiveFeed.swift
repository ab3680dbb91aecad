import SPSignals

/// Feeds a graph from batches.
final class LiveFeed {
  let graph: SwingGraph
  let watch: LiveWatch
  private let feed: BlockFeed

  /// Makes a graph at the start of a stream.
  ///
  /// - Parameters:
  ///   - rules: What to look for.
  ///   - acceleration: The prologue of the acceleration.
  ///   - motion: The prologue of the device motion; nil without device motion.
  ///   - offsetS: How late the timestamps of the device motion are, in s. The offset is subtracted from them.
  ///   - layout: The channels of the device motion.
  /// - Throws: `FilterDesignError` for a filter that does not suit the rate, or `FFTWError`.
  init(
    _ rules: SwingRules, acceleration: Prologue, motion: Prologue?, offsetS: Double = 0,
    _ layout: MotionLayout = MotionLayout()
  ) throws {
    let flow = Dataflow()
    let window = SourceWindow(flow.addStream(units: [Unit](repeating: .g, count: 3), acceleration))
    let rotation = motion.map {
      MotionWindow(flow.addStream(units: layout.units, $0, shiftS: -offsetS, weight: 4), layout)
    }
    graph = try SwingGraph(rules, window, rotation)
    watch = LiveWatch(graph)
    feed = BlockFeed(flow)
  }

  /// Takes the samples of a batch.
  func take(_ batch: SwingBatch) throws {
    if let motion = batch.motion { try take(motion, of: .motion) }
    if let acceleration = batch.acceleration { try take(acceleration, of: .acceleration) }
  }

  /// Takes the next samples of a stream.
  func take(_ block: SampleBlock, of stream: SwingStream) throws {
    if let stream = flowStream(stream) { try feed.take(block, of: stream) }
  }

  /// Ends a stream.
  func end(_ stream: SwingStream) throws {
    if let stream = flowStream(stream) { try feed.end(stream) }
  }

  /// Ends both streams and makes the final decisions.
  func finish() throws -> SwingFindings {
    for stream in SwingStream.allCases { try end(stream) }
    try graph.flow.finish()
    return graph.findings
  }

  private func flowStream(_ stream: SwingStream) -> FlowStream? {
    stream == .acceleration ? graph.acceleration.stream : graph.motion?.stream
  }
}

/// Samples as delivered by a watch or a network: of both streams, of one stream, or of neither.
///
/// Either stream may lag behind by seconds; within a stream batches are consecutive. Batches of any size give the same
/// findings.
public struct SwingBatch: Sendable {
  /// Acceleration: x, y and z in g, gravity included; nil without any.
  public var acceleration: SampleBlock?
  /// Device motion with the channels of ``MotionLayout``; nil without any.
  public var motion: SampleBlock?

  /// Makes a batch of the new samples of each stream.
  public init(acceleration: SampleBlock? = nil, motion: SampleBlock? = nil) {
    self.acceleration = acceleration
    self.motion = motion
  }
}

/// One of the two streams in which swings are found.
public enum SwingStream: Hashable, Sendable, CaseIterable {
  /// The acceleration: x, y and z in g, gravity included.
  case acceleration
  /// The device motion with the channels of ``MotionLayout``.
  case motion
}

/// How to treat a batch that begins before the last timestamp of its stream: it was sent twice, or arrives late.
public enum OverlapRule: Hashable, Sendable {
  /// The batch is an error, and is rejected as a whole.
  case refuse
  /// Samples up to the last timestamp count as repeated and are dropped; later samples are accepted.
  case skip
  /// The clock went back, as it may in a file: a new segment of the recording begins.
  case clockStep
}

/// How a live stream determines its rates. A file's timestamps give its rates.
public enum LivePrologue: Hashable, Sendable {
  /// From the first timestamps of each stream, over a number of seconds, during which no event is reported. Five
  /// seconds of a watch are enough.
  case measured(overS: Double)
  /// Given rates, for known sensors, or to get exactly the results of a file.
  case known(acceleration: Prologue, motion: Prologue?)
}

/// A batch that cannot be accepted.
public enum SwingBatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A batch begins before its stream's last timestamp, in s, and overlaps are rejected.
  case overlap(SwingStream, firstS: Double, lastS: Double)
  /// A block has the wrong number of channels for its stream.
  case channels(SwingStream, found: Int, expected: Int)
  /// A batch came after the end, or has samples of a stream that was ended.
  case ended

  /// A sentence with the values found and expected.
  public var description: String {
    switch self {
    case .overlap(let stream, let first, let last):
      """
      a batch of the \(stream) begins at \(first) s, before the stream's last timestamp at \(last) s; expected later samples, \
      or the overlap rule "skip" for samples that are sent twice, or "clockStep" for clocks that are set back
      """
    case .channels(let stream, let found, let expected):
      "a batch of the \(stream) has \(found) channels; expected \(expected)"
    case .ended: "a batch came after the end of its stream; expected none"
    }
  }
}
