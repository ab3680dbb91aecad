import SPSignals

/// Finds impacts: peaks of the magnitude of the high-passed acceleration.
///
/// The threshold of a sample is max(`thresholdG`, `thresholdSigma` x sigma). Sigma is the noise of an axis over windows
/// of `noiseWindowS`: 1.4826 x MAD, or the median length of the vector / 1.538. A multiple of sigma alone would not be
/// a useful threshold: ordinary motion reaches 0.16 g at its 99.9th percentile, while the noise floor is about 5 mg.
/// The defaults come from an 800 Hz watch recording of tennis. Of several peaks within `refractoryS` only the largest
/// counts. Detection uses the magnitude: one contact in seven starts with the opposite polarity.
public struct ImpactDetector: Hashable, Sendable {
  /// Axis to detect on. At a wrist, z carries 53-83 % of a contact's energy; if a sensor is mounted otherwise, z
  /// carries less.
  public var axis = Axis.any
  /// Smallest threshold, in g.
  public var thresholdG = 1.5
  /// Threshold as a multiple of the noise's standard deviation.
  public var thresholdSigma = 12.0
  /// Length of the windows in which the noise is measured, in s.
  public var noiseWindowS = 10.0
  /// Threshold of a weak impact, in g; a weak impact counts only within a swing. A value of `thresholdG` or more
  /// disables weak impacts.
  ///
  /// A contact at the sweet spot can leave a small burst, while ordinary motion stays below 0.16 g at its 99.9th
  /// percentile. For bursts of such heights, the motion has to decide.
  public var weakThresholdG = 0.3
  /// Time around a peak in which no smaller peak counts, in s.
  public var refractoryS = 0.3
  /// How long before the largest burst of a double contact its first burst may come, in s.
  ///
  /// At most `refractoryS` counts. A burst up to 0.0275 s before the largest burst is ignored, as it may be the rise of
  /// that burst. A ball that touches a frame and then the strings leaves two bursts, 30 to 45 ms apart in generated
  /// contacts.
  public var doubleContactS = 0.08
  /// How the onset is found on the raw signal.
  public var onset = OnsetFinder()
  /// The sensor's range, in g, if known: values at its limit are saturated.
  public var rangeG: Double?

  /// Makes a detector with the defaults that ``ImpactDetector`` describes.
  public init() {}

  /// The impacts found, in the order of time.
  public struct Found: Hashable, Sendable {
    /// Peaks that reach the threshold.
    public var impacts: [Impact] = []
    /// Peaks that reach only the weak threshold.
    public var weak: [Impact] = []

    /// Makes a result.
    public init(impacts: [Impact] = [], weak: [Impact] = []) {
      self.impacts = impacts
      self.weak = weak
    }
  }

  /// Finds all impacts, with the weak ones in a separate list.
  ///
  /// - Parameters:
  ///   - filtered: the high-passed acceleration, in g.
  ///   - raw: the acceleration as recorded, on the same samples.
  /// - Throws: errors from reading the signals.
  package func impacts(filtered: Triaxial, raw: Triaxial) throws -> Found {
    var found = Found()
    for peak in try finder.peaks(in: filtered[axis]) {
      let impact = try impact(at: peak, filtered: filtered, raw: raw)
      if isWeak(peak) { found.weak.append(impact) } else { found.impacts.append(impact) }
    }
    return found
  }

  /// Finds the peaks that are impacts, including weak ones.
  ///
  /// A weak peak never replaces a stronger one, so the impacts are the same as without the weak threshold.
  var finder: PeakFinder {
    PeakFinder(
      level: Float(min(weakThresholdG, thresholdG)), sigmaMultiple: Float(thresholdSigma),
      noiseWindowSeconds: noiseWindowS, refractorySeconds: refractoryS,
      sigmaPerMedian: axis == .any ? Self.sigmaPerMedianLength : Statistics.sigmaPerMAD)
  }

  /// The standard deviation of equal normal noise on three axes over the median of the vector's length: one over the
  /// median of the Maxwell distribution (J. C. Maxwell, 1860).
  private static let sigmaPerMedianLength = 1 / 1.538172

  func isWeak(_ peak: Peak) -> Bool { abs(peak.value) < Float(thresholdG) }

  /// The impact of a peak.
  ///
  /// - Parameters:
  ///   - filtered: the high-passed acceleration, in g.
  ///   - raw: the acceleration as recorded.
  /// - Throws: errors from reading the signals.
  func impact(at peak: Peak, filtered vector: Triaxial, raw: Triaxial) throws -> Impact {
    let filtered = vector[axis]
    let timeBase = filtered.timeBase
    let burst = try firstBurst(before: peak, in: filtered)
    var (shocked, sign) = (axis, 1.0)
    if axis == .any { (shocked, sign) = try Self.largest(vector, at: burst.sample) }
    return Impact(
      axis: shocked,
      sample: burst.sample,
      time: try timeBase.time(at: burst.sample),
      subsampleTime: try subsampleTime(of: burst.sample, in: filtered),
      onsetTime: try timeBase.time(at: onset.onset(before: burst.sample, in: raw)),
      peak: sign * Double(burst.value),
      threshold: isWeak(peak) ? Double(peak.threshold) : max(Double(peak.threshold), thresholdG),
      noiseSigma: Double(peak.noiseSigma),
      isSaturated: try isSaturated(around: burst.sample, in: self.axis == .any ? raw.axes : [raw[axis]]))
  }

