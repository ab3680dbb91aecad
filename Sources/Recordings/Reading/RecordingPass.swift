import SPBasics
import SPSignals

/// A consumer of samples during a pass over a recording, such as a detector or the features of a domain.
public protocol StreamConsumer: AnyObject {
  /// The streams that the consumer takes, each with its datasets.
  var selections: [StreamSelection] { get }

  /// Called once, before the first sample.
  ///
  /// - Parameters:
  ///   - feed: The source of the samples. It gives facts about a stream before the pass, and can leave out a stream.
  ///   - places: The positions of the streams of ``selections`` in that feed, in order.
  /// - Throws: an error if the consumer cannot use the streams.
  func begin(_ feed: RecordingFeed, at places: Range<Int>) throws

  /// Takes the next samples.
  ///
  /// - Parameters:
  ///   - block: the samples; the components of each dataset are consecutive channels.
  ///   - place: the stream's position in ``selections``.
  func consume(_ block: SampleBlock, of place: Int) throws

  /// Called when clocks of scanned streams go back, before the first sample after the backward step.
  func beginStretches(of places: [Int]) throws

  /// Called when a stream has ended.
  func end(of place: Int) throws

  /// Called once, when all streams have ended.
  func finish() throws
}

extension StreamConsumer {
  /// Does nothing.
  public func begin(_ feed: RecordingFeed, at places: Range<Int>) throws {}
  /// Does nothing.
  public func beginStretches(of places: [Int]) throws {}
  /// Does nothing.
  public func end(of place: Int) throws {}
  /// Does nothing.
  public func finish() throws {}
}

/// One pass over a recording for any number of consumers: each chunk is decoded once, however many consumers
/// use it.
///
/// The class is `@unchecked Sendable` because the stages of one run, which add their consumers, run one after another.
public final class RecordingPass: @unchecked Sendable {
  /// The recording.
  public let recording: Recording
  /// The source of the samples.
  public let feed: RecordingFeed
  /// The id of the reader that rejects a recording whose results would mean nothing; ``run()`` then throws an error.
  /// Nil lets the recording pass.
  public var rejectingReader: String?
  /// How a message says to correct a recording.
  public var remedy: Contradiction.Remedy
  /// Statements of the recording that its data contradict; empty before ``run()``.
  public private(set) var contradictions: [Contradiction] = []
  private var consumers: [(consumer: any StreamConsumer, places: Range<Int>)] = []

  /// Prepares a pass over a recording; nothing is decoded yet.
  public init(_ recording: Recording) {
    self.recording = recording
    feed = RecordingFeed(recording)
    remedy = .importing(recording.path)
  }

  /// Adds a consumer, before the pass. If blocks begin at the same time, the block of the stream that was selected
  /// earliest comes first.
  ///
  /// - Returns: the positions of the consumer's streams in the feed.
  /// - Throws: `RecordingError` for streams or datasets that are missing, or do not follow the layout.
  @discardableResult
  public func add(_ consumer: any StreamConsumer) throws -> Range<Int> {
    let places = try select(consumer.selections)
    add(consumer, at: places)
    return places
  }

  /// Selects streams for a consumer that is added later with ``add(_:at:)``. The result and the errors are the same as
  /// for ``add(_:)``.
  package func select(_ selections: [StreamSelection]) throws -> Range<Int> { try feed.add(selections) }

  /// Adds the consumer of streams that were selected earlier.
  public func add(_ consumer: any StreamConsumer, at places: Range<Int>) { consumers.append((consumer, places)) }

