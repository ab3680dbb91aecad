import Foundation
import SPSignals
import Testing

@testable import SPSwings

/// Starts, walking back through the rotation along gravity.
struct SwingStartFinderTests {
  private func outcome(
    _ rotation: MemorySignal, at time: Double, _ change: (inout SwingStartFinder) -> Void = { _ in }
  ) throws -> SwingStartFinder.Outcome {
    var finder = SwingStartFinder()
    change(&finder)
    return try finder.start(before: rotation.timeBase.firstIndex(atOrAfter: time), at: time, in: rotation)
  }

  private func start(
    _ rotation: MemorySignal, at time: Double, _ change: (inout SwingStartFinder) -> Void = { _ in }
  ) throws -> SwingStartFinder.Start {
    let outcome = try outcome(rotation, at: time, change)
    guard case .found(let start) = outcome else {
      Issue.record("expected a start, found \(outcome)")
      throw CancellationError()
    }
    return start
  }

  private func refusal(
    _ rotation: MemorySignal, at time: Double, _ change: (inout SwingStartFinder) -> Void = { _ in }
  ) throws -> (reason: RejectionReason, value: Double?, explanation: String) {
    let outcome = try outcome(rotation, at: time, change)
    guard case .none(let failure) = outcome else {
      Issue.record("expected a refusal, found \(outcome)")
      throw CancellationError()
    }
    var finder = SwingStartFinder()
    change(&finder)
    return (failure.reason, failure.value, failure.explanation(by: finder))
  }

  private func rates(seconds: Double = 2, _ rate: (Double) -> Double) -> MemorySignal {
    Fixture.signal(seconds: seconds, rate: 200, unit: .radiansPerSecond, rate)
  }

  @Test("The rotation is the integral from the start to the end, signed", arguments: [1.0, -1], [1.16, 1.1627])
  func rotation(sign: Double, end: Double) throws {
    // Half a sine of 15 rad/s over 0.3 s, whose contact comes a little after its peak.
    let found = try start(rates { (1..<1.3).contains($0) ? sign * 15 * sin(.pi * ($0 - 1) / 0.3) : 0 }, at: end)
    let analytic = sign * 15 * 0.3 / .pi * (cos(.pi * (found.time - 1) / 0.3) - cos(.pi * (end - 1) / 0.3))
    #expect(abs(found.accumulatedRotation / analytic - 1) < 0.01)
    #expect(abs(found.peakRate - sign * 15) < 0.05)
    // 10 % of the peak is reached after 0.3 / pi * asin(0.1) = 9.6 ms.
    #expect(abs(found.time - 1.00957) < 2e-5)
    #expect(found.sample == 202)
  }

  @Test("A swing holds its peak: a pause after it, with a slower turn behind, does not part them")
  func pauseAfterThePeak() throws {
    let found = try start(
      rates { (1.01..<1.03).contains($0) ? 15 : (1.07..<1.1).contains($0) ? 5 : 0 }, at: 1.1)
    #expect(found.peakRate == 15 && found.peakTime == 1.01)
    // From 0 to 15 rad/s in 5 ms: the line meets 1.5 rad/s after a tenth of them.
    #expect(abs(found.time - 1.0055) < 1e-6)
    #expect(abs(found.rotationToPeak - 0.0045 * (1.5 + 15) / 2) < 1e-6)
  }

  @Test("The direction is that of the largest rate in the look-back, not of a stronger backswing before")
  func direction() throws {
    let swing = rates { (0.8..<1).contains($0) ? -20 : (1..<1.3).contains($0) ? 9 : 0 }
    #expect(try start(swing, at: 1.25).peakRate == 9)
    // From -20 to 9 rad/s in 5 ms: the line meets 1 rad/s after 21 / 29 of them.
    #expect(abs(try start(swing, at: 1.25).time - (0.995 + 0.005 * 21 / 29)) < 1e-6)
    #expect(try start(swing, at: 1.25) { $0.lookBackS = 0.4 }.peakRate == -20)
  }

  @Test(
    "The threshold is a fraction of the peak, and at least the smallest rate",
    arguments: [(0.1, 1.0, 0.02), (0.5, 1.0, 0.1), (0.1, 4.0, 0.04)])
  func threshold(fraction: Double, minRate: Double, delay: Double) throws {
    // From 1 s on the rate grows by 100 rad/s each second; at the end it is 20 rad/s.
    let found = try start(rates { max(0, 100 * ($0 - 1) + 0.01) }, at: 1.2025) {
      $0.minRateFraction = fraction
      $0.minRate = minRate
    }
    #expect(abs(found.time - 1 - delay) < 0.0051)
    #expect(abs(found.rateThreshold - max(minRate, fraction * 20)) < 0.01)
  }

  @Test("A run of quiet samples ends the walk from exactly the given length on")
  func quietRun() throws {
    func swing(dip: Int) -> MemorySignal {
      let high = [Double](repeating: 8, count: 40)
      return Fixture.rates([Double](repeating: 0, count: 100) + high + [Double](repeating: 0, count: dip) + high)
    }
    #expect(try start(swing(dip: 4), at: 184.0 / 200).sample == 100)
    #expect(try start(swing(dip: 5), at: 185.0 / 200).sample == 145)
    #expect(try start(swing(dip: 5), at: 185.0 / 200) { $0.quietSamples = 6 }.sample == 100)
    // Quiet between the swing and its end is none within it.
    let late = Fixture.rates([Double](repeating: 0, count: 100) + [8, 8, 8] + [Double](repeating: 0, count: 10))
    #expect(try start(late, at: 113.0 / 200).sample == 100)
  }

