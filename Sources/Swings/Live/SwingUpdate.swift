/// Something that was seen in a live stream, told at once and not for good.
///
/// What comes later can change it: the noise around an impact is known only when its window is over (10 s by default),
/// which may raise the threshold above it; a swing is compared with the recording's others at the end; hits and misses,
/// features and swings without an impact are told by the findings alone. Times stay what they are in nearly all cases,
/// see each.
public struct SwingUpdate: Hashable, Sendable {
  /// What was seen.
  public enum Kind: Hashable, Sendable {
    /// A shock that reaches the threshold.
    case impact
    /// A shock that ends a swing: its start is known.
    case swing(startTime: Double)
  }

  /// What was seen.
  public var kind: Kind
  /// Time of the impact's peak, in s: the timestamp of its sample. A higher peak within the refractory period would
  /// have been told in its place, so it stays unless the impact goes.
  public var impactTime: Double
  /// Onset of the shock on the raw acceleration, in s: see ``OnsetFinder``. It stays.
  public var onsetTime: Double
  /// High-passed acceleration at the peak, in g, to within rounding.
  public var peakG: Double
  /// Time from the start of the swing to the impact, in s; nil of an impact alone. It stays unless the swing goes.
  public var timeToContactS: Double? {
    guard case .swing(let start) = kind else { return nil }
    return impactTime - start
  }
  /// How many samples of the acceleration had come behind that of the peak when it was told.
  public var latencySamples: Int
}
