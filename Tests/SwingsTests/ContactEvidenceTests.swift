import Foundation
import SPSignals
import Testing

@testable import SPSwings

struct ContactEvidenceTests {
  /// A shock of 6 g at 1 s over a hum of 20 mg, at 800 Hz.
  private static func shock(_ time: Double) -> Double {
    let hum = 0.02 * sin(2 * .pi * 3.7 * time)
    let since = time - 1
    return since < 0 ? hum : hum + 6 * exp(-since / 0.012) * sin(2 * .pi * 110 * since)
  }

  private static let times = (0..<1600).map { Double($0) / 800 }
  private let filtered = Fixture.signal(seconds: 2, rate: 800, shock)
  private let rotation = Fixture.signal(seconds: 2, rate: 100, unit: .radiansPerSecond) {
    Fixture.bell(12, at: 0.97, $0)
  }
  private let airSwing = Fixture.swing(at: 0.97, peakRate: 12)

  private func evidence(
    _ swing: Swing, _ filtered: MemorySignal, _ rotation: MemorySignal? = nil
  ) throws -> ContactEvidence? {
    let measured = try ContactEvidence.measure(
      swing.candidate, filtered: Fixture.triaxial(z: filtered), axis: .z, total: rotation ?? self.rotation)
    guard case .measured(let evidence) = measured else { return nil }
    return evidence
  }

  /// The shock, after another recording of half a second. The clock of that recording was ahead, and ends inside the window
  /// of the shock.
  @Test("After a backward step of the clock the burst of a segment that holds the anchor counts")
  func backwardStep() throws {
    let timestamps = (0..<400).map { 0.4 + Double($0) / 800 } + Self.times
    let values = timestamps.indices.map { Float($0 < 400 ? ($0 == 390 ? 9 : 0.02) : Self.shock(timestamps[$0])) }
    let restarted = MemorySignal(values, timeBase: try TimeBase(scanning: MemoryTimestamps(timestamps)), unit: .g)
    let found = try #require(try evidence(airSwing, restarted))
    #expect(found.burstTime == 1.0025 && isNear(found, Self.reference))
  }

  private func fraction(_ swing: Swing, _ filtered: MemorySignal) throws -> Double? {
    guard
      case .tooLittle(let fraction) = try ContactEvidence.measure(
        swing.candidate, filtered: Fixture.triaxial(z: filtered), axis: .z, total: rotation)
    else { return nil }
    return fraction
  }

  private func isNear(_ evidence: ContactEvidence, _ values: [ContactEvidence.Feature: Double]) -> Bool {
    evidence.values.keys == values.keys
      && values.allSatisfy { abs((evidence.values[$0.key] ?? .nan) - $0.value) < 1e-5 }
  }

  // NumPy, on the same samples as float32. The peak is the largest |z| from 0.87 to 1.12 s. The values are ln(peak),
  // ln(peak / max |z| from 80 to 8 samples before the peak), and the nearest sample of the rotation divided by 12.
  private static let reference: [ContactEvidence.Feature: Double] = [
    .logPeak: 1.5670089, .logProminence: 5.6034286, .rateFraction: 0.8824969, .logFrequency: 4.7072229,
  ]

  @Test("A swing without impact has the values of the largest burst around its anchor")
  func airSwingValues() throws {
    let found = try #require(try evidence(airSwing, filtered))
    #expect(found.burstTime == 1.0025)
    #expect(abs(found.peakG - 4.7922926) < 1e-6)
    #expect(isNear(found, Self.reference))
  }

  @Test(
    "A swing with an impact has the values of that impact, though a larger burst lies near; the sign does not count")
  func impactValues() throws {
    let louder = Fixture.signal(seconds: 2, rate: 800) { -Self.shock($0) + ($0 == 1.05 ? 30 : 0) }
    let swing = Fixture.swing(at: 1.0025, peakRate: 12, impact: Fixture.impact(at: 1.0025, peak: -4.8, sample: 802))
    let found = try #require(try evidence(swing, louder))
    // The louder burst is part of what rings.
    var values = Self.reference
    values[.logFrequency] = found[.logFrequency]
    #expect(found.burstTime == 1.0025 && isNear(found, values))
    #expect(try evidence(airSwing, louder)?.burstTime == 1.05)
  }

