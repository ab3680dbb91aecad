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
