import Foundation
import TestSupport
import Testing

@testable import SPSignals

struct OffsetEstimatorTests {
  /// A wrist's movement, in g: strokes of 0.1 to 0.3 s now and then over a slow sway, the same for every stream.
  private static func movement(_ time: Double) -> SIMD3<Double> {
    var value = SIMD3(0.3 * sin(1.7 * time), 0.2 * cos(2.9 * time), 0.9 + 0.1 * sin(0.8 * time))
    for stroke in 0..<8 {
      let since = time - 1.1 - 2.3 * Double(stroke)
      let bell = exp(-0.5 * pow(since / (0.04 + 0.01 * Double(stroke % 3)), 2))
      value += SIMD3(4 * bell, -25 * since * bell, 2 * bell * (stroke.isMultiple(of: 2) ? 1 : -1))
    }
    return value
  }

  private struct Stream {
    var rate: Double
    var offset = 0.0
    var seconds = 20.0
    var start = 0.0
    var lost: (Int) -> Bool = { _ in false }
    var value: (Double, Int) -> SIMD3<Double> = { time, _ in movement(time) }
  }

  private func triaxial(_ stream: Stream) throws -> Triaxial {
    let kept = (0..<Int(stream.seconds * stream.rate)).filter { !stream.lost($0) }
    let times = kept.map { stream.start + Double($0) / stream.rate }
    let values = zip(times, kept).map { stream.value($0, $1) }
    let timeBase = try TimeBase(scanning: MemoryTimestamps(times.map { $0 + stream.offset }))
    func axis(_ component: Int) -> MemorySignal {
      MemorySignal(values.map { Float($0[component]) }, timeBase: timeBase, unit: .g)
    }
    return Triaxial(x: axis(0), y: axis(1), z: axis(2))
  }

  private func estimate(_ delayed: Stream, _ reference: Stream) throws -> OffsetEstimate? {
    try OffsetEstimator().offset(of: triaxial(delayed), against: triaxial(reference))
  }

