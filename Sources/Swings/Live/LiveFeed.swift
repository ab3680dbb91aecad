import Signals

/// Feeds a graph from batches.
final class LiveFeed {
  let graph: SwingGraph
  let watch: LiveWatch
  private var scans: [StreamScan]
  private var order: StretchOrder

  /// Makes a graph at the start of a stream.
  ///
  /// - Parameters:
  ///   - rules: what to look for.
  ///   - acceleration: the prologue of the acceleration.
  ///   - motion: the prologue of the device motion; nil if there is none.
  ///   - offsetS: how late the timestamps of the device motion are, in s: it is subtracted from them.
  ///   - layout: the channels of the device motion.
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
    scans = [acceleration, motion].compactMap(\.self).map(StreamScan.init)
    order = StretchOrder(streamCount: scans.count)
    order.reachS = flow.reachS
  }

  /// Takes the samples of a batch.
  func take(_ batch: SwingBatch) throws {
    if let motion = batch.motion { try take(motion, of: .motion) }
    if let acceleration = batch.acceleration { try take(acceleration, of: .acceleration) }
  }

  /// Takes the next samples of a stream.
  func take(_ block: SampleBlock, of stream: SwingStream) throws {
    guard let place = place(of: stream) else { return }
    var block = block
    let backward = try scans[place].mark(&block)
    for step in order.add(block, of: place, backward: backward) { try graph.flow.take(step) }
  }

  /// Ends a stream.
  func end(_ stream: SwingStream) throws {
    guard let place = place(of: stream) else { return }
    for step in order.end(place) { try graph.flow.take(step) }
  }

  /// Ends both streams and makes the final decisions.
  func finish() throws -> SwingFindings {
    for stream in SwingStream.allCases { try end(stream) }
    try graph.flow.finish()
    return graph.findings
  }

  private func place(of stream: SwingStream) -> Int? {
    stream == .acceleration ? 0 : graph.motion == nil ? nil : 1
  }
}
