/// Adds gravity, user acceleration and attitude to a stream's rotation rate, with the acceleration of another stream.
///
/// The acceleration at a rotation rate is the mean of the accelerations within half a sampling interval of it. A slower
/// accelerometer may have no sample there. The acceleration is then interpolated between two accelerations up to 0.1 s
/// apart; without these it is missing. A sample waits for an acceleration at least half an interval later, and no
/// longer.
package final class OrientationStream: StreamMaker {
  /// The channels of its blocks: rotation rate, gravity, user acceleration (x, y, z each), attitude (w, x, y, z).
  package static let units: [Unit] =
    [Unit](repeating: .radiansPerSecond, count: 3) + [Unit](repeating: .g, count: 6)
    + [Unit](repeating: .dimensionless, count: 4)

  /// The longest interval between two accelerations to interpolate in, in s.
  private static let longestGapS = 0.1

  private let motion: FlowStream
  private let acceleration: FlowStream
  private let halfIntervalS: Double
  private var filter: OrientationFilter

  /// Samples of the motion that wait for accelerations.
  private var waiting: [SampleBlock] = []
  /// The accelerations that are still needed, starting with the last one before the next sample's interval.
  private var times: [Double] = []
  private var vectors: [SIMD3<Double>] = []
  private var first = 0

  /// Makes a maker for a motion and an acceleration.
  ///
  /// - Parameters:
  ///   - motion: A stream whose first three channels are the rotation rate, in rad/s.
  ///   - acceleration: A stream of acceleration, in g, gravity included.
  package init(motion: FlowStream, acceleration: FlowStream, settings: OrientationSettings = OrientationSettings()) {
    (self.motion, self.acceleration) = (motion, acceleration)
    let prologue = motion.ring.prologue
    let rateHz = OrientationSettings.usableRateHz(prologue.rateHz)
    halfIntervalS = 0.5 / rateHz
    filter = OrientationFilter(rateHz: rateHz, settings: settings)
  }

  /// Adds the stream to the graph of its sources.
  package static func add(
    motion: FlowStream, acceleration: FlowStream, settings: OrientationSettings = OrientationSettings()
  ) -> FlowStream {
    let flow = motion.flow
    // A sample waits for the acceleration half an interval later.
    flow.extendReach(byS: longestGapS)
    return flow.addStream(
      units: units, madeBy: OrientationStream(motion: motion, acceleration: acceleration, settings: settings),
      from: motion, and: [acceleration], weight: 4)
  }

  // MARK: StreamMaker

  package var isWaiting: Bool { !waiting.isEmpty }

  package func take(_ block: SampleBlock, of source: FlowStream) -> [SampleBlock] {
    if source === motion {
      if block.count > 0 { waiting.append(block) }
    } else if !motion.isEnded || isWaiting {
      let channels = block.channels
      times += block.times
      for row in 0..<block.count { vectors.append(Self.vector(channels, row)) }
    }
    return ready(upTo: acceleration.isEnded ? .infinity : times.last.map { $0 - halfIntervalS } ?? -.infinity)
  }

  package func beginStretches(of streams: [FlowStream], reachS: Double) -> [SampleBlock] {
    let steps = (motion: streams.contains { $0 === motion }, acceleration: streams.contains { $0 === acceleration })
    // All samples up to this time have come.
    let last = times.last.map { $0 + reachS } ?? -.infinity
    let blocks = ready(upTo: steps.motion ? .infinity : last)
    if steps.acceleration { forgetAccelerations() }
    filter.restart()
    return blocks
  }

  package func end(of source: FlowStream) -> [SampleBlock] {
    if source === acceleration { return ready(upTo: .infinity) }
    if !isWaiting { forgetAccelerations() }
    return []
  }

  private func forgetAccelerations() {
    (times, vectors, first) = ([], [], 0)
  }

  // MARK: Samples

  /// The finished samples up to a time.
  private func ready(upTo limit: Double) -> [SampleBlock] {
    var blocks: [SampleBlock] = []
    while let block = waiting.first {
      let count = block.times.firstIndex { $0 > limit }.map { $0 - block.times.startIndex } ?? block.count
      if count > 0 { blocks.append(made(block.part(0..<count))) }
      guard count == block.count else {
        waiting[0] = block.part(count..<block.count)
        break
      }
      waiting.removeFirst()
    }
    dropAccelerations()
    return blocks
  }

  private func made(_ block: SampleBlock) -> SampleBlock {
    let count = block.count
    var (gravity, user, attitude): ([Float], [Float], [Float]) = ([], [], [])
    gravity.reserveCapacity(3 * count)
    user.reserveCapacity(3 * count)
    attitude.reserveCapacity(4 * count)
    var gaps = block.gaps[...]
    for (row, time) in block.times.enumerated() {
      if gaps.first == row {
        gaps.removeFirst()
        filter.restart()
      }
      let rate = Self.vector(block.channels, row)
      let measured = acceleration(at: time)
      let orientation = filter.update(rotationRate: rate, acceleration: measured)
      guard filter.isLevelled, rate.isFinite else {
        gravity += [.nan, .nan, .nan]
        user += [.nan, .nan, .nan]
        attitude += [.nan, .nan, .nan, .nan]
        continue
      }
      let down = orientation.conjugate.rotate([0, 0, -1])
      let rest = measured - down
      for axis in 0..<3 {
        gravity.append(Float(down[axis]))
        user.append(Float(rest[axis]))
      }
      attitude.append(Float(orientation.scalar))
      for axis in 0..<3 { attitude.append(Float(orientation.vector[axis])) }
    }
    var result = block
    result.channels =
      Array(block.channels[..<3])
      + [gravity, user].flatMap { values in (0..<3).map { SampleBlock.Channel(values, first: $0, step: 3) } }
      + (0..<4).map { SampleBlock.Channel(attitude, first: $0, step: 4) }
    return result
  }

  private static func vector(_ channels: [SampleBlock.Channel], _ row: Int) -> SIMD3<Double> {
    func value(_ axis: Int) -> Double {
      Double(channels[axis].values[channels[axis].first + row * channels[axis].step])
    }
    return SIMD3(value(0), value(1), value(2))
  }

  /// The acceleration at a time, in g; not finite if missing. Times must not go back within a stretch.
  private func acceleration(at time: Double) -> SIMD3<Double> {
    let (from, to) = (time - halfIntervalS, time + halfIntervalS)
    while first + 1 < times.count, times[first + 1] < from { first += 1 }
    var next = first
    if next < times.count, times[next] < from { next += 1 }
    var (sum, count) = (SIMD3<Double>.zero, 0.0)
    var place = next
    while place < times.count, times[place] < to {
      if times[place] >= from, vectors[place].isFinite { (sum, count) = (sum + vectors[place], count + 1) }
      place += 1
    }
    if count > 0 { return sum / count }
    guard next > first, next < times.count, times[next] - times[first] <= Self.longestGapS, times[first] < time,
      times[next] > times[first]
    else { return SIMD3(repeating: .nan) }
    return vectors[first] + (vectors[next] - vectors[first]) * ((time - times[first]) / (times[next] - times[first]))
  }

  /// Drops the accelerations that no later sample needs, when there are many.
  private func dropAccelerations() {
    if motion.isEnded, !isWaiting { return forgetAccelerations() }
    guard first >= 4096 else { return }
    times.removeFirst(first)
    vectors.removeFirst(first)
    first = 0
  }
}
