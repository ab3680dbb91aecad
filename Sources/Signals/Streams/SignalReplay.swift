/// Passes existing signals through a graph, in the same way as a recording.
package final class SignalReplay {
  /// The graph.
  package let flow = Dataflow()
  private var replayed: [(signals: [any Signal], stream: FlowStream)] = []

  package init() {}

  /// Adds a stream whose channels are some signals on one time base.
  package func add(_ signals: [any Signal]) -> FlowStream {
    let timeBase = signals[0].timeBase
    var prologue = Prologue(rateHz: timeBase.rate, medianIntervalS: timeBase.medianInterval)
    prologue.spanS = timeBase.span
    let stream = flow.addStream(units: signals.map(\.unit), prologue)
    replayed.append((signals, stream))
    return stream
  }

  /// Passes all samples, one second of a stream at a time.
  ///
  /// - Throws: the errors of the signals and of the nodes.
  package func run() throws {
    let feed = BlockFeed(flow)
    var next = replayed.map { _ in 0 }
    var lastTimes = replayed.map { _ in -Double.infinity }
    while let place = next.indices.filter({ next[$0] < replayed[$0].signals[0].count }).min(by: {
      lastTimes[$0] < lastTimes[$1]
    }) {
      let (signals, stream) = replayed[place]
      let length = max(1, Int(clamping: stream.ring.prologue.rateHz.rounded()))
      let rows = next[place]..<min(signals[0].count, next[place] + length)
      next[place] = rows.upperBound
      let block = SampleBlock(
        times: try signals[0].timeBase.times(rows)[...],
        channels: try signals.map { SampleBlock.Channel(try $0.samples(rows)) })
      lastTimes[place] = block.times.last ?? 0
      try feed.take(block, of: stream)
    }
    for (_, stream) in replayed { try feed.end(stream) }
    try flow.finish()
  }
}