  @Test(arguments: [0, 0.005, -0.005, 0.0025, 0.0372, -0.15])
  func knownOffsetsAreFound(offset: Double) throws {
    let found = try #require(
      try estimate(Stream(rate: 200.48, offset: offset, start: 0.0013), Stream(rate: 801.92)))
    #expect(abs(found.seconds - offset) < 0.0001)
    #expect(found.correlation > 0.999)
    #expect(try #require(found.spread) < 0.0002)
    #expect(found.isReliable)
  }

  @Test(arguments: [(50, 801.92), (100, 100), (50, 50), (200.48, 100.24), (240, 400)])
  func ratesNeedNotFit(motion: Double, acceleration: Double) throws {
    let found = try #require(
      try estimate(Stream(rate: motion, offset: 0.005, start: 0.0031), Stream(rate: acceleration)))
    #expect(abs(found.seconds - 0.005) < 0.0003)
  }

  @Test func theResidualIsWhatTheStreamsDifferByAtTheirOffset() throws {
    let reference = try triaxial(Stream(rate: 801.92))
    let late = try triaxial(Stream(rate: 200.48, offset: 0.02, start: 0.0013))
    let moved = try triaxial(
      Stream(rate: 200.48, offset: 0.02, value: { time, _ in Self.movement(time) + SIMD3(0.3, 0, -0.4) }))
    let estimator = OffsetEstimator()
    #expect(try #require(try estimator.residual(of: late, against: reference, offsetByS: 0.02)) < 0.005)
    #expect(try #require(try estimator.residual(of: late, against: reference, offsetByS: 0)) > 0.05)
    // The length of what was added.
    #expect(abs(try #require(try estimator.residual(of: moved, against: reference, offsetByS: 0.02)) - 0.5) < 0.005)
    let short = try triaxial(Stream(rate: 200, seconds: 0.5))
    #expect(try estimator.residual(of: short, against: reference, offsetByS: 0) == nil)
  }

  @Test func lostAndMissingSamplesJitterAndShocksDoLittleHarm() throws {
    let disturbed = noise(16_000, seed: 3)
    let reference = Stream(
      rate: 800, lost: { $0 % 97 == 5 || $0 % 1013 < 2 },
      value: { time, index in
        // A shock of 20 g that only the fast stream has, every 2.3 s, noise, and samples that are NaN.
        let since = (time - 1.15).truncatingRemainder(dividingBy: 2.3)
        let shock = since > 0 ? 20 * exp(-since / 0.015) * sin(2 * .pi * 110 * since) : 0
        let jolt = Self.movement(time + 0.0001 * Double(disturbed[index])) + SIMD3(0, 0.2, 1) * shock
        return index % 501 == 0 ? SIMD3(repeating: .nan) : jolt + 0.02 * Double(disturbed[15_999 - index])
      })
    let delayed = Stream(rate: 200, offset: 0.005, lost: { $0 % 89 == 3 })
    let found = try #require(try estimate(delayed, reference))
    #expect(abs(found.seconds - 0.005) < 0.0008)
    #expect(found.isReliable)
  }

  @Test func stretchesWithGapsArePassedOver() throws {
    // Of six stretches each stream spoils two.
    let delayed = Stream(rate: 200, offset: 0.005, lost: { (100..<140).contains($0) || (1900..<1940).contains($0) })
    let reference = Stream(rate: 800, lost: { (3200..<3360).contains($0) || (14_400..<14_560).contains($0) })
    let found = try #require(try estimate(delayed, reference))
    #expect(abs(found.seconds - 0.005) < 0.0002)
  }

  @Test func whatCannotBeToldIsNotGuessed() throws {
    let (motion, fast) = (Stream(rate: 200), Stream(rate: 800))
    func rest(_ time: Double, _ index: Int) -> SIMD3<Double> { SIMD3<Double>(0, 0, 1 + 0.01 * sin(9 * time)) }
    #expect(try estimate(Stream(rate: 200, value: rest), Stream(rate: 800, value: rest)) == nil)
    #expect(try estimate(Stream(rate: 25), fast) == nil)
    #expect(try estimate(Stream(rate: 200, seconds: 1.2), fast) == nil)
    #expect(try estimate(Stream(rate: 200, seconds: 0), fast) == nil)
    #expect(try estimate(Stream(rate: 200, start: 50), fast) == nil)
    // Beyond the largest offset there is no vertex to trust.
    #expect(try estimate(Stream(rate: 200, offset: 0.3), fast)?.isReliable != true)
    // Another movement altogether.
    func unlike(_ time: Double, _ index: Int) -> SIMD3<Double> { SIMD3<Double>(sin(11 * time), cos(7 * time), 0) }
    let other = Stream(rate: 200, value: unlike)
    #expect(try estimate(other, fast)?.isReliable != true)
    #expect(try estimate(motion, fast)?.isReliable == true)
  }

  @Test(arguments: [1e18, 1e300, Double.greatestFiniteMagnitude]) func absurdStampsTellNothing(last: Double) throws {
    func stream(rate: Double) throws -> Triaxial {
      var timestamps = (0..<800).map { Double($0) / rate }
      timestamps[799] = last
      if last == .greatestFiniteMagnitude { timestamps.insert(-last, at: 0) }
      let times = try TimeBase(scanning: MemoryTimestamps(timestamps))
      let signal = MemorySignal(noise(timestamps.count, seed: 1), timeBase: times, unit: .g)
      return Triaxial(x: signal, y: signal, z: signal)
    }
    // What is found among the few samples that there are is nothing to rely on.
    #expect(try OffsetEstimator().offset(of: stream(rate: 100), against: stream(rate: 200))?.isReliable != true)
  }

  @Test func stretchesThatDisagreeAreNotReliable() {
    #expect(!OffsetEstimate(seconds: 0.005, correlation: 0.99, spread: 0.02).isReliable)
    #expect(!OffsetEstimate(seconds: 0.005, correlation: 0.85, spread: 0.0001).isReliable)
    #expect(OffsetEstimate(seconds: 0.005, correlation: 0.95).isReliable)
  }

  @Test func aLongRecordingIsReadInPartOnly() throws {
    let times = TimeBase(start: 0, rate: 100, count: 100 * 600)
    let source = CountingSignal(
      MemorySignal((0..<times.count).map { Float(sin(Double($0) * 0.13)) }, timeBase: times, unit: .g))
    let triaxial = Triaxial(x: source, y: source, z: source)
    _ = try OffsetEstimator().offset(of: triaxial, against: triaxial)
    // 24 stretches of 3.16 s and 6 of 3.56 s, three axes each.
    #expect((20_000..<32_000).contains(source.sampleCount))
  }

  /// A real watch at 50 Hz: the offset, and how far single stretches lie from it, by a NumPy implementation of the same
  /// sums (kernel regression with `numpy.kaiser`, shifts of 10 ms): 4.957, 4.938 and 9.900 ms.
  @Test(
    .enabled(if: SharedData.isPresent, "the shared recordings are not there"),
    arguments: [("block", 0.004957), ("topspin-forehand", 0.004938), ("rest", 0.0099)])
  func realWatches(name: String, expected: Double) throws {
    let text = try String(contentsOfFile: SharedData.path("table-tennis-watch/\(name).csv"), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false) }
    func column(_ name: String) throws -> Int { try #require(lines[0].firstIndex { $0.hasPrefix(name) }) }
    func stream(_ time: String, _ vectors: [String]) throws -> Triaxial {
      let timestamps = try column(time)
      let axes = try ["X", "Y", "Z"].map { axis in try vectors.map { try column($0 + axis) } }
      var times: [Double] = []
      var values: [[Float]] = [[], [], []]
      for line in lines.dropFirst() {
        let parts = axes.map { $0.compactMap { Float(line[$0]) } }
        guard let time = Double(line[timestamps]), parts.allSatisfy({ $0.count == vectors.count }), time != times.last
        else { continue }
        times.append(time)
        for axis in 0..<3 { values[axis].append(parts[axis].reduce(0, +)) }
      }
      let timeBase = try TimeBase(scanning: MemoryTimestamps(times))
      let signals = values.map { MemorySignal($0, timeBase: timeBase, unit: .g) }
      return Triaxial(x: signals[0], y: signals[1], z: signals[2])
    }
    let acceleration = try stream("accelerometerTimestamp", ["accelerometerAcceleration"])
    let motion = try stream("motionTimestamp", ["motionGravity", "motionUserAcceleration"])
    let found = try #require(try OffsetEstimator().offset(of: motion, against: acceleration))
    #expect(abs(found.seconds - expected) < 0.0002)
    #expect(found.isReliable)
  }
}
