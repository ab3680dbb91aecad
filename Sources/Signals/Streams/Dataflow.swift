/// The part of a graph that works on the samples of one recording as they pass.
///
/// It has one window per stream, and nodes, which work in the order in which they were added. Blocks come in the order
/// of time. If a clock goes back, a new stretch begins: see `StretchOrder`. Results do not depend on how the samples
/// are cut into blocks. Only one task at a time may use it.
package final class Dataflow {
  /// A node: a filter, or a source of events that are measured while their samples are in the windows.
  package protocol Node: AnyObject {
    /// Works on the samples that have come since the last call.
    func advance() throws
    /// Measures the events whose samples have all come. Returns whether there were any.
    ///
    /// - Parameter leavesWork: whether spare processors may still measure when this returns.
    func measure(leavesWork: Bool) throws -> Bool
    /// Collects the measurements of spare processors.
    func collect() throws
    /// The time from which events that are not measured yet need samples, in s. Infinite without such events; nil if
    /// nothing is known yet.
    var neededFrom: Double? { get }
    /// The first sample of a stream that the node will read again.
    func firstNeeded(of stream: FlowStream) -> Int
    /// Drops the node's own samples. Called after the streams have dropped samples.
    func drop()
    /// Begins a new stretch of some streams.
    func restart(_ streams: [FlowStream])
    /// Looks at samples as soon as they come, between two calls of `advance()`.
    func look() throws
    /// Whether events wait for samples around them.
    var isWaiting: Bool { get }
  }

  /// Samples between two rounds of work, counted with the weights of their streams.
  private static let stride = 65_536

  /// The streams.
  package private(set) var streams: [FlowStream] = []
  private var nodes: [any Node] = []
  private var sinceAdvance = 0
  /// An earlier error: samples are incomplete from then on, so nothing more can be found in them.
  private var failure: (any Error)?
  /// Views of the samples held. All measurements in a round share them.
  private var views: [ViewKey: Any] = [:]
  /// Whether spare processors may measure while samples come.
  private let mayLeaveWork: () -> Bool

  /// Makes an empty graph.
  ///
  /// - Parameter mayLeaveWork: whether spare processors may measure while samples come.
  package init(mayLeaveWork: @escaping () -> Bool = { false }) { self.mayLeaveWork = mayLeaveWork }

  /// Adds a stream.
  ///
  /// - Parameter weight: the work per sample, as a multiple of the work for a sample of acceleration at 800 Hz.
  package func addStream(units: [Unit], _ prologue: Prologue, shiftS: Double = 0, weight: Int = 1) -> FlowStream {
    let stream = FlowStream(
      StreamRing(units: units, prologue: prologue, shiftS: shiftS), in: self, number: streams.count, weight: weight)
    streams.append(stream)
    return stream
  }

  private var made: [MadeStream] = []

  /// Adds a stream that is computed from the samples of other streams.
  ///
  /// - Parameters:
  ///   - maker: Computes the samples.
  ///   - leader: The source with the same timestamps.
  ///   - others: Further sources.
  ///   - weight: The work per sample, as for other streams.
  package func addStream(
    units: [Unit], madeBy maker: any StreamMaker, from leader: FlowStream, and others: [FlowStream], weight: Int
  ) -> FlowStream {
    let stream = addStream(units: units, leader.ring.prologue, shiftS: leader.ring.shiftS, weight: weight)
    stream.isMade = true
    made.append(MadeStream(maker: maker, leader: leader, sources: [leader] + others, stream: stream))
    return stream
  }

  /// Adds a node, after the nodes whose results it uses.
  package func add(_ node: any Node) { nodes.append(node) }

  /// The time, in s, by which a stream must pass the last sample of another stream until all events there are measured.
  package var reachS: Double {
    (streams.map(\.history.afterS).max() ?? 0) + (streams.map { abs($0.ring.shiftS) }.max() ?? 0) + ownReachS
  }
  private var ownReachS = 1.0

  /// Notes how much later than an event a node finds it, or how far a filter lags behind. The delays add up. For
  /// example, a filter that lags by 0.1 s and a detector with a noise window of 10 s find an impact after 10.1 s.
  package func extendReach(byS seconds: Double) { ownReachS += seconds }

  // MARK: Samples

  /// Processes the next samples, the start of a new stretch, or the end of a stream.
  ///
  /// - Throws: the errors of the nodes.
  package func take(_ step: StretchOrder.Step) throws {
    switch step {
    case .samples(let block, let stream): try consume(block, of: streams[stream])
    case .stretches(let places): try beginStretches(places.map { streams[$0] })
    case .end(let stream): try end(streams[stream])
    }
  }

  private func consume(_ block: SampleBlock, of stream: FlowStream) throws {
    try guarded {
      guard try append(block, to: stream) else { return }
      if sinceAdvance >= Self.stride {
        try advance(leavesWork: mayLeaveWork())
      } else {
        for node in nodes { try node.look() }
      }
    }
  }

  /// Appends samples to a stream, then appends the samples computed from them to the made streams.
  ///
  /// - Returns: whether a window has grown.
  private func append(_ block: SampleBlock, to stream: FlowStream) throws -> Bool {
    let sinks = made.filter { $0.reads(stream) }
    if !stream.readers.isEmpty || !sinks.isEmpty {
      let shifted = block.shifted(bySeconds: stream.ring.shiftS)
      for reader in stream.readers { try reader(shifted) }
      var hasGrown = keep(block, in: stream)
      for sink in sinks { hasGrown = try append(sink.maker.take(shifted, of: stream), to: sink) || hasGrown }
      return hasGrown
    }
    return keep(block, in: stream)
  }

  /// Appends made samples, and ends their stream if no more can come.
  private func append(_ blocks: [SampleBlock], to sink: MadeStream) throws -> Bool {
    var hasGrown = false
    for block in blocks {
      hasGrown = try append(block.shifted(bySeconds: -sink.stream.ring.shiftS), to: sink.stream) || hasGrown
    }
    if sink.leader.isEnded, !sink.maker.isWaiting { try close(sink.stream) }
    return hasGrown
  }

  private func keep(_ block: SampleBlock, in stream: FlowStream) -> Bool {
    guard stream.keepsWindow else { return false }
    stream.ring.append(block)
    if stream.beginsStretch, let first = block.times.first {
      (stream.beginsStretch, stream.passedS) = (false, first + stream.ring.shiftS)
    }
    sinceAdvance += stream.weight * block.count
    return true
  }

  private func end(_ stream: FlowStream) throws {
    try guarded {
      try close(stream)
      try advance()
    }
  }

  /// Ends a stream, and the made streams that do not wait for other streams.
  private func close(_ stream: FlowStream) throws {
    guard !stream.isEnded else { return }
    stream.isEnded = true
    for sink in made where sink.reads(stream) { _ = try append(sink.maker.end(of: stream), to: sink) }
  }

  /// Completes the samples before a step of the clock.
  private func beginStretches(_ stepped: [FlowStream]) throws {
    try guarded {
      var stepped = stepped
      for sink in made where stepped.contains(where: sink.reads) {
        _ = try append(sink.maker.beginStretches(of: stepped, reachS: reachS), to: sink)
        if stepped.contains(where: { $0 === sink.leader }) { stepped.append(sink.stream) }
      }
      for stream in stepped { stream.isStretchOver = true }
      try advance()
      let passedS = stepped.compactMap(\.ring.lastTime).max() ?? -.infinity
      for stream in streams where !stream.isStretchOver { stream.passedS = max(stream.passedS, passedS) }
      for stream in stepped {
        (stream.isStretchOver, stream.beginsStretch) = (false, true)
        stream.ring.restart()
      }
      for node in nodes { node.restart(stepped) }
    }
  }

  /// Ends all streams, measures the last events, and drops the samples held.
  ///
  /// - Throws: the errors of the nodes, or `ForeignStream`.
  package func finish() throws {
    try guarded {
      for stream in streams { try close(stream) }
      try advance()
      if nodes.contains(where: \.isWaiting) { throw ForeignStream() }
    }
    // Frees the samples before the decisions, which need more memory than any other part of a run.
    for stream in streams { stream.ring.restart() }
    for node in nodes { node.restart(streams) }
  }

  /// Measures every event that the samples so far allow, even if a stream broke off.
  package func settle() {
    // After an error, the measurements made before it remain.
    try? guarded { try advance() }
    // All ready events are measured, by a worker or here.
    try? measureAll()
    views = [:]
  }

  /// Runs the closure unless an earlier error occurred.
  private func guarded(_ body: () throws -> Void) throws {
    if let failure { throw failure }
    do {
      try body()
    } catch {
      failure = error
      throw error
    }
  }

  private struct ViewKey: Hashable {
    var window: ObjectIdentifier
    var axis: Int?
  }

  /// A view of the samples in a window, made once in a round.
  ///
  /// - Parameter axis: distinguishes several views of one window.
  package func view<Value>(of window: AnyObject, _ axis: Int? = nil, _ make: () throws -> Value) rethrows -> Value {
    let key = ViewKey(window: ObjectIdentifier(window), axis: axis)
    if let known = views[key] as? Value { return known }
    let view = try make()
    views[key] = view
    return view
  }

  // MARK: Rounds

  private func advance(leavesWork: Bool = false) throws {
    sinceAdvance = 0
    // A view that is kept would force a copy of its samples when more samples are appended.
    defer { views = [:] }
    for node in nodes { try node.look() }
    for node in nodes { try node.advance() }
    if leavesWork {
      for node in nodes { try node.collect() }
      for node in nodes { _ = try node.measure(leavesWork: true) }
    } else {
      try measureAll()
    }
    try drop()
  }

  private func measureAll() throws {
    var isMeasuring = true
    while isMeasuring {
      for node in nodes { try node.collect() }
      isMeasuring = false
      for node in nodes where try node.measure(leavesWork: false) { isMeasuring = true }
    }
  }

  /// Drops samples that no present or future event needs.
  private func drop() throws {
    var time = Double.infinity
    for node in nodes {
      guard let needed = node.neededFrom else { return }
      time = min(time, needed)
    }
    for stream in streams where stream.keepsWindow {
      // The last sample before that time stays, because it shows how long samples have been missing.
      let first = try stream.ring.index(atOrAfter: time - stream.history.beforeS) - stream.reach - 2
      let searched = stream.searches.reduce(first) { min($0, $1()) }
      stream.firstKept = nodes.reduce(searched) { min($0, $1.firstNeeded(of: stream)) }
      stream.ring.drop(before: stream.firstKept)
    }
    for node in nodes { node.drop() }
  }
}

