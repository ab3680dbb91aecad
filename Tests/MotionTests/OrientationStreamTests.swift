import Glibc
import Testing

@testable import SPSignals

struct OrientationStreamTests {
  /// A device that turns, and the accelerations at another rate.
  private struct Sample {
    var motion: SampleBlock
    var acceleration: SampleBlock
  }

  private static func block(_ times: [Double], _ vectors: [SIMD3<Double>]) -> SampleBlock {
    let values = vectors.flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
    return SampleBlock(
      times: times[...], channels: (0..<3).map { SampleBlock.Channel(values, first: $0, step: 3) })
  }

  /// Motion with pauses, a gap at 6 s and missing values, and from `stepS` on a clock that goes back.
  private static func sample(
    motionHz: Double, accelerationHz: Double, seconds: Double = 12, steps: (motion: Double, acceleration: Double)? = nil
  ) -> Sample {
    func times(_ rate: Double, _ stepS: Double) -> [Double] {
      var times: [Double] = []
      for index in 0..<Int(seconds * rate) {
        let time = Double(index) / rate
        if time >= 6, time <= 6.7 { continue }
        times.append(time < stepS ? time : time - 3)
      }
      return times
    }
    func orientation(_ time: Double) -> Quaternion {
      Quaternion(angle: 1.2 * sin(time), about: [0.6, 0.8, 0]) * Quaternion(angle: 0.5 * time, about: [0, 0, 1])
    }
    let motion = times(motionHz, steps?.motion ?? .infinity)
    let rates = motion.enumerated().map { index, time -> SIMD3<Double> in
      guard index % 97 != 5 else { return SIMD3(repeating: .nan) }
      let turn = orientation(time - 1 / motionHz).conjugate * orientation(time)
      return 2 * motionHz * turn.vector
    }
    let acceleration = times(accelerationHz, steps?.acceleration ?? .infinity)
    let vectors = acceleration.enumerated().map { index, time in
      index % 61 == 7 ? SIMD3(repeating: .nan) : orientation(time).conjugate.rotate([0.05 * sin(7 * time), 0, -1])
    }
    return Sample(motion: block(motion, rates), acceleration: block(acceleration, vectors))
  }

  /// What passes if both streams are cut into blocks of some lengths.
  private func pass(
    _ sample: Sample, motionHz: Double, accelerationHz: Double, cut: (motion: Int, acceleration: Int)
  ) throws -> [SampleBlock] {
    let flow = Dataflow()
    func prologue(_ rate: Double) -> Prologue { Prologue(rateHz: rate, medianIntervalS: 1 / rate) }
    let units = [Unit](repeating: .radiansPerSecond, count: 3)
    let motion = flow.addStream(units: units, prologue(motionHz))
    let acceleration = flow.addStream(
      units: [Unit](repeating: .g, count: 3), prologue(accelerationHz))
    let made = OrientationStream.add(motion: motion, acceleration: acceleration)
    var blocks: [SampleBlock] = []
    made.read { blocks.append($0) }
    let feed = BlockFeed(flow)
    var (next, other) = (0, 0)
    // The stream that is behind comes first, as from a recording.
    while next < sample.motion.count || other < sample.acceleration.count {
      let isMotion =
        other >= sample.acceleration.count
        || next < sample.motion.count && next * Int(accelerationHz) <= other * Int(motionHz)
      if isMotion {
        let end = min(next + cut.motion, sample.motion.count)
        try feed.take(sample.motion.part(next..<end), of: motion)
        next = end
      } else {
        let end = min(other + cut.acceleration, sample.acceleration.count)
        try feed.take(sample.acceleration.part(other..<end), of: acceleration)
        other = end
      }
    }
    try feed.end(motion)
    try feed.end(acceleration)
    try flow.finish()
    return blocks
  }

  private func bits(_ blocks: [SampleBlock], _ channel: Int) -> [UInt32] {
    blocks.flatMap { $0.values(of: channel) }.map(\.bitPattern)
  }

  @Test(
    "The result is the same bit for bit, however the streams are cut into blocks",
    arguments: [(50.0, 50.0), (200, 800), (100, 100), (200, 50), (800, 800), (2000, 1600)], [false, true])
  func cuts(rates: (motion: Double, acceleration: Double), hasSteps: Bool) throws {
    let sample = Self.sample(
      motionHz: rates.motion, accelerationHz: rates.acceleration, seconds: 9, steps: hasSteps ? (8, 8) : nil)
    func result(_ cut: (Int, Int)) throws -> [SampleBlock] {
      try pass(sample, motionHz: rates.motion, accelerationHz: rates.acceleration, cut: cut)
    }
    let whole = try result((.max / 2, .max / 2))
    #expect(whole.flatMap(\.times) == Array(sample.motion.times))
    let channels = OrientationStream.units.indices
    for cut in [(1, 1), (7, 64), (1000, 3), (64, 7)] {
      let blocks = try result(cut)
      #expect(blocks.flatMap(\.times) == Array(sample.motion.times))
      #expect(channels.allSatisfy { bits(blocks, $0) == bits(whole, $0) }, "\(cut)")
    }
  }

  @Test("If one clock goes back alone, the result does not depend on the blocks either", arguments: [true, false])
  func oneClock(isMotion: Bool) throws {
    let sample = Self.sample(
      motionHz: 200, accelerationHz: 800, seconds: 12, steps: isMotion ? (8, .infinity) : (.infinity, 8))
    let whole = try pass(sample, motionHz: 200, accelerationHz: 800, cut: (1 << 40, 1 << 40))
    #expect(whole.flatMap(\.times) == Array(sample.motion.times))
    for cut in [(1, 1), (7, 64), (300, 11)] {
      let blocks = try pass(sample, motionHz: 200, accelerationHz: 800, cut: cut)
      #expect(OrientationStream.units.indices.allSatisfy { bits(blocks, $0) == bits(whole, $0) }, "\(cut)")
    }
  }

  @Test("Gravity and user acceleration add up to the acceleration, and a missing rate has neither")
  func sums() throws {
    let sample = Self.sample(motionHz: 100, accelerationHz: 100)
    let blocks = try pass(sample, motionHz: 100, accelerationHz: 100, cut: (50, 50))
    let channels = OrientationStream.units.indices.map { channel in blocks.flatMap { $0.values(of: channel) } }
    let measured = sample.acceleration.values(of: 2)
    for index in measured.indices {
      #expect(channels[5][index].isNaN == channels[0][index].isNaN)
      let sum = channels[5][index] + channels[8][index]
      if sum.isFinite { #expect(abs(sum - measured[index]) < 1e-5) }
    }
  }
}
