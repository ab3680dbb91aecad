/// The last samples of a stream in progress, by their absolute numbers, and a scan of all its timestamps.
///
/// When the clock goes back, ``restart()`` begins a new stretch and drops the samples of the earlier one. It may be
/// changed by one task at a time, while no other task reads its signals.
public final class StreamRing: @unchecked Sendable {
  /// What was known before the first sample.
  public let prologue: Prologue
  /// The number of seconds added to every timestamp.
  public let shiftS: Double

  private var scan: TimestampScan
  private var timestamps: TimestampRing
  private var channels: [RingSignal]
  /// The time base of the samples still held.
  public private(set) var timeBase: TimeBase

  /// The number of samples so far.
  public var count: Int { timestamps.count }
  /// The shifted timestamp of the last sample; nil before the first one of the stretch.
  public var lastTime: Double? { timestamps.segments.last?.endTime }
  /// The samples still held.
  public var held: Range<Int> { timestamps.timestamps.held }

  /// Makes an empty stream of channels in the given units.
  public init(units: [Unit], prologue: Prologue, shiftS: Double = 0) {
    self.prologue = prologue
    self.shiftS = shiftS
    scan = TimestampScan(medianInterval: prologue.medianIntervalS)
    timestamps = TimestampRing(startingAt: 0)
    let timeBase = TimeBase(timestamps, prologue)
    channels = units.map { RingSignal(samples: SlidingBuffer(), timeBase: timeBase, unit: $0) }
    self.timeBase = timeBase
  }

  /// Scans the timestamps of the next block.
  ///
  /// - Returns: the positions in the block that follow a gap, and those where the clock goes back.
  /// - Throws: `TimeBaseError.timestampNotFinite`.
  public func look(at block: SampleBlock) throws(TimeBaseError) -> (gaps: [Int], backward: [Int]) {
    let before = scan.count
    let borders = try scan.add(block.times.span)
    return (
      borders.filter { !$0.isBackward }.map { $0.index - before },
      borders.filter(\.isBackward).map { $0.index - before }
    )
  }

  /// Appends rows of a block whose timestamps were scanned.
  ///
  /// - Parameters:
  ///   - block: the block.
  ///   - rows: their positions in the block; the clock does not go back among them, nor before them.
  ///   - gaps: the positions of gaps in the block.
  public func append(_ rows: Range<Int>, of block: SampleBlock, gaps: [Int]) {
    precondition(block.channels.count == channels.count, "\(block.channels.count) channels for \(channels.count)")
    let number = count - rows.lowerBound
    block.times.withUnsafeBufferPointer { times in
      timestamps.append(
        UnsafeBufferPointer(rebasing: times[rows]), shiftS: shiftS,
        gaps: gaps.lazy.filter { rows.contains($0) }.map { $0 + number })
    }
    for (channel, signal) in zip(block.channels, channels) {
      let target = signal.samples.grow(by: rows.count)
      channel.values.withUnsafeBufferPointer { values in
        let first = channel.first + rows.lowerBound * channel.step
        Self.copy(UnsafeBufferPointer(rebasing: values[first...]), step: channel.step, to: target)
      }
    }
  }

  /// Copies values at a constant distance; for the usual distances the compiler makes SIMD.
  private static func copy(
    _ values: UnsafeBufferPointer<Float>, step: Int, to target: UnsafeMutableBufferPointer<Float>
  ) {
    precondition((target.count - 1) * step < values.count, "values beyond a channel")
    switch step {
    case 1: _ = target.update(fromContentsOf: values[..<target.count])
    case 3: for index in 0..<target.count { target[index] = values[3 &* index] }
    case 4: for index in 0..<target.count { target[index] = values[4 &* index] }
    default: for index in 0..<target.count { target[index] = values[step &* index] }
    }
  }

  /// Begins a new stretch, whose samples continue the numbering; the samples held are dropped.
  public func restart() {
    let next = count
    timestamps = TimestampRing(startingAt: next)
    timeBase = TimeBase(timestamps, prologue)
    channels = channels.map {
      RingSignal(samples: SlidingBuffer(startingAt: next), timeBase: timeBase, unit: $0.unit)
    }
  }

  /// The time base of the samples held now, for reading while the stream continues.
  public func frozenTimeBase() -> TimeBase { TimeBase(timestamps.frozen(), prologue) }

  /// One channel as a signal, for the current stretch.
  public func signal(_ channel: Int) -> RingSignal { channels[channel] }

  /// Samples held of a channel, without copying; valid until the next change.
  func elements(of channel: Int, _ range: Range<Int>) -> UnsafeBufferPointer<Float> {
    channels[channel].samples.elements(range)
  }

  /// Three consecutive channels as one vector.
  public func triaxial(from channel: Int) -> Triaxial {
    Triaxial(x: signal(channel), y: signal(channel + 1), z: signal(channel + 2))
  }

  /// The first sample held at or after a time; one past the last if there is none.
  public func index(atOrAfter time: Double) throws -> Int {
    let held = timestamps.timestamps.held
    return partitionPoint(held) { timestamps.timestamps[$0] < time }
  }

  /// Drops the samples before a number.
  public func drop(before number: Int) {
    timestamps.drop(before: number)
    for channel in channels { channel.samples.drop(before: number) }
  }

  /// The time base of all samples so far, whose timestamps are read again on demand.
  ///
  /// - Parameter source: a source of exactly the timestamps that were added.
  public func wholeTimeBase(of source: any TimestampSource) -> TimeBase {
    var scan = scan
    scan.finish()
    return TimeBase(scan, of: source).shifted(bySeconds: shiftS)
  }
}
