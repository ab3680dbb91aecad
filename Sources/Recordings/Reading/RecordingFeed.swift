import SPSignals

/// One pass over streams of a recording, in the order of time. All granted processors decode every chunk of every
/// dataset once, before it is needed.
///
/// Blocks of the streams take turns by their timestamps. If the clock of a stream goes back, the feed first passes some
/// more blocks of all other streams, whose clocks may go back as well. A feed is used by one task, and once.
public final class RecordingFeed {
  /// The streams and datasets to pass.
  public var selections: [StreamSelection] { feeds.map(\.selection) }

  private let recording: Recording
  private var feeds: [StreamFeed] = []
  private var lanes = FeedLanes()

  /// Prepares a pass whose streams are added later.
  init(_ recording: Recording) { self.recording = recording }

  /// Prepares a pass; nothing is decoded yet.
  ///
  /// - Throws: `RecordingError` for streams or datasets that are missing, or do not follow the layout.
  public convenience init(_ recording: Recording, _ selections: [StreamSelection]) throws {
    self.init(recording)
    _ = try add(selections)
  }

  /// Adds streams; call it before the pass. A dataset that was selected before is still decoded only once.
  ///
  /// - Returns: the positions of the streams among the selections.
  /// - Throws: the same errors as the initialiser.
  func add(_ selections: [StreamSelection]) throws -> Range<Int> {
    let first = feeds.count
    feeds += try selections.map { try StreamFeed($0, of: recording) }
    for place in first..<feeds.count { feeds[place].addLanes(to: &lanes) }
    return first..<feeds.count
  }

  /// Whether a stream has no rows left.
  func hasEnded(_ place: Int) -> Bool { feeds[place].isEnded }

  /// The timestamps of evenly spaced rows of a stream, in s, read before the pass.
  func times(ofRows count: Int, at place: Int) throws -> [Double] { try feeds[place].times(ofRows: count) }

  /// Facts about a stream needed before the pass, from its timestamps. Blocks decoded for these facts are kept for the
  /// pass.
  ///
  /// - Parameter place: the position of the stream among the selections.
  /// - Throws: `RecordingError` for timestamps that are not finite, and the errors of reading them.
  package func prologue(of place: Int) throws -> Prologue {
    let feed = feeds[place]
    guard let timestamps = feed.timestamps else {
      let timeBase = try feed.stream.timeBase
      var prologue = Prologue(rateHz: timeBase.rate, medianIntervalS: timeBase.medianInterval)
      prologue.spanS = timeBase.span
      return prologue
    }
    do {
      return try Prologue(of: timestamps)
    } catch let error as TimeBaseError {
      throw feed.stream.fault(error)
    }
  }

  /// The samples of some datasets in an interval of time, in s, read before the pass. The decoded blocks are kept.
  func samples(at place: Int, of datasets: [String], in interval: ClosedRange<Double>) throws -> SampleBlock {
    try feeds[place].samples(of: datasets, in: interval)
  }

  /// Scans the timestamps of a stream as they pass: gaps are marked, and a new stretch begins when the clock goes back.
  /// Call it before the pass.
  ///
  /// - Throws: the errors of `prologue(of:)`.
  package func scan(_ place: Int) throws { feeds[place].scan = StreamScan(try prologue(of: place)) }

  /// Passes only the timestamps of a stream; call it before the pass.
  package func passTimesOnly(_ place: Int) { feeds[place].leaveRows(&lanes) }

  /// How far all other streams have to come for a stretch to be complete, in s.
  package var reachS = 0.0

  /// Passes all samples.
  ///
  /// - Parameters:
  ///   - body: Takes a block of the stream at a position among the selections.
  ///   - ended: Called for a stream after its last block.
  ///   - stretched: Called when the clocks of scanned streams go back. Each block belongs to one stretch.
  /// - Throws: the errors of decoding and of the closures, or `CancellationError`.
  package func forEachBlock(
    _ body: (Int, SampleBlock) throws -> Void, ended: (Int) throws -> Void,
    stretched: ([Int]) throws -> Void = { _ in }
  ) throws {
    lanes.start()
    // All decoding has stopped when this returns.
    defer { lanes.stop() }
    var order = StretchOrder(streamCount: feeds.count)
    order.reachS = reachS
    for place in feeds.indices where feeds[place].isEnded || feeds[place].scan == nil { _ = order.end(place) }
    for place in feeds.indices where feeds[place].isEnded { try ended(place) }
    while let place = behindMost() {
      var block = try feeds[place].nextBlock(&lanes)
      var steps = [StretchOrder.Step.samples(block, of: place)]
      if let backward = try naming(place, { try feeds[place].scan?.mark(&block) }) {
        steps = order.add(block, of: place, backward: backward)
        if feeds[place].isEnded { steps += order.end(place) }
      } else if feeds[place].isEnded {
        steps.append(.end(place))
      }
      for step in steps {
        switch step {
        case .samples(let block, let place): try naming(place) { try body(place, block) }
        case .stretches(let places): try stretched(places)
        case .end(let place): try ended(place)
        }
      }
    }
  }

