/// The last samples of a stream in progress, by their absolute numbers.
///
/// Its clock does not go back: ``restart()`` begins a new stretch and drops the samples of the earlier one. It may be
/// changed by one task at a time, while no other task reads its signals.
public final class StreamRing: @unchecked Sendable {
  /// What was known before the first sample.
  public let prologue: Prologue
  /// The number of seconds added to every timestamp.
  public let shiftS: Double

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
    timestamps = TimestampRing(startingAt: 0)
    let timeBase = TimeBase(timestamps, prologue)
    channels = units.map { RingSignal(samples: SlidingBuffer(), timeBase: timeBase, unit: $0) }
    self.timeBase = timeBase
  }

  /// Appends the samples of a block, whose gaps are marked.
  package func append(_ block: SampleBlock) {
    precondition(block.channels.count == channels.count, "\(block.channels.count) channels for \(channels.count)")
    let number = count
    block.times.withUnsafeBufferPointer { times in
      timestamps.append(times, shiftS: shiftS, gaps: block.gaps.lazy.map { $0 + number })
    }
    var next = 0
    while next < channels.count {
      let isVector = Self.isVector(block.channels[next...].prefix(3))
      let added = next..<next + (isVector ? 3 : 1)
      let targets = added.map { channels[$0].samples.grow(by: block.count) }
      let channel = block.channels[next]
      channel.values.withUnsafeBufferPointer { values in
        let values = UnsafeBufferPointer(rebasing: values[channel.first...])
        if isVector {
          Self.copyVectors(values, to: targets[0], targets[1], targets[2])
        } else {
          Self.copy(values, step: channel.step, to: targets[0])
        }
      }
      next = added.upperBound
    }
  }

  /// Whether channels are the components of vectors that lie one behind the other.
  private static func isVector(_ channels: ArraySlice<SampleBlock.Channel>) -> Bool {
    guard channels.count == 3, let first = channels.first else { return false }
    return channels.indices.allSatisfy { place in
      let channel = channels[place]
      return channel.step == 3 && channel.first == first.first + place - channels.startIndex
        && channel.values.withUnsafeBufferPointer { $0.baseAddress }
          == first.values.withUnsafeBufferPointer { $0.baseAddress }
    }
  }

  /// Copies the components of vectors in one pass, four vectors in a step.
  private static func copyVectors(
    _ values: UnsafeBufferPointer<Float>, to x: UnsafeMutableBufferPointer<Float>,
    _ y: UnsafeMutableBufferPointer<Float>, _ z: UnsafeMutableBufferPointer<Float>
  ) {
    let count = x.count
    precondition(3 * count <= values.count && y.count == count && z.count == count, "values beyond a channel")
    guard let source = UnsafeRawPointer(values.baseAddress), let x = x.baseAddress, let y = y.baseAddress,
      let z = z.baseAddress
    else { return }
    func four(_ place: Int) -> SIMD4<Float> {
      source.loadUnaligned(fromByteOffset: MemoryLayout<Float>.stride * place, as: SIMD4<Float>.self)
    }
    func store(_ values: SIMD4<Float>, _ target: UnsafeMutablePointer<Float>, _ place: Int) {
      UnsafeMutableRawPointer(target + place).storeBytes(of: values, as: SIMD4<Float>.self)
    }
    var index = 0
    while index + 4 <= count {
      let (a, b, c) = (four(3 * index), four(3 * index + 4), four(3 * index + 8))
      store(SIMD4(a[0], a[3], b[2], c[1]), x, index)
      store(SIMD4(a[1], b[0], b[3], c[2]), y, index)
      store(SIMD4(a[2], b[1], c[0], c[3]), z, index)
      index += 4
    }
    while index < count {
      (x[index], y[index], z[index]) = (values[3 * index], values[3 * index + 1], values[3 * index + 2])
      index += 1
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

  /// Samples of a channel in a block.
  func block(of signals: [RingSignal], _ range: Range<Int>) -> SampleBlock {
    var block = SampleBlock(
      times: Array(timestamps.timestamps.elements(range))[...],
      channels: signals.map { SampleBlock.Channel(Array($0.samples.elements(range))) })
    block.gaps = timestamps.segments.dropFirst().map(\.samples.lowerBound).filter(range.contains)
      .map { $0 - range.lowerBound }
    return block
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
}
