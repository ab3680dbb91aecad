import SPSignals
import Synchronization

/// Finds swings in batches as they arrive: events are reported at once, and all decisions are final at the
/// end.
///
/// ```swift
/// let live = swings(in: batches, by: .standard(for: .tennis))
/// for try await update in live { print(update) }
/// let findings = try live.finish()
/// ```
///
/// The next batch is requested only when the updates of the previous batch have been taken, so a slow consumer slows
/// the source down. If the source throws, the loop throws, too, and ``LiveSwings/findings`` has the results up to that
/// moment.
///
/// - Parameters:
///   - batches: The batches from a watch or a network.
///   - rules: What to look for.
///   - prologue: How the rates are determined.
///   - motionOffsetS: How late the timestamps of the device motion are, in s. The offset is subtracted from them.
///   - layout: The channels of the device motion.
///   - overlaps: How batches that come twice or late are treated.
public func swings<Batches: AsyncSequence>(
  in batches: Batches, by rules: SwingRules = .standard(), prologue: LivePrologue = .measured(overS: 5),
  motionOffsetS: Double = 0, layout: MotionLayout = MotionLayout(), overlaps: OverlapRule = .refuse
) -> SwingUpdates<Batches> where Batches.Element == SwingBatch {
  SwingUpdates(
    batches: batches,
    live: LiveSwings(rules, prologue: prologue, motionOffsetS: motionOffsetS, layout: layout, overlaps: overlaps))
}

/// The updates of a live stream, in the order in which they are reported.
public struct SwingUpdates<Batches: AsyncSequence>: AsyncSequence where Batches.Element == SwingBatch {
  let batches: Batches
  /// Receives the batches; its findings can be read at any time.
  public let live: LiveSwings

  /// Iterates over the batches.
  public struct Iterator: AsyncIteratorProtocol {
    var batches: Batches.AsyncIterator
    let live: LiveSwings
    private var updates: ArraySlice<SwingUpdate> = []

    init(_ batches: Batches.AsyncIterator, _ live: LiveSwings) {
      self.batches = batches
      self.live = live
    }

    /// The next update; nil once the source has ended.
    ///
    /// - Throws: the errors of the source, and of ``LiveSwings/take(_:)``.
    public mutating func next() async throws -> SwingUpdate? {
      while updates.isEmpty {
        try Task.checkCancellation()
        guard let batch = try await batches.next() else {
          updates = try live.lastUpdates()[...]
          guard !updates.isEmpty else { return nil }
          break
        }
        updates = try live.take(batch)[...]
      }
      return updates.removeFirst()
    }
  }

  /// Begins to request batches.
  public func makeAsyncIterator() -> Iterator { Iterator(batches.makeAsyncIterator(), live) }

  /// Makes the final decisions after the loop.
  ///
  /// With the prologues of a file, see ``LivePrologue``, the findings equal the findings of a run over the file, to the
  /// last bit. Prologues measured over the first seconds differ a little from a file's, and so may the findings.
  /// - Throws: the errors of ``LiveSwings/finish()``.
  public func finish() throws -> SwingFindings { try live.finish() }

  /// The findings so far.
  public var findings: SwingFindings { live.findings }
}

/// Finds swings in batches that are passed one by one, for callers without a sequence of batches.
public final class LiveSwings: Sendable {
  private struct State {
    var feed: LiveFeed?
    /// Batches received before the rates were known.
    var early: [SwingBatch] = []
    var lastS: [SwingStream: Double] = [:]
    var firstS: [SwingStream: Double] = [:]
    /// Streams that have ended.
    var ended: Set<SwingStream> = []
    var findings: SwingFindings?
  }

  private let rules: SwingRules
  private let prologue: LivePrologue
  private let motionOffsetS: Double
  private let layout: MotionLayout
  private let overlaps: OverlapRule
  private let state = Mutex(State())

  /// Begins at the start of a recording; see ``swings(in:by:prologue:motionOffsetS:layout:overlaps:)``.
  public init(
    _ rules: SwingRules = .standard(), prologue: LivePrologue = .measured(overS: 5), motionOffsetS: Double = 0,
    layout: MotionLayout = MotionLayout(), overlaps: OverlapRule = .refuse
  ) {
    self.rules = rules
    self.prologue = prologue
    self.motionOffsetS = motionOffsetS
    self.layout = layout
    self.overlaps = overlaps
  }

