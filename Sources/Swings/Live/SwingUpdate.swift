/// An event in a live stream, reported at once and provisionally.
///
/// Later samples can change it. The noise around an impact is known only when its window is complete (10 s by default),
/// which may raise the threshold above the impact. A swing is compared with the recording's others at the end. Hits and
/// misses, features and swings without an impact are only in the findings. Times are final in nearly all cases, see
/// each property.
public struct SwingUpdate: Hashable, Sendable {
  /// The kind of event.
  public enum Kind: Hashable, Sendable {
    /// A shock that reaches the threshold.
    case impact
    /// A shock that ends a swing, with the swing's start.
    case swing(startTime: Double)
  }

  /// The kind of event.
  public var kind: Kind
  /// Time of the impact's peak, in s: the timestamp of its sample. It does not change unless the impact is dropped,
  /// since a higher peak within the refractory period would have been reported instead.
  public var impactTime: Double
  /// Onset of the shock on the raw acceleration, in s: see ``OnsetFinder``. It does not change.
  public var onsetTime: Double
  /// High-passed acceleration at the peak, in g, to within rounding.
  public var peakG: Double
  /// Time from the start of the swing to the impact, in s; nil for an impact alone. It does not change unless the
  /// swing is dropped.
  public var timeToContactS: Double? {
    guard case .swing(let start) = kind else { return nil }
    return impactTime - start
  }
  /// The number of acceleration samples after the peak when the event was reported.
  public var latencySamples: Int
}
