/// Divides streams into stretches at backward steps of their clocks, so that no consumer has to handle clock steps.
///
/// A stretch contains the samples of a stream between two steps. When the clock of a stream goes back, its next samples
/// are held. They are released when each other stream has also gone back, or has come far enough to show that it does
/// not go back.
package struct StretchOrder {
  /// The next step of the recording.
  package enum Step {
    /// The next samples of a stream, in which its clock does not go back.
    case samples(SampleBlock, of: Int)
    /// Streams that begin a new stretch together. The previous stretch is complete.
    case stretches([Int])
    /// The end of a stream.
    case end(Int)
  }

  private struct Stream {
    var lastTime: Double?
    /// Blocks that wait for the next stretch. Each block except the first may continue the block before.
    var waiting: [(block: SampleBlock, beginsStretch: Bool)] = []
    var hasEnded = false

    var isWaiting: Bool { !waiting.isEmpty }
  }

  private var streams: [Stream]
  /// The time in s after a stretch's last sample that each other stream must reach before the stretch is complete.
  package var reachS = 0.0

  /// Begins at the start of some streams.
  package init(streamCount: Int) { streams = [Stream](repeating: Stream(), count: streamCount) }

  /// Takes the next block of a stream.
  ///
  /// - Parameter backward: the positions in the block where the clock goes back.
  package mutating func add(_ block: SampleBlock, of stream: Int, backward: [Int]) -> [Step] {
    guard block.count > 0 else { return [] }
    let borders = backward.filter { $0 > 0 } + [block.count]
    var pieces: [(block: SampleBlock, beginsStretch: Bool)] = []
    var first = 0
    for border in borders {
      pieces.append((block.part(first..<border), first > 0 || backward.first == 0))
      first = border
    }
    guard !streams[stream].isWaiting else {
      streams[stream].waiting += pieces
      return []
    }
    var steps: [Step] = []
    if !pieces[0].beginsStretch { steps.append(pass(pieces.removeFirst().block, of: stream)) }
    streams[stream].waiting = pieces
    return steps + release()
  }

  /// Ends a stream.
  package mutating func end(_ stream: Int) -> [Step] {
    streams[stream].hasEnded = true
    return (streams[stream].isWaiting ? [] : [.end(stream)]) + release()
  }

  private mutating func pass(_ block: SampleBlock, of stream: Int) -> Step {
    streams[stream].lastTime = block.times.last
    return .samples(block, of: stream)
  }

  /// Begins the next stretches, as far as the samples received so far allow.
  private mutating func release() -> [Step] {
    var steps: [Step] = []
    while true {
      let ready = streams.indices.filter { streams[$0].isWaiting && isComplete($0) }
      guard !ready.isEmpty else { return steps }
      steps.append(.stretches(ready))
      for stream in ready {
        // Each stream continues only up to its next step.
        repeat {
          steps.append(pass(streams[stream].waiting.removeFirst().block, of: stream))
        } while streams[stream].waiting.first.map { !$0.beginsStretch } ?? false
        if streams[stream].hasEnded, !streams[stream].isWaiting { steps.append(.end(stream)) }
      }
    }
  }

  /// Whether no more samples of a stream's stretch can come.
  private func isComplete(_ stream: Int) -> Bool {
    let last = streams[stream].lastTime ?? -.infinity
    return streams.indices.allSatisfy { other in
      let otherLast = streams[other].lastTime ?? -.infinity
      if other == stream || otherLast > last + reachS { return true }
      // A stream that waits far behind is released first: its next stretch overlaps the current one of this stream.
      return streams[other].isWaiting ? otherLast >= last - reachS : streams[other].hasEnded
    }
  }
}

/// Scans the timestamps of a stream as they come.
package struct StreamScan: Sendable {
  private var scan: TimestampScan

  /// Begins at the start of a stream.
  package init(_ prologue: Prologue) { scan = TimestampScan(medianInterval: prologue.medianIntervalS) }

  /// Marks the gaps in the next block.
  ///
  /// - Returns: the positions where the clock goes back.
  /// - Throws: `TimeBaseError.timestampNotFinite`.
  package mutating func mark(_ block: inout SampleBlock) throws(TimeBaseError) -> [Int] {
    let before = scan.count
    let borders = try scan.add(block.times.span)
    block.gaps = borders.filter { !$0.isBackward }.map { $0.index - before }
    return borders.filter(\.isBackward).map { $0.index - before }
  }

  /// The time base of all samples so far, whose timestamps are read again on demand.
  ///
  /// - Parameter source: a source of exactly the timestamps that were scanned.
  package func timeBase(of source: any TimestampSource) -> TimeBase {
    var scan = scan
    scan.finish()
    return TimeBase(scan, of: source)
  }
}

/// Feeds a graph with the blocks of its streams as they come.
package final class BlockFeed {
  private let flow: Dataflow
  private var scans: [StreamScan]
  private var order: StretchOrder

  /// Feeds a graph to which all streams and nodes have been added.
  package init(_ flow: Dataflow) {
    self.flow = flow
    scans = flow.streams.map { StreamScan($0.ring.prologue) }
    order = StretchOrder(streamCount: scans.count)
    order.reachS = flow.reachS
    // The graph makes the samples of these streams.
    for stream in flow.streams where stream.isMade { _ = order.end(stream.number) }
  }

  /// Passes the next samples of a stream to the graph.
  ///
  /// - Throws: `TimeBaseError.timestampNotFinite`, and the errors of the nodes.
  package func take(_ block: SampleBlock, of stream: FlowStream) throws {
    var block = block
    let backward = try scans[stream.number].mark(&block)
    for step in order.add(block, of: stream.number, backward: backward) { try flow.take(step) }
  }

  /// Ends a stream.
  ///
  /// - Throws: the errors of the nodes.
  package func end(_ stream: FlowStream) throws {
    for step in order.end(stream.number) { try flow.take(step) }
  }
}
