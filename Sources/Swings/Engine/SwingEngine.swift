import Parallel
import Signals

/// Finds the swings of a recording in one pass over its samples, from blocks in the order of time.
///
/// It holds the last seconds of both streams, as far as candidates under way need them, and one record a candidate. A
/// file and a live source feed the same engine: with the same rules and prologues the same samples give the same
/// findings, to the last bit, however they are cut into blocks, as long as neither stream is so far ahead that a
/// clock's step back cannot be told from a lag.
///
/// Where the clock of a stream goes back, a new stretch begins once the other stream has followed, or has shown that it
/// does not; nothing is looked for across it. To be used by one task at a time.
public final class SwingEngine {
  /// One of the two streams.
  public enum Stream: Hashable, Sendable, CaseIterable {
    /// The acceleration: x, y and z in g, gravity included.
    case acceleration
    /// The device motion, as ``MotionLayout`` has it.
    case motion
  }

  /// The rules.
  public let rules: SwingRules

  var acceleration: AccelerationTrack
  var motion: MotionTrack?
  var records = SwingRecords()
  var offset: OffsetTrack?
  let history: (acceleration: History, motion: History)

  /// Peaks and bursts that wait for what lies around them, in order.
  var peaks: [Peak] = []
  var bursts: [PeakStream.Found] = []
  /// What was measured already of peaks that a higher one may still remove, by their samples.
  var measuredEarly: [Int: ImpactRecord] = [:]
  /// Impacts and their swings that bursts may still lie near.
  var recent = AirSwingDetector.Neighbours()
  /// What is being measured while more comes.
  var underWay: CandidateBatch?
  var ended: Set<Stream> = []
  /// Samples received since a stream's clock went back, held until its next stretch begins.
  var waiting: [Stream: [Piece]] = [:]
  var sinceAdvance = 0

  /// Looks at the newest samples, if events are to be reported at once.
  var watch: LiveWatch?
  var updates: [LiveWatch.Seen] = []
  /// What has gone wrong: from then on the samples are not whole, and nothing more can be found in them.
  private var failure: (any Error)?

  /// Rows of a block, from one on, with its borders.
  struct Piece {
    var block: SampleBlock
    var first = 0
    /// Whether it goes on behind a step of the clock.
    var isBehindStep = false
    var borders: (gaps: [Int], backward: [Int])?
  }

  /// Does something unless something has failed before.
  func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  /// An engine at the start of a recording.
  ///
  /// - Parameters:
  ///   - rules: what is looked for.
  ///   - acceleration: what is known of the acceleration ahead.
  ///   - motion: the same of the device motion; nil where there is none.
  ///   - motionOffsetS: how late the timestamps of the device motion are, in s: it is subtracted from them.
  ///   - layout: the channels of the device motion.
  /// - Throws: `FilterDesignError` for a filter that does not suit the rate, or `FFTWError`.
  public init(
    _ rules: SwingRules, acceleration: Prologue, motion: Prologue? = nil, motionOffsetS: Double = 0,
    layout: MotionLayout = MotionLayout()
  ) throws {
    self.rules = rules
    history = rules.history
    self.acceleration = try AccelerationTrack(rules, acceleration)
    self.motion = motion.map { MotionTrack(rules, $0, layout, shiftS: -motionOffsetS) }
    if let motion, layout.hasUserAcceleration {
      offset = OffsetTrack(
        OffsetEstimator(), delayed: motion.shifted(bySeconds: -motionOffsetS), reference: acceleration)
    }
    if motion == nil { ended.insert(.motion) }
  }

  /// Samples of the acceleration between two looks at what has come, where nobody waits for updates.
  private static let stride = 65_536

  /// Takes the samples that come next in a stream.
  ///
  /// - Throws: `TimeBaseError` for a timestamp that is not finite, `CancellationError`.
  public func consume(_ block: SampleBlock, of stream: Stream) throws {
    try guarded {
      try append(Piece(block: block), to: stream)
      sinceAdvance += stream == .acceleration ? block.count : 4 * block.count
      if sinceAdvance >= Self.stride { try advance(leavesWork: true) } else { try look() }
    }
  }

  /// Says that nothing more comes of a stream.
  /// - Throws: as ``consume(_:of:)``.
  public func end(_ stream: Stream) throws {
    try guarded {
      ended.insert(stream)
      try advance()
    }
  }

  /// Ends both streams and decides.
  /// - Throws: as ``consume(_:of:)``.
  public func finish() throws -> SwingFindings {
    try endAll()
    defer { records = SwingRecords() }
    return findings
  }

  /// What can be decided from what has come so far; a stream that breaks off has these.
  public var findings: SwingFindings {
    // What has failed before has left what was measured until then.
    try? guarded { try advance() }
    // Whether a worker measures or not, all that is ready is measured.
    try? measureAll()
    return SwingFindings(records, rules: rules)
  }

  /// How late the timestamps of the device motion are against those of the acceleration, as recorded; nil where it
  /// cannot be told so far.
  public var motionOffset: OffsetEstimate? {
    offset?.estimate.map {
      OffsetEstimate(
        seconds: $0.seconds - (motion?.ring.shiftS ?? 0), correlation: $0.correlation, spread: $0.spread)
    }
  }

  /// The stream itself: its timestamps, and what is held of it.
  public func ring(of stream: Stream) -> StreamRing? {
    stream == .acceleration ? acceleration.ring : motion?.ring
  }
}