  /// Takes a batch and returns the new events.
  ///
  /// - Throws: `SwingBatchError` for an invalid batch, which is rejected as a whole; `TimeBaseError` for a timestamp
  ///   that is not finite; `FilterDesignError` for a rate for which the filter cannot be designed.
  public func take(_ batch: SwingBatch) throws -> [SwingUpdate] {
    try state.withLock { state in
      guard state.findings == nil else { throw SwingBatchError.ended }
      let batch = try accepted(batch, &state)
      if let feed = state.feed {
        try feed.take(batch)
      } else {
        state.early.append(batch)
        if let feed = try feed(isEnded: false, state) { try begin(feed, &state) }
      }
      return state.feed?.watch.takeUpdates() ?? []
    }
  }

  /// The last events after the source has ended, before or after ``finish()``: peaks that waited for a higher peak, and
  /// peaks in the last samples. No more batches can be taken afterwards.
  /// - Throws: the errors of ``take(_:)``.
  public func lastUpdates() throws -> [SwingUpdate] {
    try state.withLock { state in
      try endAll(&state)
      return state.feed?.watch.takeUpdates() ?? []
    }
  }

  /// Marks a stream as ended, for example when a sensor has stopped, so that no event waits for it. The resulting
  /// events come with the next batch, or from ``lastUpdates()``.
  /// - Throws: the errors of ``take(_:)``.
  public func end(_ stream: SwingStream) throws {
    try state.withLock { state in
      state.ended.insert(stream)
      try state.feed?.end(stream)
    }
  }

  /// Makes the final decisions; no more batches can be taken afterwards.
  /// - Throws: the errors of ``take(_:)``.
  public func finish() throws -> SwingFindings {
    try state.withLock { state in
      if let findings = state.findings { return findings }
      try endAll(&state)
      let findings = try state.feed?.finish() ?? SwingFindings(rules)
      state.findings = findings
      return findings
    }
  }

  /// The findings so far: decisions about the candidates measured so far, as if the recording ended now.
  public var findings: SwingFindings {
    state.withLock { state in
      if let findings = state.findings { return findings }
      state.feed?.graph.flow.settle()
      return state.feed?.graph.findings ?? SwingFindings(rules)
    }
  }

  /// Passes on the batches received before the rates were known.
  private func begin(_ feed: LiveFeed, _ state: inout State) throws {
    state.feed = feed
    let early = state.early
    state.early = []
    for batch in early { try feed.take(batch) }
    // A stream may have ended before the rates were known.
    for stream in state.ended { try feed.end(stream) }
  }

  private func endAll(_ state: inout State) throws {
    guard state.findings == nil else { return }
    state.ended = Set(SwingStream.allCases)
    if state.feed == nil, let feed = try feed(isEnded: true, state) { try begin(feed, &state) }
    for stream in SwingStream.allCases { try state.feed?.end(stream) }
  }
}

extension LiveSwings {
  /// The feed of a graph, once the rates are known. At the end of the streams, the feed uses the rates known by then.
  private func feed(isEnded: Bool, _ state: State) throws -> LiveFeed? {
    switch prologue {
    case .known(let acceleration, let motion):
      return try LiveFeed(rules, acceleration: acceleration, motion: motion, offsetS: motionOffsetS, layout)
    case .measured(let overS):
      let needed = rules.starts == nil ? [SwingStream.acceleration] : SwingStream.allCases
      let isLong = needed.allSatisfy { stream in
        if state.ended.contains(stream) { return true }
        guard let first = state.firstS[stream], let last = state.lastS[stream] else { return false }
        return last - first >= overS
      }
      guard isEnded || isLong else { return nil }
      // Exactly the requested number of seconds, however the batches are cut.
      func prologue(_ stream: SwingStream, _ times: (SwingBatch) -> ArraySlice<Double>?) throws -> Prologue {
        let endS = (state.firstS[stream] ?? 0) + overS
        return try Prologue(of: MemoryTimestamps(Array(state.early.flatMap { times($0) ?? [] }.prefix { $0 <= endS })))
      }
      return try LiveFeed(
        rules, acceleration: prologue(.acceleration) { $0.acceleration?.times },
        motion: rules.starts == nil ? nil : prologue(.motion) { $0.motion?.times }, offsetS: motionOffsetS, layout)
    }
  }

