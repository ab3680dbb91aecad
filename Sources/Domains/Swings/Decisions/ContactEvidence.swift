import Glibc
import SPSignals

/// Evidence of a contact from the acceleration and the rotation around a swing, as named numbers.
///
/// Swings with and without an impact have the same features. If the swing has no impact, the burst is the largest
/// high-passed magnitude from `beforeS` before its anchor to `afterS` after it.
public struct ContactEvidence: Hashable, Sendable {
  /// A named input of a model.
  public enum Feature: String, Hashable, Sendable, Codable, CaseIterable {
    /// Natural logarithm of the burst's high-passed peak in g.
    case logPeak = "log_peak_g"
    /// Natural logarithm of that peak divided by the largest magnitude from 100 to 10 ms before it.
    case logProminence = "log_peak_to_swing"
    /// Rate of rotation about any axis at the burst, divided by the largest from 150 ms before it to 50 ms after it: a
    /// strap knocks once the hand slows down.
    case rateFraction = "rate_share_at_burst"
    /// Natural logarithm of the burst's mean frequency in Hz: the jolt of a stomp is lower than a contact.
    case logFrequency = "log_frequency_hz"

    /// A description for people.
    public var meaning: String {
      switch self {
      case .logPeak: "size of the burst"
      case .logProminence: "how far the burst exceeds the vibration before it"
      case .rateFraction: "how fast the wrist turns at the burst"
      case .logFrequency: "how fast the burst rings"
      }
    }
  }

  /// Time of the burst's peak, in s.
  public var burstTime: Double
  /// High-passed peak of the burst, without sign, in g.
  public var peakG: Double
  /// The values of the features that can be measured. Right after a gap, for example, fewer than half of the needed
  /// samples may be present.
  public var values: [Feature: Double] {
    get {
      let known = Feature.allCases.compactMap { feature in self[feature].map { (feature, $0) } }
      return Dictionary(uniqueKeysWithValues: known)
    }
    set { for feature in Feature.allCases { self[feature] = newValue[feature] } }
  }

  /// In the order of the features, and compact: very many candidates have evidence.
  @CompactDouble private var logPeak: Double? = nil
  @CompactDouble private var logProminence: Double? = nil
  @CompactDouble private var rateFraction: Double? = nil
  @CompactDouble private var logFrequency: Double? = nil

  /// The value of a feature; nil if it cannot be measured.
  public subscript(feature: Feature) -> Double? {
    get {
      switch feature {
      case .logPeak: logPeak
      case .logProminence: logProminence
      case .rateFraction: rateFraction
      case .logFrequency: logFrequency
      }
    }
    set {
      switch feature {
      case .logPeak: logPeak = newValue
      case .logProminence: logProminence = newValue
      case .rateFraction: rateFraction = newValue
      case .logFrequency: logFrequency = newValue
      }
    }
  }

  /// Makes evidence from its values.
  public init(burstTime: Double, peakG: Double, values: [Feature: Double] = [:]) {
    self.burstTime = burstTime
    self.peakG = peakG
    for (feature, value) in values { self[feature] = value }
  }

  /// How far before its anchor the burst of a swing without impact is searched, in s.
  public static let beforeS = 0.1
  /// How far after its anchor the burst is searched, in s.
  public static let afterS = 0.15
  /// The part of the swing that the burst is compared with, in s before its peak. Closer to the peak are the
  /// linear-phase filter's echo and the shock's own first lobes.
  private static let swingS = (from: 0.1, to: 0.01)
  /// Smallest magnitude and noise used in a logarithm, in g: the resolution of the sensors' 16 bits at 32 g.
  static let floorG = 0.001
}

extension ContactEvidence {
  /// Evidence around a swing, or too few samples for it.
  public enum Measurement: Hashable, Sendable {
    /// The evidence.
    case measured(ContactEvidence)
    /// Too few samples of acceleration are present; the value is the fraction present.
    case tooLittle(fraction: Double)
  }

  /// The fraction of samples around an anchor that must be present.
  public static let neededFraction = 0.8

  /// Measures the evidence around a swing.
  ///
  /// - Parameters:
  ///   - candidate: A candidate that is a swing, with or without an impact.
  ///   - filtered: The high-passed acceleration, in g.
  ///   - axis: The axis of the impacts.
  ///   - total: The length of the rotation rate, in rad/s.
  /// - Throws: errors from reading the signals.
  static func measure(
    _ candidate: SwingCandidate, filtered vector: Triaxial, axis: Axis, total: any Signal
  ) throws -> Measurement {
    let (impact, filtered) = (candidate.impact?.sample, vector[axis])
    if let impact, try filtered.sample(impact).isFinite {
      return .measured(try evidence(at: impact, vector, filtered, total))
    }
    switch try burst(around: candidate.anchorTime, sample: impact, in: filtered) {
    case .success(let index): return .measured(try evidence(at: index, vector, filtered, total))
    case .failure(let lack): return .tooLittle(fraction: lack.fraction)
    }
  }

