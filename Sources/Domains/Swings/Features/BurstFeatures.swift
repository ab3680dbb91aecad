import SPSignals

/// Strength and shape of an impact's burst of acceleration.
public struct BurstFeatures: Hashable, Sendable {
  /// Raw z acceleration of the largest magnitude, signed, in g, from 10 ms before the filtered peak to 20 ms after it.
  @SinglePrecision public var peakZ: Double
  /// Largest magnitude of the raw acceleration over the three axes in the same window, in g.
  @SinglePrecision public var peakAcceleration: Double
  /// Largest step of the raw acceleration on the detection axis divided by its duration, in g/s, from 30 ms before the
  /// peak to 20 ms after it.
  @SinglePrecision public var peakJerk: Double
  /// Width of the filtered peak at half its height, in ms. It is nil if the signal does not fall to half within the 10
  /// ms before and the 90 ms after the peak, or is cut off before it does.
  @OptionalSinglePrecision public var halfPeakWidthMS: Double? = nil
  /// Time from the onset to the peak, in ms.
  @SinglePrecision public var riseTimeMS: Double
  /// Time from the peak until the envelope stays below 1/e of it, in ms; nil if that takes more than 150 ms, or if
  /// these 150 ms are cut off.
  @OptionalSinglePrecision public var decayTimeMS: Double? = nil
  /// Time from the peak until the envelope stays below a tenth of it, in ms; nil as ``decayTimeMS``.
  @OptionalSinglePrecision public var timeToTenPercentMS: Double? = nil
  /// Peak divided by RMS of the filtered acceleration from 10 ms before the peak to 90 ms after it; nil if this window
  /// is cut off.
  @OptionalSinglePrecision public var crestFactor: Double? = nil
  /// Kurtosis (a normal distribution's is 3) of the same samples; nil as ``crestFactor``.
  @OptionalSinglePrecision public var kurtosis: Double? = nil
  /// Time in which the energy of the same samples grows from 5 to 95 %, in ms; nil as ``crestFactor``.
  @OptionalSinglePrecision public var energyWidthMS: Double? = nil

  /// Measures an impact's burst.
  ///
  /// If the recording's segment ends within a window, or a sample is missing, the window is cut off. The largest values
  /// then cover only the samples present, and features of the whole window are nil.
  /// - Throws: errors from reading the signals.
  public init(of impact: Impact, in signals: SwingSignals) throws {
    let window = BurstWindow(around: impact, in: signals.filtered.z.timeBase)
    var (peak, largest) = (0.0, 0.0)
    try signals.acceleration.visit(window.range(fromMS: -10, toMS: 20)) { x, y, z in
      (peak, largest) = (Self.peak(z), largestLength(x, y, z))
    }
    (peakZ, peakAcceleration) = (peak, largest)
    peakJerk = try Self.peakJerk(signals.acceleration[impact.axis], window.range(BurstWindow.rawMS))
    riseTimeMS = 1000 * (impact.time - impact.onsetTime)

    let filtered = signals.filtered[impact.axis]
    let stepMS = 1000 / window.rate
    if let tailRange = window.wholeRange(BurstWindow.tailMS) {
      let tail = try filtered.samples(tailRange).map { abs(Double($0)) }
      if tail.allSatisfy(\.isFinite) {
        decayTimeMS = Self.decay(tail, to: 1 / 2.718281828459045).map { Double($0) * stepMS }
        timeToTenPercentMS = Self.decay(tail, to: 0.1).map { Double($0) * stepMS }
      }
    }

    let coreRange = window.range(BurstWindow.coreMS)
    let core = try filtered.samples(coreRange).map(Double.init)
    halfPeakWidthMS = Self.halfPeakWidth(core.map(abs), peak: impact.sample - coreRange.lowerBound).map { $0 * stepMS }
    guard window.wholeRange(BurstWindow.coreMS) != nil else { return }
    let energies = core.map { $0 * $0 }
    let energy = energies.reduce(0, +)
    guard energy.isFinite else { return }
    // On all axes together, `Impact.peak` is the length of the vector; the features need the value on the impact's
    // axis.
    let height = abs(core[impact.sample - coreRange.lowerBound])
    crestFactor = height / (energy / Double(core.count)).squareRoot()
    kurtosis = Statistics.kurtosis(core) + 3
    energyWidthMS = Self.energyWidth(energies, total: energy) * stepMS
  }

  /// The largest step between samples divided by its time. Missing samples are skipped, and so are samples that share a
  /// timestamp with the previous sample.
  private static func peakJerk(_ z: any Signal, _ range: Range<Int>) throws -> Double {
    let timeBase = z.timeBase
    let evenStepS = timeBase.sharesTimestamps ? 1 / timeBase.rate : nil
    var largest = 0.0
    try z.visit(range) { samples in
      try timeBase.visitTimes(range) { times in
        guard var before = samples.indices.first(where: { samples[$0].isFinite }) else { return }
        for index in before + 1..<samples.count where samples[index].isFinite {
          let step = evenStepS.map { Double(index - before) * $0 } ?? times[index] - times[before]
          guard step > 0 else { continue }
          largest = max(largest, abs(Double(samples[index]) - Double(samples[before])) / step)
          before = index
        }
      }
    }
    return largest
  }