  /// Names the stream in an error about its timestamps.
  private func naming<Result>(_ place: Int, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as TimeBaseError {
      throw feeds[place].stream.fault(error)
    }
  }

  /// How far past a backward step of one stream's clock all other streams are read in search of their backward steps,
  /// in s.
  private var patienceS: Double { max(60, reachS) }

  /// The stream whose turn it is; nil at the end.
  private func behindMost() -> Int? {
    let open = feeds.indices.filter { !feeds[$0].isEnded }
    let steps = feeds.compactMap(\.timeBeforeStep)
    if !steps.isEmpty, let step = steps.max() {
      let waiting = open.filter { feeds[$0].timeBeforeStep == nil && feeds[$0].lastTime < step + patienceS }
      if let next = waiting.min(by: { feeds[$0].lastTime < feeds[$1].lastTime }) { return next }
      // All streams have gone back, or will not.
      for place in feeds.indices { feeds[place].forgetStep() }
    }
    return open.min { feeds[$0].lastTime < feeds[$1].lastTime }
  }

  /// The first timestamp of each stream that has passed, in s.
  var firstTimes: [StreamName: Double] {
    Dictionary(feeds.compactMap { feed in feed.firstTime.map { (feed.selection.name, $0) } }) { first, _ in first }
  }

  /// The number of rows of a dataset with a missing component, once all have passed.
  package func missingRowCount(of dataset: String, at place: Int) -> Int {
    zip(feeds[place].selection.datasets, feeds[place].missingRowCounts).first { $0.0 == dataset }?.1 ?? 0
  }

  /// A sentence about a dataset of which more than a twentieth is beyond the limit of sensors; nil without such a
  /// dataset.
  var mostlyImpossible: String? {
    for feed in feeds {
      for place in feed.impossible.indices where 20 * feed.impossible[place].count > feed.stream.count {
        if let sentence = feed.impossibleSentence(of: place) { return "\(feed.selection.name): \(sentence)" }
      }
    }
    return nil
  }

  /// Values that no sensor delivers, found during the pass: one sentence each, and for many such values a flag made
  /// from the dataset and the `PassingValues.Doubt`.
  public var doubts: [(flag: String?, sentence: String)] {
    var seen: Set<String> = []
    return feeds.flatMap { feed in
      feed.passing.indices.flatMap { place -> [(flag: String?, sentence: String)] in
        let values = feed.passing[place]
        // Two selections of the same dataset have the same doubts.
        guard seen.insert("\(feed.selection.name)/\(values.dataset)").inserted else { return [] }
        let doubts = values.doubts(missingCount: feed.missingRowCounts[place], of: feed.stream.count)
          .map { doubt, sentence in (doubt.map { "\(values.dataset)_\($0.rawValue)" }, sentence) }
        let impossible = feed.impossibleSentence(of: place).map { ("\(values.dataset)_impossible", $0) }
        return (doubts + [impossible].compactMap(\.self)).map { flag, sentence in
          (flag, "\(feed.selection.name.rawValue): \(sentence)")
        }
      }
    }
  }

  /// Keeps the facts that a pass has found about the timestamps of a scanned stream, so that the timestamps need not be
  /// scanned again when samples are looked up later.
  ///
  /// - Returns: the time base; nil if the stream was not scanned.
  /// - Throws: the errors of opening the timestamps' dataset.
  package func keepTimestamps(at place: Int) throws -> TimeBase? {
    guard let scan = feeds[place].scan else { return nil }
    let stream = feeds[place].stream
    if let timestamps = try stream.timestamps() { stream.keep(scan.timeBase(of: timestamps)) }
    return try stream.timeBase
  }
}
