import Parallel
import Signals

/// Finds the swings of a recording in one pass over its samples, from blocks in the order of time.
///
/// It holds the last seconds of both streams, as far as unfinished candidates need them, and one record per
/// candidate. A file and a live source use the same engine: with the same rules and prologues the same samples give
/// the same findings, to the last bit, however they are cut into blocks, as long as neither stream is so far ahead
/// that a clock's step back cannot be distinguished from a lag.
///
/// If the clock of a stream goes back, a new stretch begins once the other stream has followed, or has shown that it
/// does not; nothing is searched across it. An engine is used by one task at a time.
public final class SwingEngine {
  /// One of the two streams.
  public enum Stream: Hashable, Sendable, CaseIterable {
    /// The acceleration: x, y and z in g, gravity included.
    case acceleration
    /// The device motion with the channels of ``MotionLayout``.
    case motion
  }

  /// The rules.
  public let rules: SwingRules

  var acceleration: AccelerationTrack
  var motion: MotionTrack?
  var records = SwingRecords()
  var offset: OffsetTrack?
  let history: (acceleration: History, motion: History)

  /// Peaks and bursts that wait for later samples, in order.
  var peaks: [Peak] = []
  var bursts: [PeakStream.Found] = []
  /// Records of peaks that a higher one may still remove, by their samples.
  var measuredEarly: [Int: ImpactRecord] = [:]
  /// Impacts and their swings that later bursts may be near.
  var recent = AirSwingDetector.Neighbours()
  /// The batch that is measured, or waits to be, while more samples come.
  var underWay: CandidateBatch?
  var ended: Set<Stream> = []
  /// Samples received since a stream's clock went back, held until its next stretch begins.
  var waiting: [Stream: [Piece]] = [:]
  var sinceAdvance = 0

  /// Searches the newest samples, if events are to be reported at once.
  var watch: LiveWatch?
  var updates: [LiveWatch.Seen] = []
  /// An earlier error: samples are incomplete from then on, and nothing more can be found in them.
  private var failure: (any Error)?

  /// Consecutive rows of a block, with the borders among them.
  struct Piece {
    var block: SampleBlock
    var first = 0
    /// Whether it continues after a step of the clock.
    var isBehindStep = false
    var borders: (gaps: [Int], backward: [Int])?
  }

  /// Runs the closure unless an earlier error occurred.
  func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  /// Makes an engine at the start of a recording.
  ///
  /// - Parameters:
  ///   - rules: what to look for.
  ///   - acceleration: the prologue of the acceleration.
  ///   - motion: the prologue of the device motion; nil if there is none.
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
    self.motion = try motion.map { try MotionTrack(rules, $0, layout, shiftS: -motionOffsetS) }
    if let motion, layout.hasUserAcceleration {
      offset = OffsetTrack(
        OffsetEstimator(), delayed: motion.shifted(bySeconds: -motionOffsetS), reference: acceleration)
    }
    if motion == nil { ended.insert(.motion) }
  }

  /// Samples of the acceleration between two rounds of processing, if updates are not needed.
  private static let stride = 65_536

  /// Takes the next samples of a stream.
  ///
  /// - Throws: `TimeBaseError` for a timestamp that is not finite, `CancellationError`.
  public func consume(_ block: SampleBlock, of stream: Stream) throws {
    try guarded {
      try append(Piece(block: block), to: stream)
      sinceAdvance += stream == .acceleration ? block.count : 4 * block.count
      if sinceAdvance >= Self.stride { try advance(leavesWork: true) } else { try look() }
    }
  }

  /// Marks a stream as ended.
  /// - Throws: the errors of ``consume(_:of:)``.
  public func end(_ stream: Stream) throws {
    try guarded {
      ended.insert(stream)
      try advance()
    }
  }

  /// Ends both streams and makes the final decisions.
  /// - Throws: the errors of ``consume(_:of:)``.
  public func finish() throws -> SwingFindings {
    try endAll()
    defer {
      records = SwingRecords()
      // The samples still held would lie beside the decisions, which take the most memory of a run.
      acceleration.restart()
      motion?.restart()
    }
    return findings
  }

  /// The findings from the samples so far; also valid for a stream that broke off.
  public var findings: SwingFindings {
    // After an error, the measurements made before it remain.
    try? guarded { try advance() }
    // Everything that is ready is measured, whether by a worker or not.
    try? measureAll()
    return SwingFindings(records, rules: rules)
  }

  /// How late the timestamps of the device motion are, compared with those of the acceleration, as recorded; nil
  /// if not known so far.
  public var motionOffset: OffsetEstimate? {
    offset?.estimate.map {
      OffsetEstimate(
        seconds: $0.seconds - (motion?.ring.shiftS ?? 0), correlation: $0.correlation, spread: $0.spread)
    }
  }

  /// The stream itself: its timestamps, and the samples held.
  public func ring(of stream: Stream) -> StreamRing? {
    stream == .acceleration ? acceleration.ring : motion?.ring
  }
}