  /// The first burst of a double contact is at least this fraction of the largest burst. In front of 650 single
  /// contacts, recorded and simulated, the filtered acceleration stays below 0.14.
  private static let firstBurstFraction: Float = 0.28
  /// How close to the largest burst its own slow rise and echo may lie, in s.
  private static let riseS = 0.0275
  /// Between two bursts, the acceleration stays below `restFraction` of the first burst for `restS`, in s: half a
  /// period of its ringing.
  private static let (restFraction, restS): (Float, Double) = (0.75, 0.005)

  /// The first burst of the double contact that peaks here; the peak itself for a single contact.
  private func firstBurst(before peak: Peak, in filtered: any Signal) throws -> (sample: Int, value: Float) {
    let timeBase = filtered.timeBase
    func count(_ seconds: Double) -> Int { Int((seconds * timeBase.rate).rounded()) }
    let segment = timeBase.segment(containing: peak.index).samples
    let earliest = max(segment.lowerBound, peak.index - count(min(doubleContactS, refractoryS)))
    // The range begins earlier, to show whether a shock fades into the window.
    let range = max(segment.lowerBound, earliest - count(Self.riseS))..<peak.index
    let (begin, last) = (earliest - range.lowerBound, range.count - count(Self.riseS))
    let rest = max(2, count(Self.restS))
    // The vibration of a swing may reach the weak threshold.
    let needed = max(Float(thresholdG), peak.threshold, Self.firstBurstFraction * abs(peak.value))
    var first = (sample: peak.index, value: peak.value)
    guard last > begin else { return first }
    try filtered.visit(range) { samples in
      guard let start = (begin..<last).first(where: { abs(samples[$0]) >= needed }) else { return }
      let burst = start..<min(last, start + count(Self.riseS))
      let highest = burst.max { abs(samples[$0]) < abs(samples[$1]) } ?? start
      let height = abs(samples[highest])
      guard !(0..<begin).contains(where: { abs(samples[$0]) >= height }) else { return }
      var below = 0
      for place in highest..<samples.count where below < rest {
        below = abs(samples[place]) < Self.restFraction * height ? below + 1 : 0
      }
      if below >= rest { first = (range.lowerBound + highest, samples[highest]) }
    }
    return first
  }

  /// The axis with the largest value of a sample, and its sign.
  private static func largest(_ vector: Triaxial, at sample: Int) throws -> (axis: Axis, sign: Double) {
    let values = try [Axis.x, .y, .z].map { ($0, Double(try vector[$0].sample(sample))) }
    let largest = values.max { abs($0.1) < abs($1.1) } ?? (.z, 1)
    return (largest.0, largest.1 < 0 ? -1 : 1)
  }

  /// The vertex of the parabola through |x| at the peak and its neighbours; the peak's own timestamp at a segment's
  /// end.
  private func subsampleTime(of index: Int, in filtered: any Signal) throws -> Double {
    let timeBase = filtered.timeBase
    let segment = timeBase.segment(containing: index).samples
    guard index > segment.lowerBound, index + 1 < segment.upperBound else { return try timeBase.time(at: index) }
    let around = try filtered.samples(index - 1..<index + 2).map { Double(abs($0)) }
    let vertex = Statistics.parabolaVertex(around[0], around[1], around[2])
    return try timeBase.time(atFractional: Double(index) + vertex.offset)
  }

  /// Whether the burst reaches the sensor's limit.
  ///
  /// With a known range, any value at its limit counts. With an unknown range, samples that share exactly the largest
  /// or the smallest value count. `Saturation` defines both.
  private func isSaturated(around index: Int, in raw: [any Signal]) throws -> Bool {
    try raw.contains { try isSaturated(around: index, in: $0) }
  }

  /// Smallest change of an axis on which a shock reaches an unknown limit, in g: an axis at rest has equal values, too.
  private static let movedG: Float = 1

  private func isSaturated(around index: Int, in raw: any Signal) throws -> Bool {
    let segment = raw.timeBase.segment(containing: index).samples
    let reach = max(1, Int(clamping: (0.02 * raw.timeBase.rate).rounded()))
    let window = try raw.samples(max(segment.lowerBound, index - reach)..<min(segment.upperBound, index + reach + 1))
    let known = window.filter(\.isFinite)
    guard let highest = known.max(), let lowest = known.min() else { return false }
    guard let rangeG, rangeG > 0 else { return highest - lowest >= Self.movedG && Saturation.isReached(by: window) }
    return Double(max(highest, -lowest)) >= Saturation.level(ofRange: rangeG)
  }
}
