import Foundation
import SPSignals
import SPSwings
import Testing

// The expected numbers come from NumPy 2 and SciPy 1 (scipy.stats.kurtosis(fisher=False), scipy.signal.peak_widths with
// the prominence set to the peak, scipy.signal.periodogram(window="hann", nfft=512, detrend=False), cumulated sums),
// on the same float32 samples and the windows that the columns' descriptions give.
/// Strength, shape, spectrum and context of a burst.
struct BurstFeaturesTests {
  private static let rate = 800.0
  private let impact: Impact
  private let impactOnZ: Impact
  private let signals: SwingSignals

  /// A damped sine from sample 600 on, over a hum of 61 Hz: 60 % of it on x, -20 % on y.
  init() throws {
    func shock(_ time: Double) -> Double {
      let since = time - 600 / Self.rate
      return since > 1e-9 ? 12 * exp(-since / 0.018) * sin(2 * .pi * 117 * since) : 0
    }
    let filtered = Triaxial(
      x: Fixture.signal(seconds: 1.5, rate: Self.rate) { 0.6 * shock($0) },
      y: Fixture.signal(seconds: 1.5, rate: Self.rate) { -0.2 * shock($0) },
      z: Fixture.signal(seconds: 1.5, rate: Self.rate) { shock($0) + 0.03 * sin(2 * .pi * 61 * $0) })
    func raised(_ signal: any Signal, by gravity: Double) throws -> MemorySignal {
      MemorySignal(
        try signal.samples(0..<signal.count).map { Float(Double($0) + gravity) }, timeBase: signal.timeBase, unit: .g)
    }
    let raw = Triaxial(
      x: try raised(filtered.x, by: 0.1), y: try raised(filtered.y, by: -0.3), z: try raised(filtered.z, by: -0.95))
    signals = SwingSignals(acceleration: raw, filtered: filtered)
    // Features are those of the axis with the largest value, z here; the peak is that of the detector's.
    impact = try #require(try ImpactDetector().impacts(filtered: filtered, raw: raw).impacts.first)
    var onZ = ImpactDetector()
    onZ.axis = .z
    impactOnZ = try #require(try onZ.impacts(filtered: filtered, raw: raw).impacts.first)
  }

  private func isClose(_ value: Double?, _ expected: Double, _ tolerance: Double = 1e-5) -> Bool {
    guard let value else { return false }
    return abs(value - expected) <= tolerance * abs(expected)
  }

  @Test("Strength")
  func strength() throws {
    let burst = try BurstFeatures(of: impact, in: signals)
    #expect(impact.sample == 602)
    #expect(isClose(impactOnZ.peak, 10.056488037109375) && impact.axis == .z && impactOnZ.sample == 602)
    // sqrt(x^2 + y^2 + z^2), with x = 0.6 and y = -0.2 times the shock in z.
    #expect(isClose(impact.peak, 11.90483283996582))
    #expect(isClose(burst.peakZ, -9.348971366882324))
    #expect(isClose(burst.peakAcceleration, 11.22666038066312))
    #expect(isClose(burst.peakJerk, 7122.188186645508))
  }

  @Test("Shape")
  func shape() throws {
    let burst = try BurstFeatures(of: impact, in: signals)
    #expect(isClose(burst.riseTimeMS, 2.5))
    #expect(isClose(burst.halfPeakWidthMS, 2.77511518))
    #expect(isClose(burst.decayTimeMS, 17.5))
    #expect(isClose(burst.timeToTenPercentMS, 40))
    #expect(isClose(burst.crestFactor, 3.9909223459511947))
    #expect(isClose(burst.kurtosis, 8.147493192086925))
    #expect(isClose(burst.energyWidthMS, 26.25))
  }

  @Test("A ringing that outlasts the window has no decay time")
  func endless() throws {
    let tone = Fixture.signal(seconds: 1.5, rate: Self.rate) { $0 < 0.75 ? 0 : 5 * cos(2 * .pi * 100 * ($0 - 0.75)) }
    let triaxial = Fixture.triaxial(z: tone)
    let burst = try BurstFeatures(
      of: Fixture.impact(at: 0.75, peak: 5, sample: 600), in: SwingSignals(acceleration: triaxial, filtered: triaxial))
    #expect(burst.decayTimeMS == nil && burst.timeToTenPercentMS == nil)
  }