extension Dataflow.Node {
  /// Does nothing.
  package func advance() {}
  /// Measures nothing.
  package func measure(leavesWork: Bool) -> Bool { false }
  /// Takes in nothing.
  package func collect() {}
  /// Needs nothing.
  package var neededFrom: Double? { .infinity }
  /// Reads nothing again.
  package func firstNeeded(of stream: FlowStream) -> Int { .max }
  /// Holds no samples.
  package func drop() {}
  /// Does nothing.
  package func restart(_ streams: [FlowStream]) {}
  /// Does nothing.
  package func look() {}
  /// Nothing waits.
  package var isWaiting: Bool { false }
}

/// An error for events that wait for samples of a stream that is not in their graph.
package struct ForeignStream: Error, CustomStringConvertible {
  /// A message with the expected streams.
  package var description: String {
    "events wait for samples around them that have not come; expected all streams to be of one recording"
  }
}

/// How much of a stream is needed around an event.
package struct History: Hashable, Sendable {
  /// The time before the event, in s.
  package var beforeS: Double
  /// The time after the event, in s.
  package var afterS: Double

  package init(beforeS: Double, afterS: Double) { (self.beforeS, self.afterS) = (beforeS, afterS) }

  /// Extends the history so that it covers another history too.
  mutating func cover(_ other: History) {
    beforeS = max(beforeS, other.beforeS)
    afterS = max(afterS, other.afterS)
  }
}