  /// Passes all samples.
  /// - Throws: the errors of decoding and of the consumers, `RecordingError` for a recording whose results would mean
  ///   nothing, or `CancellationError`.
  public func run() throws {
    let consumers = consumers
    for (consumer, places) in consumers { try consumer.begin(feed, at: places) }
    try findContradictions()
    var owners: [Int: (consumer: any StreamConsumer, place: Int)] = [:]
    for (consumer, places) in consumers {
      for place in places { owners[place] = (consumer, place - places.lowerBound) }
    }
    try feed.forEachBlock { place, block in
      if let (consumer, own) = owners[place] { try consumer.consume(block, of: own) }
    } ended: { place in
      if let (consumer, own) = owners[place] { try consumer.end(of: own) }
    } stretched: { stepped in
      for (consumer, places) in consumers {
        let own = stepped.filter(places.contains).map { $0 - places.lowerBound }
        if !own.isEmpty { try consumer.beginStretches(of: own) }
      }
    }
    if let rejectingReader, let sentence = feed.mostlyImpossible {
      throw RecordingError(
        path: recording.path, "\(sentence); to run it as it is, add --set \(rejectingReader).contradictions=accept")
    }
    for (consumer, _) in consumers { try consumer.finish() }
  }

  private func findContradictions() throws {
    do {
      contradictions = try recording.ofDescription() + feed.contradictions()
    } catch let error where error is CancellationError || isWorthRetrying(error) {
      throw error
    } catch {
      // The pass reports samples that cannot be read. Commands that need labels report labels that cannot be read.
      contradictions = []
    }
    let meaningless = contradictions.filter(\.isMeaningless)
    guard let rejectingReader, !meaningless.isEmpty else { return }
    throw RecordingError(
      path: recording.path,
      "contradicts its description: \(meaningless.sentence(remedy)); to run it as it is, add "
        + "--set \(rejectingReader).contradictions=accept")
  }

  /// The recording's start, in s, once all samples have passed: see ``Recording/startTime(knowing:)``.
  /// - Throws: the same errors as that method.
  public var startTime: Double? {
    get throws { try recording.startTime(knowing: feed.firstTimes) }
  }
}

/// The recordings of one session, in the order of their paths.
public struct Session: Sendable {
  /// The recordings, each of one device.
  public let recordings: [Recording]

  /// Makes a session of recordings that belong together.
  public init(recordings: [Recording]) { self.recordings = recordings }
}

/// One pass over each recording of a session, for consumers that combine streams of several devices.
///
/// Recordings pass one after another, and consumers match their data by time when all have passed, since a
/// recording may arrive late and its clock may differ.
public final class SessionPass: Sendable {
  /// The pass over each recording, in the order of the session.
  public let recordings: [RecordingPass]

  /// Prepares a pass over recordings; nothing is decoded yet.
  public init(_ recordings: [Recording]) { self.recordings = recordings.map(RecordingPass.init) }

  /// Passes all samples.
  /// - Throws: the same errors as ``RecordingPass/run()``.
  public func run() throws {
    for recording in recordings { try recording.run() }
  }
}

/// A stream of a recording as it passes, for a stage to read.
public struct PassingStream {
  /// The pass over the recording.
  package let pass: RecordingPass
  /// The stream.
  public let stream: RecordingStream

  /// The recording.
  public var recording: Recording { pass.recording }

  package init(_ stream: RecordingStream, in pass: RecordingPass) { (self.stream, self.pass) = (stream, pass) }

  /// Passes every block to a reader, in the order of time; the components of each dataset are consecutive channels.
  ///
  /// - Parameters:
  ///   - datasets: the datasets, by their names in layout version 1.
  ///   - reader: takes the next block.
  ///   - ended: called after the last block.
  /// - Throws: `RecordingError` for datasets that are missing, or do not follow the layout.
  public func read(
    _ datasets: [String], _ reader: @escaping (SampleBlock) throws -> Void, ended: @escaping () throws -> Void = {}
  ) throws {
    try pass.add(BlockReader(StreamSelection(stream.name, datasets), reader, ended))
  }
}

/// Hands the blocks of a stream to a closure.
private final class BlockReader: StreamConsumer {
  let selections: [StreamSelection]
  private let reader: (SampleBlock) throws -> Void
  private let ended: () throws -> Void

  init(
    _ selection: StreamSelection, _ reader: @escaping (SampleBlock) throws -> Void, _ ended: @escaping () throws -> Void
  ) {
    (selections, self.reader, self.ended) = ([selection], reader, ended)
  }

  func consume(_ block: SampleBlock, of place: Int) throws { try reader(block) }
  func end(of place: Int) throws { try ended() }
}
