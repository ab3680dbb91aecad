import Foundation
import SPSignals
import Testing

@testable import SPSwings

/// What a recording's swings look like.
struct SwingReferenceTests {
  private func lobes(_ rates: [Double]) -> [RotationLobe] {
    rates.map { RotationLobe(time: 1, peakRate: $0, widthS: 0.15, riseS: 0.06) }
  }

  @Test("The median of each way, from as many swings as are asked for")
  func learned() {
    let one = SwingReference.learned(from: lobes([10, 12, 20]), minCount: 3)
    #expect(one?.positive == .init(rate: 12, widthS: 0.15, riseS: 0.06) && one?.negative == nil)
    #expect(one?.origin == .hits && one?.count == 3)
    let two = SwingReference.learned(from: lobes([-10, -12, 8, 6]), minCount: 3)
    #expect(two?.positive?.rate == 7 && two?.negative?.rate == 11)
    #expect(SwingReference.learned(from: lobes([10, 12]), minCount: 3) == nil)
    #expect(SwingReference.learned(from: [], minCount: 0) == nil)
    #expect(SwingReference.learned(from: lobes([-9]), minCount: 1)?.negative?.rate == 9)
  }

  @Test("A single swing among many, or less than a fifth, opens no direction")
  func odd() {
    #expect(SwingReference.learned(from: lobes([10, 10, -10]), minCount: 3)?.negative == nil)
    let many = [Double](repeating: 10, count: 9)
    #expect(SwingReference.learned(from: lobes(many + [-7, -7]), minCount: 3)?.negative == nil)
    #expect(SwingReference.learned(from: lobes(many + [-7, -7, -7]), minCount: 3)?.negative?.rate == 7)
  }

  @Test("A likeness has the ratios to the swings of the same way")
  func likeness() throws {
    let reference = try #require(SwingReference.learned(from: lobes([10, 10, -5, -5]), minCount: 1))
    let lobe = RotationLobe(time: 3, peakRate: -4, widthS: 0.3, riseS: 0.03)
    #expect(reference.likeness(of: lobe) == SwingLikeness(rateRatio: 0.8, widthRatio: 2, riseRatio: 0.5))
    let forehand = try #require(SwingReference.learned(from: lobes([10, 10]), minCount: 1))
    #expect(forehand.likeness(of: lobe) == nil)
  }

  @Test("A sample between missing ones is no reference, and has a finite difference from one", arguments: [1.0, -1])
  func singleSamples(sign: Double) throws {
    let single = RotationLobe(time: 1, peakRate: 20 * sign, widthS: 0, riseS: 0)
    #expect(SwingReference.learned(from: [single, single], minCount: 1) == nil)
    let hits = lobes([10 * sign, 10 * sign])
    let reference = try #require(SwingReference.learned(from: hits + [single], minCount: 2))
    #expect(reference == SwingReference.learned(from: hits, minCount: 2))
    var opened = try #require(SwingReference.learned(from: lobes([-10 * sign, -10 * sign]), minCount: 1))
    opened.open(with: [single, single])
    #expect(opened.likeness(of: single) == nil)
    // ln 100 / 0.4.
    let likeness = try #require(reference.likeness(of: single))
    #expect(abs(likeness.difference - 11.5129) < 1e-3)
    let nothing = SwingReference.Typical(rate: 10, widthS: 0, riseS: 0)
    let degenerate = SwingReference(positive: nothing, negative: nothing, origin: .hits, count: 1)
    for lobe in [single, hits[0]] {
      let likeness = try #require(degenerate.likeness(of: lobe))
      #expect([likeness.widthRatio, likeness.riseRatio, likeness.difference].allSatisfy { $0.isFinite })
    }
  }

  @Test(
    "Slower is different and faster is not; longer or shorter is, by the whole or by the rise, whichever is more alike")
  func difference() {
    func difference(_ rate: Double, _ width: Double, _ rise: Double) -> Double {
      SwingLikeness(rateRatio: rate, widthRatio: width, riseRatio: rise).difference
    }
    #expect(difference(1, 1, 1) == 0 && difference(3, 1, 1) == 0)
    #expect(difference(1, 0.5, 1) == 0 && difference(1, 1, 2) == 0)
    #expect(abs(difference(exp(-0.2), 1, 1) - 1) < 1e-12)
    #expect(abs(difference(1, exp(0.4), exp(0.8)) - 1) < 1e-12 && abs(difference(1, exp(-0.9), exp(-0.4)) - 1) < 1e-12)
    #expect(abs(difference(exp(-0.6), exp(1.6), exp(-1.6)) - 5) < 1e-12)
  }