  /// The value with the largest magnitude, signed, the first of equal values; NaN if all are missing.
  private static func peak(_ samples: Span<Float>) -> Double {
    var peak = Float.nan
    for index in samples.indices where samples[index].isFinite && !(abs(samples[index]) <= abs(peak)) {
      peak = samples[index]
    }
    return Double(peak)
  }

  /// The number of samples from the peak until the envelope stays below `fraction` of it.
  ///
  /// The envelope at a sample is the largest magnitude from there on, so that zero crossings of the ringing do not
  /// end it.
  static func decay(_ magnitudes: [Double], to fraction: Double) -> Int? {
    guard let peak = magnitudes.first, let last = magnitudes.lastIndex(where: { $0 >= fraction * peak }),
      last + 1 < magnitudes.count
    else { return nil }
    return last + 1
  }

  /// The width at half the peak's height, in samples, with linear interpolation between them; nil if the samples end,
  /// or a sample is missing, before they fall to half on both sides.
  static func halfPeakWidth(_ magnitudes: [Double], peak: Int) -> Double? {
    let half = magnitudes[peak] / 2
    func crossing(_ step: Int) -> Double? {
      var index = peak
      while magnitudes.indices.contains(index + step) {
        let (here, next) = (magnitudes[index], magnitudes[index + step])
        guard next >= half else {
          return next.isFinite ? Double(abs(index - peak)) + (here - half) / (here - next) : nil
        }
        index += step
      }
      return nil
    }
    return crossing(-1).flatMap { before in crossing(1).map { before + $0 } }
  }

  /// The number of samples in which the cumulative energy goes from 5 to 95 % of the total.
  static func energyWidth(_ energies: [Double], total: Double) -> Double {
    var sum = 0.0
    var first: Int?
    for (index, energy) in energies.enumerated() {
      sum += energy
      if first == nil, sum >= 0.05 * total { first = index }
      if sum >= 0.95 * total { return Double(index - (first ?? index)) }
    }
    return 0
  }
}

/// Sample ranges around an impact that never leave its segment.
struct BurstWindow {
  /// The part of the raw acceleration that is read, in ms from the peak.
  static let rawMS = -30.0...20.0
  /// The burst itself in the filtered acceleration, on all axes.
  static let coreMS = -10.0...90.0
  /// The filtered acceleration before the burst, on the impact's axis.
  static let contextMS = -300.0...(-50.0)
  /// The filtered acceleration from the peak until the burst has decayed, on the impact's axis.
  static let tailMS = 0.0...150.0

  /// Measured rate, in Hz.
  let rate: Double
  private let sample: Int
  private let segment: Range<Int>

  init(around impact: Impact, in timeBase: TimeBase) {
    rate = timeBase.rate
    sample = impact.sample
    segment = timeBase.segment(containing: impact.sample).samples
  }

  /// The samples between two times relative to the peak, in ms.
  func range(_ ms: ClosedRange<Double>) -> Range<Int> { range(fromMS: ms.lowerBound, toMS: ms.upperBound) }

  /// The samples between two times relative to the peak, in ms; nil if the segment does not hold all of them.
  func wholeRange(_ ms: ClosedRange<Double>) -> Range<Int>? {
    let all = samples(fromMS: ms.lowerBound, toMS: ms.upperBound)
    return all.clamped(to: segment) == all ? all : nil
  }

  /// The samples between two times relative to the peak, both included; empty if the segment has no samples there.
  func range(fromMS start: Double, toMS end: Double) -> Range<Int> {
    samples(fromMS: start, toMS: end).clamped(to: segment)
  }

  private func samples(fromMS start: Double, toMS end: Double) -> Range<Int> {
    let first = sample + Int(clamping: (start * rate / 1000).rounded(.up))
    let last = sample + Int(clamping: (end * rate / 1000).rounded(.down))
    return first..<max(first, last + 1)
  }
}

/// The acceleration before an impact.
public struct ContextFeatures: Hashable, Sendable {
  /// RMS of the high-passed acceleration on the detection axis over 250 ms, in g; nil if the recording's segment begins
  /// within these 250 ms, or a sample is missing.
  @OptionalSinglePrecision public var rmsBefore: Double? = nil
  /// Peak of the burst divided by that RMS.
  @OptionalSinglePrecision public var peakToRMS: Double? = nil

  /// Measures the acceleration before an impact.
  ///
  /// The 250 ms end 50 ms before the peak. Closer to the peak are the shock's own first samples and the echo of the
  /// linear-phase filter.
  /// - Throws: errors from reading the signal.
  public init(before impact: Impact, in filtered: any Signal) throws {
    let window = BurstWindow(around: impact, in: filtered.timeBase)
    guard let range = window.wholeRange(BurstWindow.contextMS), !range.isEmpty else { return }
    let samples = try filtered.samples(range).map(Double.init)
    let rms = (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
    guard rms.isFinite else { return }
    rmsBefore = rms
    let height = abs(Double(try filtered.sample(impact.sample)))
    peakToRMS = rms > 0 ? height / rms : nil
  }
}
