import Foundation
import SPSignals
import Testing

@testable import SPSwings

/// Recordings whose clock was set back, so that two segments hold the same times.
/// Clocks that step back.
struct BackwardClockTests {
  /// Timestamps that begin with `ahead` at a rate and go on from 0 s for four seconds.
  private func timestamps(_ ahead: Range<Double>, rate: Double) -> [Double] {
    let count = Int(((ahead.upperBound - ahead.lowerBound) * rate).rounded())
    return (0..<count).map { ahead.lowerBound + Double($0) / rate } + (0..<Int(4 * rate)).map { Double($0) / rate }
  }

  private func signal(_ timestamps: [Double], unit: SPSignals.Unit, from start: Int, _ value: (Double) -> Double) throws
    -> MemorySignal
  {
    MemorySignal(
      timestamps.indices.map { Float($0 < start ? 0 : value(timestamps[$0])) },
      timeBase: try TimeBase(scanning: MemoryTimestamps(timestamps)), unit: unit)
  }

  @Test("A lobe is measured in its own segment", arguments: [0.5..<1.5, 1.9..<2.1, 1..<3.5])
  func lobe(ahead: Range<Double>) throws {
    let times = timestamps(ahead, rate: 200)
    let start = times.count - 800
    let rotation = try signal(times, unit: .radiansPerSecond, from: start) { Fixture.bell(12, at: 2, $0) }
    let lobe = try RotationLobe(around: start + 400, in: rotation)
    let alone = Fixture.signal(seconds: 4, rate: 200, unit: .radiansPerSecond) { Fixture.bell(12, at: 2, $0) }
    var expected = try RotationLobe(around: 400, in: alone)
    expected.sample = start + 400
    #expect(lobe == expected)
  }

  @Test("The lobe of a hit comes from a segment that holds its impact, whatever others hold of the window's start")
  func lobeOfHit() throws {
    let times = timestamps(1.5..<1.95, rate: 200)
    let start = times.count - 800
    let rotation = try signal(times, unit: .radiansPerSecond, from: start) { Fixture.bell(12, at: 2, $0) }
    let swing = Fixture.swing(at: 2, peakRate: 11, impact: Fixture.impact(at: 2)).candidate
    #expect(try #require(try RotationLobe(of: swing, in: rotation)).sample == start + 400)
  }

  /// Segments ahead of the peak's that hold all of its window, its calm part, and the front of either.
  @Test("An onset is found in its own segment", arguments: [1..<3, 1.9..<1.945, 1.5..<1.92, 1.96..<1.975, 1.5..<1.99])
  func onset(ahead: Range<Double>) throws {
    func shock(_ time: Double) -> Double {
      let since = time - 1.9999
      return since < 0 ? 0 : 20 * exp(-since / 0.015) * sin(2 * .pi * 110 * since)
    }
    let times = timestamps(ahead, rate: 800)
    let start = times.count - 3200
    let alone = Fixture.signal(seconds: 4, rate: 800, shock)
    let expected = try OnsetFinder().onset(before: 1602, in: Triaxial(x: alone, y: alone, z: alone))
    let restarted = try signal(times, unit: .g, from: start, shock)
    #expect(
      try OnsetFinder().onset(before: start + 1602, in: Triaxial(x: restarted, y: restarted, z: restarted)) == start
        + expected)
  }

  @Test("A walk back to the start of a swing is as long as it may be, whatever other segments hold")
  func start() throws {
    let times = timestamps(0.5..<1.5, rate: 200)
    let start = times.count - 800
    let rotation = try signal(times, unit: .radiansPerSecond, from: start) { $0 > 0.1 ? 10 : 0 }
    let outcome = try SwingStartFinder().start(before: start + 401, at: 2, in: rotation)
    guard case .none(let failure) = outcome else {
      Issue.record("a start that lies too far back")
      return
    }
    #expect(failure.reason == .durationOutOfBounds)
  }

  @Test("A burst of a sample between missing ones is told apart, with numbers that can be written")
  func singleSample() throws {
    let rotation = Fixture.rates([0, 0, .nan, 20, .nan, 0, 0])
    let typical = SwingReference.Typical(rate: 12, widthS: 0.14, riseS: 0.07)
    let reference = SwingReference(positive: typical, negative: nil, origin: .hits, count: 5)
    let check = BurstCheck(
      try RotationLobe(around: 3, in: rotation), BurstCheck.Measure(reference, maxDifference: 2.4, minProbability: 0),
      nil)
    #expect(!check.passed && check.explanation.contains("between missing ones"))
    #expect(check.checks.count == 1 && check.checks[0].value == 0)
  }
}
