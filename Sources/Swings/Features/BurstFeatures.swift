import Signals

/// Strength and shape of an impact's burst of acceleration.
public struct BurstFeatures: Hashable, Sendable {
  /// Raw z acceleration of the largest magnitude, signed, in g, from 10 ms before the filtered peak to 20 ms after it.
  @SinglePrecision public var peakZ: Double
  /// Largest magnitude of the raw acceleration over the three axes in the same window, in g.
  @SinglePrecision public var peakAcceleration: Double
  /// Largest step of the raw acceleration on the detection axis divided by its duration, in g/s, from 30 ms before the
  /// peak to 20 ms after it.
  @SinglePrecision public var peakJerk: Double
  /// Width of the filtered peak at half its height, in ms.
  @SinglePrecision public var halfPeakWidthMS: Double
  /// Time from the onset to the peak, in ms.
  @SinglePrecision public var riseTimeMS: Double
  /// Time from the peak until the envelope stays below 1/e of it, in ms; nil if it does not within 150 ms.
  @OptionalSinglePrecision public var decayTimeMS: Double? = nil
  /// Time from the peak until the envelope stays below a tenth of it, in ms; nil if it does not within 150 ms.
  @OptionalSinglePrecision public var timeToTenPercentMS: Double? = nil
  /// Peak divided by RMS of the filtered acceleration from 10 ms before the peak to 90 ms after it.
  @SinglePrecision public var crestFactor: Double
  /// Kurtosis (a normal distribution's is 3) of the same samples.
  @SinglePrecision public var kurtosis: Double
  /// Time in which the energy of the same samples grows from 5 to 95 %, in ms.
  @SinglePrecision public var energyWidthMS: Double

  /// Measures an impact's burst; windows end where the recording's segment does.
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
    let tailRange = window.range(fromMS: 0, toMS: 150)
    let tail = try filtered.samples(tailRange).map { abs(Double($0)) }
    let stepMS = 1000 / window.rate
    decayTimeMS = Self.decay(tail, to: 1 / 2.718281828459045).map { Double($0) * stepMS }
    timeToTenPercentMS = Self.decay(tail, to: 0.1).map { Double($0) * stepMS }

    let coreRange = window.range(BurstWindow.coreMS)
    let core = try filtered.samples(coreRange).map(Double.init)
    halfPeakWidthMS = Self.halfPeakWidth(core.map(abs), peak: impact.sample - coreRange.lowerBound) * stepMS
    let energies = core.map { $0 * $0 }
    let energy = energies.reduce(0, +)
    crestFactor = abs(impact.peak) / (energy / Double(core.count)).squareRoot()
    kurtosis = Statistics.kurtosis(core) + 3
    energyWidthMS = Self.energyWidth(energies, total: energy) * stepMS
  }

  private static func peakJerk(_ z: any Signal, _ range: Range<Int>) throws -> Double {
    var largest = 0.0
    try z.visit(range) { samples in
      try z.timeBase.visitTimes(range) { times in
        for index in 1..<max(samples.count, 1) {
          let step = times[index] - times[index - 1]
          guard step > 0 else { continue }
          largest = max(largest, abs(Double(samples[index]) - Double(samples[index - 1])) / step)
        }
      }
    }
    return largest
  }

  /// The value with the largest magnitude, signed, the first of equal ones; NaN if all are missing.
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

  /// The width at half the peak's height, in samples, with linear interpolation between them.
  static func halfPeakWidth(_ magnitudes: [Double], peak: Int) -> Double {
    let half = magnitudes[peak] / 2
    func crossing(_ step: Int) -> Double {
      var index = peak
      while magnitudes.indices.contains(index + step) {
        let (here, next) = (magnitudes[index], magnitudes[index + step])
        if next < half { return Double(abs(index - peak)) + (here - half) / (here - next) }
        index += step
      }
      return Double(abs(index - peak))
    }
    return crossing(-1) + crossing(1)
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
  /// The parts of the filtered acceleration on the impact's axis that are read: before the burst, and until its end.
  static let filteredMS = -300.0...150.0

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

  /// The samples between two times relative to the peak, both included; none if the segment has none there.
  func range(fromMS start: Double, toMS end: Double) -> Range<Int> {
    let first = sample + Int(clamping: (start * rate / 1000).rounded(.up))
    let last = sample + Int(clamping: (end * rate / 1000).rounded(.down))
    return (first..<max(first, last + 1)).clamped(to: segment)
  }
}