  @Test(
    "The quiet is a time: fewer samples at lower rates, and at least two unless one is asked for",
    arguments: [
      (5, 200.48, 5), (5, 198.51, 5), (5, 100.24, 3), (5, 50.12, 2), (5, 25, 2), (5, 801.92, 20), (1, 50, 1),
      (12, 100, 6),
      (5, 0, 5),
      (5, 1e25, 9_007_199_254_740_992),
    ])
  func quietCount(samples: Int, rate: Double, expected: Int) {
    var finder = SwingStartFinder()
    finder.quietSamples = samples
    #expect(finder.quietCount(rate: rate) == expected)
  }

  @Test("At 50 Hz a rest of 60 ms parts a swing from the movement before it")
  func slowMotion() throws {
    let swing = Fixture.signal(seconds: 2, rate: 50, unit: .radiansPerSecond) {
      (0.5..<0.9).contains($0) || (0.96..<1.2).contains($0) ? 10 : 0
    }
    #expect(abs(try start(swing, at: 1.18).time - (0.94 + 0.02 * 0.1)) < 1e-6)
  }

  @Test("A sample that is missing within the swing is bridged")
  func missing() throws {
    let whole = rates { (1..<1.3).contains($0) ? 10 : 0 }
    var samples = try whole.samples(0..<whole.count)
    samples[225] = .nan
    let holed = MemorySignal(samples, timeBase: whole.timeBase, unit: whole.unit)
    let (expected, found) = (try start(whole, at: 1.2), try start(holed, at: 1.2))
    #expect(found.sample == expected.sample)
    #expect(abs(found.accumulatedRotation - expected.accumulatedRotation) < 1e-6)
  }

  @Test("A run of missing samples hides where the swing starts; with none at all there is no motion")
  func missingRun() throws {
    func swing(missing: Range<Double>) -> MemorySignal {
      rates { missing.contains($0) ? .nan : (1..<1.3).contains($0) ? 12 : 0 }
    }
    #expect(abs(try start(swing(missing: 1.0975..<1.1175), at: 1.25).time - 0.9955) < 1e-6)
    let hole = try refusal(swing(missing: 1.0975..<1.1225), at: 1.25)
    #expect(hole.reason == .gapInSwing && hole.explanation.contains("samples of the device motion are missing"))
    #expect(try refusal(swing(missing: 0..<2), at: 1.25).reason == .noDeviceMotion)
  }

  @Test("A gap within the swing, or right before its end, is the reason for none")
  func gap() throws {
    let times = Fixture.times(seconds: 2, rate: 200, gap: 1.099..<1.151)
    let swing = try Fixture.signal(times: times, unit: .radiansPerSecond) { (1..<1.3).contains($0) ? 10 : 0 }
    let within = try refusal(swing, at: 1.2)
    #expect(within.reason == .gapInSwing)
    #expect(within.explanation == "the device motion has a gap 45 ms before, within the swing")
    let before = try refusal(swing, at: 1.15)
    #expect(before.reason == .gapInSwing)
    #expect(before.explanation == "the device motion stops 55 ms before")
    // A gap ahead of the quiet that comes before a swing does no harm.
    let early = Fixture.times(seconds: 2, rate: 200, gap: 0.5..<0.9)
    let later = try Fixture.signal(times: early, unit: .radiansPerSecond) { (1..<1.3).contains($0) ? 10 : 0 }
    #expect(abs(try start(later, at: 1.2).time - 0.9955) < 1e-6)
  }

  @Test("Device motion that ends earlier, begins later or is none at all is no device motion")
  func noMotion() throws {
    let swing = rates(seconds: 1) { _ in 10 }
    let ended = try refusal(swing, at: 1.5)
    #expect(ended.reason == .noDeviceMotion)
    #expect(ended.explanation == "there is no device motion in the 100 ms before; the last sample lies 505 ms before")
    let none = try refusal(swing, at: -1)
    #expect(none.reason == .noDeviceMotion && none.value == nil)
    #expect(none.explanation == "there is no device motion in the 100 ms before")
    #expect(try refusal(rates(seconds: 0) { _ in 0 }, at: 1).reason == .noDeviceMotion)
  }

  @Test("A recording that begins within the swing has no start")
  func cutByTheStart() throws {
    let found = try refusal(rates { $0 < 0.3 ? 10 : 0 }, at: 0.25)
    #expect(found.reason == .noStart)
    #expect(found.explanation == "the recording begins within the swing")
  }

  @Test("A rotation that goes on for longer than a swing may is out of bounds")
  func tooLong() throws {
    let found = try refusal(rates(seconds: 4) { $0 < 0.5 ? 0 : 10 }, at: 3)
    #expect(found.reason == .durationOutOfBounds)
    #expect(found.explanation == "the swing goes on for more than 1.2 s")
    #expect(try start(rates(seconds: 4) { $0 < 2 ? 0 : 10 }, at: 3).sample == 400)
  }

  @Test("A wrist that turns slower than any swing has no start", arguments: [(2.9, false), (3.1, true)])
  func smallestPeak(rate: Double, isSwing: Bool) throws {
    let swing = rates { (1..<1.3).contains($0) ? -rate : 0 }
    guard !isSwing else {
      #expect(abs(try start(swing, at: 1.2).peakRate + rate) < 1e-6)
      return
    }
    let found = try refusal(swing, at: 1.2)
    #expect(found.reason == .noStart)
    #expect(abs((found.value ?? .nan) + rate) < 1e-6)
    #expect(found.explanation == "the rotation along gravity stays under 3.0 rad/s in the 100 ms before")
  }
}