/// A stream of a `Dataflow`, with its window and its readers.
package final class FlowStream {
  /// The samples held.
  package let ring: StreamRing
  /// The graph that the stream belongs to.
  package unowned let flow: Dataflow
  /// Its position among the streams of the graph.
  package let number: Int
  let weight: Int
  /// The longest history that any reader needs around an event.
  package private(set) var history = History(beforeS: 0, afterS: 0)
  /// The filters of the stream, which are nodes of the graph.
  private var filters: [Unowned] = []
  private struct Unowned { unowned let filter: FilteredWindow }
  /// How many samples before and after a sample the filters need.
  package var reach: Int { filters.map(\.filter.reach).max() ?? 0 }
  /// The number of samples that every filter has computed.
  private var filteredCount: Int { filters.map(\.filter.count).min() ?? ring.count }
  /// Whether the stream is computed from other streams of the graph.
  package fileprivate(set) var isMade = false
  /// Whether any samples are held at all.
  package private(set) var keepsWindow = false
  /// The first sample that was not dropped.
  package fileprivate(set) var firstKept = 0
  fileprivate var readers: [(SampleBlock) throws -> Void] = []
  /// The last time of a stretch that is over, in s. Events of the next stretch need the samples of other streams from
  /// this time on. Infinite if no stretch follows.
  package var nextEventS: Double { isStretchOver && !isEnded ? ring.lastTime ?? -.infinity : .infinity }
  /// Up to this time, in s, the stream has no samples for events of other streams: its current stretch begins there, or
  /// the samples have passed with an earlier stretch. For example, only the acceleration goes back, from 50 to 45 s. An
  /// impact at 46 s then finds no device motion, because the motion at 46 s belongs to the first pass.
  package fileprivate(set) var passedS = -Double.infinity
  fileprivate var beginsStretch = false
  /// Whether no more samples come in the current stretch.
  package var isOver: Bool { isStretchOver || isEnded }
  /// Whether the current stretch is over and another stretch follows.
  package fileprivate(set) var isStretchOver = false
  /// Whether no more samples come at all.
  package fileprivate(set) var isEnded = false

  fileprivate init(_ ring: StreamRing, in flow: Dataflow, number: Int, weight: Int) {
    (self.ring, self.flow, self.number, self.weight) = (ring, flow, number, weight)
  }

  /// Passes every block to a reader, in the order of time.
  package func read(_ reader: @escaping (SampleBlock) throws -> Void) { readers.append(reader) }

  /// Notes a filter of the stream.
  func note(_ filter: FilteredWindow) { filters.append(Unowned(filter: filter)) }

  /// The first samples that the searches in this stream still need.
  fileprivate var searches: [() -> Int] = []

  /// Keeps samples that a search still needs.
  ///
  /// - Parameter firstNeeded: returns the first needed sample.
  func hold(_ firstNeeded: @escaping () -> Int) { searches.append(firstNeeded) }

  /// Keeps a window, for readers that look back.
  package func keep(_ history: History = History(beforeS: 0, afterS: 0)) {
    keepsWindow = true
    self.history.cover(history)
  }

  /// Whether every filter has computed all samples that are read after a sample; also true if no more can come.
  package func covers(sample: Int) -> Bool {
    isOver || filteredCount > sample + Int(history.afterS * ring.prologue.rateHz) + reach + 2
  }

  /// Whether all samples needed up to some time after an event have come; also true if no more can come.
  package func covers(_ time: Double, afterS: Double) -> Bool {
    guard let last = ring.lastTime else { return isEnded }
    // A later stretch may contain the event, unless all streams are at the end of their stretch.
    if isStretchOver { return time <= last || flow.streams.allSatisfy(\.isStretchOver) }
    return isEnded || last > time + afterS
  }
}