  @Test("Spectrum")
  func spectrum() throws {
    let spectrum = try #require(try SpectrumFeatures(of: impact, in: signals.filtered))
    #expect(isClose(spectrum.dominantHz, 117.1875))
    #expect(isClose(spectrum.centroidHz, 116.95085800226647))
    #expect(isClose(spectrum.bandwidthHz, 9.207900668010767, 1e-4))
    let bands = [
      0.0023490203368358403, 0.6348270896225239, 0.36233965863687156, 0.0003620052225794989, 0.00012222618118938155,
    ]
    #expect(spectrum.bandFractions.count == bands.count)
    for (fraction, expected) in zip(spectrum.bandFractions, bands) { #expect(isClose(fraction, expected, 1e-3)) }
    #expect(isClose(spectrum.axisFractions.x, 0.25748617))
    #expect(isClose(spectrum.axisFractions.y, 0.02860957))
    #expect(isClose(spectrum.axisFractions.z, 0.71390426))
  }

  @Test("Context")
  func context() throws {
    let context = try ContextFeatures(before: impact, in: signals.filtered.z)
    #expect(isClose(context.rmsBefore, 0.02131053167544038))
    #expect(isClose(context.peakToRMS, 471.9022589520427))
    let first = try ContextFeatures(before: Fixture.impact(at: 0.01, sample: 8), in: signals.filtered.z)
    #expect(first.rmsBefore == nil && first.peakToRMS == nil)
    let still = Fixture.signal(seconds: 1.5, rate: Self.rate) { $0 == 0.75 ? 5 : 0 }
    let silent = try ContextFeatures(before: Fixture.impact(at: 0.75, sample: 600), in: still)
    #expect(silent.rmsBefore == 0 && silent.peakToRMS == nil)
  }

  @Test("Silence has no spectrum, and a slow sensor no bands beyond half its rate")
  func limits() throws {
    let silence = Fixture.triaxial(z: Fixture.signal(seconds: 1, rate: 800) { _ in 0 })
    #expect(try SpectrumFeatures(of: Fixture.impact(at: 0.5, sample: 400), in: silence) == nil)
    let slow = Fixture.triaxial(z: Fixture.signal(seconds: 1, rate: 300) { sin(2 * .pi * 60 * $0) })
    let spectrum = try #require(try SpectrumFeatures(of: Fixture.impact(at: 0.5, sample: 150), in: slow))
    #expect(spectrum.bandFractions.map { $0 != nil } == [true, true, false, false, false])
    #expect(abs(spectrum.dominantHz - 60) < 1)
  }

  /// Samples from 0 to `last` after the peak: 72 of them are 90 ms, and 120 are 150 ms.
  @Test(
    "Figures of a window are missing where the recording ends within it",
    arguments: [(71, false, false), (72, true, false), (119, true, false), (120, true, true)])
  func cut(last: Int, isCoreWhole: Bool, isTailWhole: Bool) throws {
    func cut(_ axes: Triaxial) throws -> Triaxial {
      let count = impact.sample + last + 1
      let axes = try axes.axes.map {
        MemorySignal(
          try $0.samples(0..<count), timeBase: TimeBase(start: 0, rate: Self.rate, count: count), unit: .g)
      }
      return Triaxial(x: axes[0], y: axes[1], z: axes[2])
    }
    let short = SwingSignals(acceleration: try cut(signals.acceleration), filtered: try cut(signals.filtered))
    let (found, whole) = (try MeasuredImpact(impact, in: short), try MeasuredImpact(impact, in: signals))
    #expect(found.burst.crestFactor == (isCoreWhole ? whole.burst.crestFactor : nil))
    #expect(found.burst.kurtosis == (isCoreWhole ? whole.burst.kurtosis : nil))
    #expect(found.burst.energyWidthMS == (isCoreWhole ? whole.burst.energyWidthMS : nil))
    #expect(found.spectrum == (isCoreWhole ? whole.spectrum : nil))
    #expect(found.burst.decayTimeMS == (isTailWhole ? whole.burst.decayTimeMS : nil))
    #expect(found.burst.timeToTenPercentMS == (isTailWhole ? whole.burst.timeToTenPercentMS : nil))
    #expect(found.burst.halfPeakWidthMS == whole.burst.halfPeakWidthMS && found.burst.peakZ == whole.burst.peakZ)
  }

  @Test(
    "Figures of a window are missing where a sample is, in ms from the peak",
    arguments: [
      (-100, true, true, true), (1.25, false, false, false), (75, true, false, false), (140, true, true, false),
    ]
      as [(Double, Bool, Bool, Bool)])
  func missing(ms: Double, hasWidth: Bool, isCoreWhole: Bool, isTailWhole: Bool) throws {
    var samples = try signals.filtered.z.samples(0..<signals.filtered.z.count)
    samples[impact.sample + Int((ms * Self.rate / 1000).rounded())] = .nan
    let z = MemorySignal(samples, timeBase: signals.filtered.z.timeBase, unit: .g)
    let filtered = Triaxial(x: signals.filtered.x, y: signals.filtered.y, z: z)
    let found = try MeasuredImpact(impact, in: SwingSignals(acceleration: signals.acceleration, filtered: filtered))
    #expect((found.burst.halfPeakWidthMS != nil) == hasWidth)
    #expect((found.burst.crestFactor != nil) == isCoreWhole && (found.burst.kurtosis != nil) == isCoreWhole)
    #expect((found.burst.energyWidthMS != nil) == isCoreWhole && (found.spectrum != nil) == isCoreWhole)
    #expect((found.burst.decayTimeMS != nil) == isTailWhole && (found.burst.timeToTenPercentMS != nil) == isTailWhole)
    #expect((found.context.rmsBefore != nil) == (ms > -50))
  }

  /// A step of 6 g from sample 599 to the next, at 800 Hz: 4800 g/s.
  @Test("Missing samples and shared timestamps do not hide the largest step, nor make it larger")
  func jerk() throws {
    func jerk(missing: Int? = nil, _ stamp: (Int) -> Double = { Double($0) / 800 }) throws -> Double {
      let timeBase = try TimeBase(scanning: MemoryTimestamps((0..<1200).map(stamp)))
      let samples = (0..<1200).map { $0 == missing ? Float.nan : $0 < 600 ? 0 : 6 }
      let triaxial = Fixture.triaxial(z: MemorySignal(samples, timeBase: timeBase, unit: .g))
      return try BurstFeatures(
        of: Fixture.impact(at: 0.75, peak: 6, sample: 600),
        in: SwingSignals(acceleration: triaxial, filtered: triaxial)
      ).peakJerk
    }
    #expect(isClose(try jerk(), 4800))
    // From sample 598 to 600, and from 599 to 601.
    #expect(isClose(try jerk(missing: 599), 2400))
    #expect(isClose(try jerk { Double($0 == 600 ? 599 : $0) / 800 }, 2400))
    // Two samples to a timestamp.
    #expect(isClose(try jerk { Double($0 / 2) / 400 }, 4800, 2e-3))
  }

  @Test("Peaks are those of the samples there are where the segment ends within a window")
  func segment() throws {
    let times = Fixture.times(seconds: 1.5, rate: Self.rate, gap: 0.5..<0.745)
    let signal = try Fixture.signal(times: times) { time in
      time < 0.5 ? 40 : time < 0.7499 ? 0 : 6 * exp(-(time - 0.75) / 0.01)
    }
    let triaxial = Fixture.triaxial(z: signal)
    let sample = try signal.timeBase.firstIndex(atOrAfter: 0.75)
    let cut = Fixture.impact(at: 0.75, peak: 6, sample: sample)
    let burst = try BurstFeatures(of: cut, in: SwingSignals(acceleration: triaxial, filtered: triaxial))
    #expect(burst.peakAcceleration == 6)
    #expect(isClose(burst.peakJerk, 6 * Self.rate))
    #expect(try ContextFeatures(before: cut, in: signal).rmsBefore == nil)
    // 250 ms before the peak, of which the 50 ms next to it do not count.
    let late = Fixture.impact(at: 1, peak: 6, sample: sample + 200)
    #expect(try ContextFeatures(before: late, in: signal).rmsBefore == nil)
  }
}