  @Test("Samples that are missing are passed over")
  func missingSamples() throws {
    var samples = Self.times.map { Float(Self.shock($0)) }
    for index in [802] + Array(730..<740) { samples[index] = .nan }
    let found = try #require(try evidence(airSwing, MemorySignal(samples, timeBase: filtered.timeBase, unit: .g)))
    #expect(found.burstTime == 1.00125)
    #expect(isNear(found, [.logPeak: 1.4090105, .logProminence: 5.4614223, .rateFraction: 0.8824969]))
  }

  @Test("Right after a gap the swing's own vibration is not known; with half of its samples it is")
  func gaps() throws {
    func measured(gapEnd: Double) throws -> ContactEvidence? {
      let kept = Self.times.filter { $0 < 0.7 || $0 >= gapEnd - 1e-9 }
      let peak = try #require(kept.firstIndex(of: 1.0025))
      let swing = Fixture.swing(
        at: 1.0025, peakRate: 12, impact: Fixture.impact(at: 1.0025, peak: 4.8, sample: peak))
      return try evidence(swing, Fixture.signal(times: kept, Self.shock))
    }
    #expect(isNear(try #require(try measured(gapEnd: 0.94)), Self.reference))
    let after = try #require(try measured(gapEnd: 0.97))
    #expect(isNear(after, Self.reference.filter { $0.key != .logProminence }))
  }

  @Test(
    "With less than 80 % of the samples around its anchor, a swing without impact cannot be measured",
    arguments: [(1.075, nil), (1.065, 0.78), (0.5, 0)] as [(Double, Double?)])
  func tooLittle(end: Double, expected: Double?) throws {
    // The window is from 0.87 to 1.12 s.
    let cut = try Fixture.signal(times: Self.times.filter { $0 < end - 1e-9 }, Self.shock)
    let found = try fraction(airSwing, cut)
    #expect(found.map { ($0 * 100).rounded() / 100 } == expected)
    var samples = Self.times.map { Float($0 < end - 1e-9 ? Self.shock($0) : .nan) }
    #expect(try fraction(airSwing, MemorySignal(samples, timeBase: filtered.timeBase, unit: .g)) == found)
    // An impact is measured at its own sample, unless this sample is missing.
    let swing = Fixture.swing(at: 1.0025, peakRate: 12, impact: Fixture.impact(at: 1.0025, peak: 4.8, sample: 802))
    samples[802] = Float(Self.shock(1.0025))
    #expect(try evidence(swing, MemorySignal(samples, timeBase: filtered.timeBase, unit: .g)) != nil)
    samples[802] = .nan
    samples.replaceSubrange(600..<1000, with: repeatElement(.nan, count: 400))
    #expect(try fraction(swing, MemorySignal(samples, timeBase: filtered.timeBase, unit: .g)) == 0)
  }

  @Test("Without device motion near the burst the rate is not known, and all else is")
  func missingMotion() throws {
    let rest = Self.reference.filter { $0.key != .rateFraction }
    let none = MemorySignal([], timeBase: TimeBase(start: 0, rate: 100, count: 0), unit: .radiansPerSecond)
    let early = Fixture.signal(seconds: 0.9, rate: 100, unit: .radiansPerSecond) { _ in 12 }
    let unknown = Fixture.signal(seconds: 2, rate: 100, unit: .radiansPerSecond) { _ in .nan }
    for motion in [none, early, unknown] {
      #expect(isNear(try #require(try evidence(airSwing, filtered, motion)), rest))
    }
  }

  @Test("Where nothing at all shakes, the values are finite")
  func silence() throws {
    let still = Fixture.signal(seconds: 2, rate: 800) { _ in 0 }
    let found = try #require(try evidence(airSwing, still))
    #expect(
      isNear(found, [.logPeak: log(0.001), .logProminence: 0, .rateFraction: found.values[.rateFraction] ?? .nan]))
  }
}
