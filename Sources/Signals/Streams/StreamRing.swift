/// The last samples of a stream in progress, by their absolute numbers.
///
/// Its clock does not go back: `restart()` begins a new stretch and drops the samples of the earlier stretch. Only one
/// task at a time may change the ring, while no other task reads its signals.
package final class StreamRing: @unchecked Sendable {
  /// The facts about the stream that were known before its first sample.
  package let prologue: Prologue
  /// The number of seconds added to every timestamp.
  package let shiftS: Double

  private var timestamps: TimestampRing
  private var channels: [RingSignal]
  /// The time base of the samples still held.
  package private(set) var timeBase: TimeBase

  /// The number of samples so far.
  package var count: Int { timestamps.count }
  /// The shifted timestamp of the last sample; nil before the first sample of the stretch.
  package var lastTime: Double? { timestamps.segments.last?.endTime }
  /// The samples still held.
  package var held: Range<Int> { timestamps.timestamps.held }

  /// Makes an empty stream of channels in the given units.
  package init(units: [Unit], prologue: Prologue, shiftS: Double = 0) {
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

  /// Whether channels are the x, y and z of vectors that are contiguous in memory.
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

  /// Copies values at a constant distance. The compiler makes SIMD for the usual distances.
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

  /// Begins a new stretch, whose samples continue the numbering. The samples held are dropped.
  package func restart() {
    let next = count
    timestamps = TimestampRing(startingAt: next)
    timeBase = TimeBase(timestamps, prologue)
    channels = channels.map {
      RingSignal(samples: SlidingBuffer(startingAt: next), timeBase: timeBase, unit: $0.unit)
    }
  }

  /// The time base of the samples held now, for reading while the stream continues.
  package func frozenTimeBase() -> TimeBase { TimeBase(timestamps.frozen(), prologue) }

  /// One channel as a signal, for the current stretch.
  package func signal(_ channel: Int) -> RingSignal { channels[channel] }

  /// Samples held of a channel, without copying; valid until the next change.
  func elements(of channel: Int, _ range: Range<Int>) -> UnsafeBufferPointer<Float> {
    channels[channel].samples.elements(range)
  }

  /// Samples of several signals in a block.
  func block(of signals: [RingSignal], _ range: Range<Int>) -> SampleBlock {
    var block = SampleBlock(
      times: Array(timestamps.timestamps.elements(range))[...],
      channels: signals.map { SampleBlock.Channel(Array($0.samples.elements(range))) })
    block.gaps = timestamps.segments.dropFirst().map(\.samples.lowerBound).filter(range.contains)
      .map { $0 - range.lowerBound }
    return block
  }

  /// Three consecutive channels as one vector.
  package func triaxial(from channel: Int) -> Triaxial {
    Triaxial(x: signal(channel), y: signal(channel + 1), z: signal(channel + 2))
  }

  /// The first sample held at or after a time, or one past the last sample.
  package func index(atOrAfter time: Double) throws -> Int {
    let held = timestamps.timestamps.held
    return partitionPoint(held) { timestamps.timestamps[$0] < time }
  }

  /// Drops the samples before a number.
  package func drop(before number: Int) {
    timestamps.drop(before: number)
    for channel in channels { channel.samples.drop(before: number) }
  }
}

/// The last timestamps of a stream in progress, and the segments that contain them.
///
/// It is `@unchecked Sendable` for the same reason as `SlidingBuffer`.
final class TimestampRing: @unchecked Sendable {
  let timestamps: SlidingBuffer<Double>
  /// In order, none empty; the last one may continue. Stored behind a pointer for the same reason as in
  /// `SlidingBuffer`.
  private let listed: UnsafeMutablePointer<[TimeBase.Segment]>

  /// The segments in order, none empty; the last one may continue.
  private(set) var segments: [TimeBase.Segment] {
    get { listed.pointee }
    _modify { yield &listed.pointee }
  }

  var count: Int { timestamps.held.upperBound }

  init(startingAt first: Int) {
    timestamps = SlidingBuffer(startingAt: first)
    listed = .allocate(capacity: 1)
    listed.initialize(to: [])
  }

  private init(_ timestamps: SlidingBuffer<Double>, _ segments: [TimeBase.Segment]) {
    self.timestamps = timestamps
    listed = .allocate(capacity: 1)
    listed.initialize(to: segments)
  }

  /// The timestamps held now, for reading while this ring continues.
  func frozen() -> TimestampRing { TimestampRing(timestamps.frozen(), segments) }

  deinit {
    listed.deinitialize(count: 1)
    listed.deallocate()
  }

  /// Adds timestamps, each shifted by a number of seconds.
  ///
  /// - Parameter gaps: the numbers of the added samples that follow a gap, in order.
  func append(_ added: UnsafeBufferPointer<Double>, shiftS: Double, gaps: some Sequence<Int>) {
    guard !added.isEmpty else { return }
    var start = timestamps.held.upperBound
    let target = timestamps.grow(by: added.count)
    for index in 0..<added.count { target[index] = added[index] + shiftS }
    for gap in gaps {
      extend(from: start, to: gap)
      segments.append(TimeBase.Segment(samples: gap..<gap + 1, startTime: timestamps[gap], endTime: timestamps[gap]))
      start = gap + 1
    }
    extend(from: start, to: timestamps.held.upperBound)
  }

  /// Extends the last segment, or begins the first one.
  private func extend(from start: Int, to end: Int) {
    guard start < end else { return }
    let last = segments.popLast()
    segments.append(
      TimeBase.Segment(
        samples: (last?.samples.lowerBound ?? start)..<end, startTime: last?.startTime ?? timestamps[start],
        endTime: timestamps[end - 1]))
  }

  /// Drops the timestamps before a sample, and the segments that end there.
  func drop(before sample: Int) {
    timestamps.drop(before: sample)
    let ended = segments.prefix { $0.samples.upperBound <= timestamps.held.lowerBound }.count
    segments.removeFirst(min(ended, max(0, segments.count - 1)))
  }

  func time(at index: Int) throws(SignalError) -> Double {
    guard timestamps.held.contains(index) else { throw .left(index..<index + 1, held: timestamps.held) }
    return timestamps[index]
  }

  func times(_ range: Range<Int>) throws(SignalError) -> [Double] {
    guard !range.isEmpty else { return [] }
    guard range.clamped(to: timestamps.held) == range else { throw .left(range, held: timestamps.held) }
    return Array(timestamps.elements(range))
  }

  /// The first index for which `isBefore` is false, else the end. Timestamps must not decrease inside the range.
  ///
  /// - Parameter time: the time searched for, as a hint.
  func partition(
    _ range: Range<Int>, near time: Double, _ stepS: Double, isBefore: (Double) -> Bool
  ) throws(SignalError) -> Int {
    guard !range.isEmpty else { return range.upperBound }
    let known = range.clamped(to: timestamps.held)
    let place = partitionPoint(likely(known, time, stepS, isBefore)) { isBefore(timestamps[$0]) }
    // The index may then be among the dropped samples.
    if place == known.lowerBound, known.lowerBound > range.lowerBound {
      throw .left(range.lowerBound..<known.lowerBound, held: timestamps.held)
    }
    return place
  }

  /// Narrows the search. Timestamps are nearly even, so the border is mostly within a few samples of its position on an
  /// even grid.
  private func likely(
    _ range: Range<Int>, _ time: Double, _ stepS: Double, _ isBefore: (Double) -> Bool
  ) -> Range<Int> {
    guard range.count > 16, stepS > 0 else { return range }
    let steps = (time - timestamps[range.lowerBound]) / stepS
    guard steps > 4, steps < Double(range.count - 4) else { return range }
    let guess = range.lowerBound + Int(steps)
    guard isBefore(timestamps[guess - 4]) else { return range.lowerBound..<guess - 4 }
    return isBefore(timestamps[guess + 4]) ? guess + 5..<range.upperBound : guess - 3..<guess + 4
  }
}

/// The last samples of one channel of a stream in progress, by their absolute numbers.
///
/// Reading samples that have been dropped throws `SignalError.left`. Only the signal's stream changes it, between two
/// reads. It is a class because it is passed on very often.
package final class RingSignal: Signal {
  let samples: SlidingBuffer<Float>
  /// The time base of the samples still held.
  package let timeBase: TimeBase
  /// The unit of the samples.
  package let unit: Unit

  init(samples: SlidingBuffer<Float>, timeBase: TimeBase, unit: Unit) {
    self.samples = samples
    self.timeBase = timeBase
    self.unit = unit
  }

  /// The samples held now, for reading while the stream continues.
  ///
  /// - Parameter timeBase: the stream's time base, frozen at the same moment.
  package func frozen(_ timeBase: TimeBase) -> RingSignal {
    RingSignal(samples: samples.frozen(), timeBase: timeBase, unit: unit)
  }

  /// The number of samples so far, including dropped samples and samples that are still to be computed.
  package var count: Int { timeBase.count }

  /// Reads the samples of a range.
  ///
  /// - Throws: `SignalError.left` if some samples were dropped, else the errors of `Signal.read(_:into:)`.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: self.samples.held.upperBound, bufferCount: samples.count)
    guard !range.isEmpty else { return }
    let source = try elements(range)
    samples.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: source) }
  }

  /// Gives access to the samples of a range without copying.
  ///
  /// - Throws: the errors of ``read(_:into:)``, and the errors of `body`.
  package func visit(_ range: Range<Int>, _ body: (Span<Float>) throws -> Void) throws {
    try SignalError.check(range, count: samples.held.upperBound)
    guard !range.isEmpty else { return try body(Span()) }
    let elements = try elements(range)
    try body(elements.span)
  }

  private func elements(_ range: Range<Int>) throws(SignalError) -> UnsafeBufferPointer<Float> {
    guard range.lowerBound >= samples.held.lowerBound else { throw .left(range, held: samples.held) }
    return samples.elements(range)
  }
}