  /// The samples of a batch that are accepted by the rule for overlaps.
  private func accepted(_ batch: SwingBatch, _ state: inout State) throws -> SwingBatch {
    let accepted = SwingBatch(
      acceleration: try accepted(batch.acceleration, .acceleration, channels: 3, state),
      motion: try accepted(batch.motion, .motion, channels: layout.units.count, state))
    for (stream, block) in [(SwingStream.acceleration, accepted.acceleration), (.motion, accepted.motion)] {
      guard let first = block?.times.first, let last = block?.times.last else { continue }
      state.firstS[stream] = state.firstS[stream] ?? first
      state.lastS[stream] = last
    }
    return accepted
  }

  private func accepted(
    _ block: SampleBlock?, _ stream: SwingStream, channels: Int, _ state: State
  ) throws -> SampleBlock? {
    guard let block, !block.times.isEmpty else { return nil }
    guard !state.ended.contains(stream) else { throw SwingBatchError.ended }
    guard block.channels.count == channels else {
      throw SwingBatchError.channels(stream, found: block.channels.count, expected: channels)
    }
    if let bad = block.times.firstIndex(where: { !$0.isFinite }) {
      throw TimeBaseError.timestampNotFinite(index: bad - block.times.startIndex, value: "\(block.times[bad])")
    }
    let last = state.lastS[stream] ?? -.infinity
    switch overlaps {
    case .clockStep: return block
    case .skip: return block.droppingRepeated(after: last)
    case .refuse:
      var before = last
      for time in block.times {
        guard !(time < before) else { throw SwingBatchError.overlap(stream, firstS: time, lastS: before) }
        before = time
      }
      return block
    }
  }
}

extension SampleBlock {
  /// The new samples: samples that go back in time, or begin at the last timestamp, are dropped until the latest
  /// timestamp is passed again. Consecutive equal timestamps stay.
  fileprivate func droppingRepeated(after last: Double) -> SampleBlock? {
    var (latest, isRepeating) = (last, true)
    let kept = times.indices.filter { index in
      let time = times[index]
      isRepeating = time < latest || (isRepeating && time <= latest)
      latest = max(latest, time)
      return !isRepeating
    }
    guard kept.count < count else { return self }
    guard !kept.isEmpty else { return nil }
    return SampleBlock(
      times: kept.map { times[$0] }[...],
      channels: channels.map { channel in
        Channel(kept.map { channel.values[channel.first + ($0 - times.startIndex) * channel.step] })
      })
  }
}

/// An event in a live stream, reported at once and provisionally.
///
/// Later samples can change it. The noise around an impact is known only when its window is complete (10 s by default),
/// which may raise the threshold above the impact. At the end, a swing is compared with the recording's other swings.
/// Only the findings contain hits and misses, features, and swings without an impact. Times are final in nearly all
/// cases: see each property.
public struct SwingUpdate: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: Hashable, Sendable {
    /// A shock that reaches the threshold.
    case impact
    /// A shock that ends a swing, with the swing's start.
    case swing(startTime: Double)
  }

  /// The kind of event.
  public var kind: Kind
  /// Time of the impact's peak, in s: the timestamp of its sample. It does not change unless the impact is dropped,
  /// since a higher peak within the refractory period would have been reported instead.
  public var impactTime: Double
  /// Onset of the shock on the raw acceleration, in s: see ``OnsetFinder``. It does not change.
  public var onsetTime: Double
  /// High-passed acceleration at the peak, in g, to within rounding.
  public var peakG: Double
  /// Time from the start of the swing to the impact, in s; nil for an impact alone. It does not change unless the
  /// swing is dropped.
  public var timeToContactS: Double? {
    guard case .swing(let start) = kind else { return nil }
    return impactTime - start
  }
  /// The number of acceleration samples after the peak when the event was reported.
  public var latencySamples: Int
}