  private struct Lack: Error {
    var fraction: Double
  }

  /// - Parameter sample: the anchor's sample, if known: after a backward step of the clock its time may be
  ///   ambiguous.
  private static func burst(
    around anchor: Double, sample: Int?, in filtered: any Signal
  ) throws -> Result<Int, Lack> {
    let timeBase = filtered.timeBase
    guard timeBase.rate > 0, timeBase.count > 0 else { return .failure(Lack(fraction: 0)) }
    let range = try timeBase.indices(
      in: anchor - beforeS...anchor + afterS, around: sample ?? timeBase.nearestIndex(to: anchor))
    let expected = ((beforeS + afterS) * timeBase.rate).rounded(.down)
    var (known, peak) = (0, -1)
    try filtered.visit(range) { samples in
      let largest = Statistics.largestMagnitude(samples)
      known = largest.known
      peak = samples.indices.first { abs(samples[$0]) == largest.value } ?? -1
    }
    let fraction = expected < 1 ? 0 : min(1, Double(known) / expected)
    guard fraction >= neededFraction, peak >= 0 else { return .failure(Lack(fraction: fraction)) }
    return .success(range.lowerBound + peak)
  }

  private static func evidence(
    at peak: Int, _ vector: Triaxial, _ filtered: any Signal, _ total: any Signal
  ) throws -> ContactEvidence {
    let timeBase = filtered.timeBase
    let segment = timeBase.segment(containing: peak).samples
    let first = peak - Int(clamping: (Self.swingS.from * timeBase.rate).rounded(.down))
    let last = peak - Int(clamping: (Self.swingS.to * timeBase.rate).rounded(.up))
    var before: (known: Int, value: Float) = (0, 0)
    try filtered.visit((first..<max(first, last + 1)).clamped(to: segment)) {
      before = Statistics.largestMagnitude($0)
    }
    let time = try timeBase.time(at: peak)
    let size = max(floorG, Double(abs(try filtered.sample(peak))))
    var evidence = ContactEvidence(burstTime: time, peakG: size)
    evidence[.logPeak] = log(size)
    if last >= first, 2 * before.known > last - first {
      evidence[.logProminence] = log(size / max(floorG, Double(before.value)))
    }
    evidence[.rateFraction] = try rateFraction(at: time, in: total)
    evidence[.logFrequency] = try frequency(around: peak, of: vector, in: segment).map { log($0) }
    return evidence
  }

  /// How far before and after a burst the largest rate is searched, in s.
  private static let turnS = (before: 0.15, after: 0.05)

  /// The rate at a time divided by the largest rate around it, 0 to 1; nil without a sample near that time.
  private static func rateFraction(at time: Double, in total: any Signal) throws -> Double? {
    let timeBase = total.timeBase
    guard timeBase.count > 0 else { return nil }
    let index = try timeBase.nearestIndex(to: time)
    guard abs(try timeBase.time(at: index) - time) <= 3 * timeBase.medianInterval else { return nil }
    let segment = timeBase.segment(containing: index).samples
    let range = try timeBase.indices(in: time - turnS.before...time + turnS.after, around: index).clamped(to: segment)
    let rate = try total.sample(index)
    var largest: Float = 0
    try total.visit(range) { largest = Statistics.largestMagnitude($0).value }
    return rate.isFinite && largest > 0 ? Double(min(1, rate / largest)) : nil
  }

  /// The part of the burst whose frequency is measured, in s around its peak.
  private static let ringingS = (before: 0.01, after: 0.09)

  /// The mean frequency of a burst on all axes, in Hz; nil without energy, and if a sample is missing.
  ///
  /// It follows from the energy of the steps between samples, divided by the energy of the samples. For a single
  /// frequency f this ratio is 4 sin^2(pi f / rate) (B. Hjorth, "EEG analysis based on time domain properties", 1970,
  /// mobility).
  private static func frequency(around peak: Int, of vector: Triaxial, in segment: Range<Int>) throws -> Double? {
    let rate = vector.timeBase.rate
    let (before, after) = (Int((ringingS.before * rate).rounded()), Int((ringingS.after * rate).rounded()))
    let range = max(segment.lowerBound, peak - before)..<min(segment.upperBound, peak + after)
    guard range.count > 2 else { return nil }
    var (energy, steps) = (0.0, 0.0)
    try vector.visit(range) { x, y, z in
      for samples in [Statistics.energies(x), Statistics.energies(y), Statistics.energies(z)] {
        energy += Double(samples.ofSamples)
        steps += Double(samples.ofSteps)
      }
    }
    guard energy > 0, steps > 0, energy.isFinite else { return nil }
    return rate / .pi * asin(min(1, (steps / (4 * energy)).squareRoot()))
  }
}
