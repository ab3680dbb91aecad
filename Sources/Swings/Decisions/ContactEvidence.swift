import Glibc
import Signals

/// Evidence of a contact from the acceleration and the rotation around a swing, as named numbers.
///
/// It is the same for swings with and without an impact: for a swing without one, the burst is the largest
/// high-passed magnitude from ``beforeS`` before its anchor to ``afterS`` after it.
public struct ContactEvidence: Hashable, Sendable {
  /// A named input of a model.
  public enum Feature: String, Hashable, Sendable, Codable, CaseIterable {
    /// Natural logarithm of the burst's high-passed peak in g.
    case logPeak = "log_peak_g"
    /// Natural logarithm of that peak divided by the largest magnitude from 100 to 10 ms before it.
    case logProminence = "log_peak_to_swing"
    /// Rate of rotation along gravity at the burst, in the swing's direction, divided by the swing's peak
    /// rate.
    case rateFraction = "rate_share_at_burst"

    /// A description for people.
    public var meaning: String {
      switch self {
      case .logPeak: "size of the burst"
      case .logProminence: "how far the burst stands out of the swing before it"
      case .rateFraction: "how fast the wrist turns at that moment"
      }
    }
  }

  /// Time of the burst's peak, in s.
  public var burstTime: Double
  /// High-passed peak of the burst, without sign, in g.
  public var peakG: Double
  /// The features' values, without those that cannot be measured, for example right after a gap, where fewer than half
  /// of the samples needed are present.
  public var values: [Feature: Double] {
    get {
      let known = Feature.allCases.compactMap { feature in self[feature].map { (feature, $0) } }
      return Dictionary(uniqueKeysWithValues: known)
    }
    set { for feature in Feature.allCases { self[feature] = newValue[feature] } }
  }

  /// In the order of the features: there is one for each of very many candidates.
  @CompactDouble private var logPeak: Double? = nil
  @CompactDouble private var logProminence: Double? = nil
  @CompactDouble private var rateFraction: Double? = nil

  /// The value of a feature; nil if it cannot be measured.
  public subscript(feature: Feature) -> Double? {
    get {
      switch feature {
      case .logPeak: logPeak
      case .logProminence: logProminence
      case .rateFraction: rateFraction
      }
    }
    set {
      switch feature {
      case .logPeak: logPeak = newValue
      case .logProminence: logProminence = newValue
      case .rateFraction: rateFraction = newValue
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
  /// How far after its anchor it is searched, in s.
  public static let afterS = 0.15
  /// The part of the swing that the burst is compared with, in s before its peak: closer to it lie the linear-phase
  /// filter's echo and the shock's own first lobes.
  private static let swingS = (from: 0.1, to: 0.01)
  /// Smallest magnitude and noise used in a logarithm, in g: the resolution of the sensors' 16 bits at 32 g.
  static let floorG = 0.001
}

extension ContactEvidence {
  /// Evidence around a swing, or too few samples for it.
  public enum Measurement: Hashable, Sendable {
    /// The evidence.
    case measured(ContactEvidence)
    /// There are too few samples of acceleration; the fraction present is given.
    case tooLittle(fraction: Double)
  }

  /// The fraction of samples around an anchor that must be present.
  public static let neededFraction = 0.8

  /// Measures the evidence around a swing.
  ///
  /// - Parameters:
  ///   - candidate: a candidate that is a swing, with an impact or without one.
  ///   - filtered: the high-passed acceleration on the axis of the impacts, in g.
  ///   - rotation: the rotation along gravity, in rad/s.
  /// - Throws: errors from reading the signals.
  static func measure(
    _ candidate: SwingCandidate, filtered: any Signal, rotation: any Signal
  ) throws -> Measurement {
    let (impact, peakRate) = (candidate.impact?.sample, candidate.found?.peakRate ?? 0)
    if let impact, try filtered.sample(impact).isFinite {
      return .measured(try evidence(at: impact, peakRate, filtered, rotation))
    }
    switch try burst(around: candidate.anchorTime, sample: impact, in: filtered) {
    case .success(let index): return .measured(try evidence(at: index, peakRate, filtered, rotation))
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
    at peak: Int, _ peakRate: Double, _ filtered: any Signal, _ rotation: any Signal
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
    evidence[.rateFraction] = try rateFraction(of: peakRate, at: time, in: rotation)
    return evidence
  }

  /// The rate at a time divided by a swing's peak rate, with the peak's sign, from -1 to 1; nil without a sample
  /// near it.
  private static func rateFraction(of peakRate: Double, at time: Double, in rotation: any Signal) throws -> Double? {
    let timeBase = rotation.timeBase
    guard timeBase.count > 0, peakRate != 0 else { return nil }
    let index = try timeBase.nearestIndex(to: time)
    guard abs(try timeBase.time(at: index) - time) <= 3 * timeBase.medianInterval else { return nil }
    let rate = Double(try rotation.sample(index))
    return rate.isFinite ? max(-1, min(1, rate / peakRate)) : nil
  }
}