  @Test("A burst like some of the hits is a swing, however far from the typical one; an odd hit is no example")
  func nearest() throws {
    let slow = RotationLobe(time: 1, peakRate: 5.5, widthS: 0.15, riseS: 0.06)
    // ln (10 / 5.5) / 0.2 from the typical one, ln (6.5 / 5.5) / 0.2 from the nearest, which differs by 2.15 itself.
    let varied = try #require(SwingReference.learned(from: lobes([10, 10, 10, 10, 6.5]), minCount: 1))
    #expect(abs(try #require(varied.difference(of: slow)) - 1.8 * log(6.5 / 5.5) / 0.2) < 1e-9)
    let even = try #require(SwingReference.learned(from: lobes([10, 10, 10, 10, 10]), minCount: 1))
    #expect(abs(try #require(even.difference(of: slow)) - log(10 / 5.5) / 0.2) < 1e-9)
    let odd = try #require(SwingReference.learned(from: lobes([10, 10, 10, 10, 5.5]), minCount: 1))
    #expect(odd.difference(of: slow) == even.difference(of: slow))
  }

  @Test(
    "Few hits one way leave the other one open, with the same swings", arguments: [(3, true), (13, true), (14, false)])
  func otherWay(count: Int, isOpen: Bool) throws {
    var reference = try #require(SwingReference.learned(from: lobes([Double](repeating: 9, count: count)), minCount: 1))
    reference.openOtherWay()
    #expect(reference.negative == (isOpen ? .init(rate: 9, widthS: 0.15, riseS: 0.06, origin: .otherWay) : nil))
    #expect(reference.positive?.origin == .hits)
  }
}

/// Lobes of the rotation.
struct RotationLobeTests {
  /// A bell of 12 rad/s with a deviation of 60 ms at 2 s, the other way around for a negative sign.
  private func bell(_ sign: Double, missing: ClosedRange<Double>? = nil) -> MemorySignal {
    Fixture.signal(seconds: 4, rate: 200, unit: .radiansPerSecond) { time in
      missing?.contains(time) == true ? .nan : sign * Fixture.bell(12, at: 2, time)
    }
  }

  @Test("Peak, width at half and rise of a bell", arguments: [1.0, -1])
  func measures(sign: Double) throws {
    let lobe = try RotationLobe(around: 400, in: bell(sign))
    #expect(lobe.sample == 400 && lobe.time == 2 && lobe.peakRate == sign * 12)
    // A normal curve is 2 sqrt(2 ln 2) = 2.3548 deviations wide at half its height.
    #expect(abs(lobe.widthS - 2.3548 * 0.06) < 0.0005)
    #expect(abs(lobe.riseS - lobe.widthS / 2) < 1e-6)
  }

  @Test("A missing sample ends the lobe, and so does the end of the recording")
  func ends() throws {
    let cut = try RotationLobe(around: 400, in: bell(1, missing: 2.02...2.03))
    let whole = try RotationLobe(around: 400, in: bell(1))
    #expect(cut.widthS < 0.65 * whole.widthS && cut.riseS == whole.riseS && cut.widthS.isFinite)
    let short = Fixture.signal(seconds: 2.005, rate: 200, unit: .radiansPerSecond) { Fixture.bell(12, at: 2, $0) }
    #expect(abs(try RotationLobe(around: 400, in: short).widthS / whole.widthS - 0.5) < 0.02)
  }

  @Test("A hit's lobe is the highest rate its way around the impact")
  func ofHit() throws {
    let rotation = Fixture.signal(seconds: 4, rate: 200, unit: .radiansPerSecond) { time in
      Fixture.bell(12, at: 2.03, time) - Fixture.bell(20, at: 2.35, time)
    }
    let swing = Fixture.swing(at: 2, peakRate: 11, impact: Fixture.impact(at: 2))
    #expect(abs(try #require(try RotationLobe(of: swing.candidate, in: rotation)).time - 2.03) < 0.006)
    let other = Fixture.swing(at: 2.3, peakRate: -11, impact: Fixture.impact(at: 2.3))
    #expect(abs(try #require(try RotationLobe(of: other.candidate, in: rotation)).time - 2.35) < 0.006)
    #expect(try RotationLobe(of: Fixture.swing(at: 9, peakRate: 5).candidate, in: rotation) == nil)
  }
}