/// A number computed from the vectors of a stream in progress: a scalar product or a length. The product is the same as
/// in `DotSignal`, bit for bit, and the length is the same as in `NormSignal`.
///
/// Only one task at a time may change it.
package final class DotStream: @unchecked Sendable {
  private let ring: StreamRing
  private let first: Int
  private let second: Int
  /// Whether the square root of the product is taken.
  private let isLength: Bool
  /// The numbers as a signal, for the current stretch.
  package private(set) var signal: RingSignal
  private var output: SlidingBuffer<Float> { signal.samples }

  /// The product of the three channels from `first` on and the three from `second` on, in a unit given by the caller.
  package convenience init(_ ring: StreamRing, first: Int, second: Int, unit: Unit) {
    self.init(ring, first, second, isLength: false, unit)
  }

  /// The length of the vector in the three channels from `first` on, in a unit given by the caller.
  package convenience init(_ ring: StreamRing, lengthFrom first: Int, unit: Unit) {
    self.init(ring, first, first, isLength: true, unit)
  }

  private init(_ ring: StreamRing, _ first: Int, _ second: Int, isLength: Bool, _ unit: Unit) {
    (self.ring, self.first, self.second, self.isLength) = (ring, first, second, isLength)
    signal = Self.signal(ring, unit)
  }

  private static func signal(_ ring: StreamRing, _ unit: Unit) -> RingSignal {
    RingSignal(samples: SlidingBuffer(startingAt: ring.held.lowerBound), timeBase: ring.timeBase, unit: unit)
  }

  /// Multiplies the samples received since the last call.
  package func advance() {
    let range = output.held.upperBound..<ring.count
    guard !range.isEmpty else { return }
    let target = output.grow(by: range.count)
    for axis in 0..<3 {
      let (left, right) = (ring.elements(of: first + axis, range), ring.elements(of: second + axis, range))
      // The axes are added in order, because single-precision sums depend on the order.
      if axis == 0 {
        for index in 0..<range.count { target[index] = 0 + left[index] * right[index] }
      } else {
        for index in 0..<range.count { target[index] += left[index] * right[index] }
      }
    }
    if isLength { for index in 0..<range.count { target[index] = target[index].squareRoot() } }
  }

  /// Begins a new stretch together with the stream.
  package func restart() { signal = Self.signal(ring, signal.unit) }

  /// Drops the numbers before a position.
  package func drop(before number: Int) { output.drop(before: number) }
}
