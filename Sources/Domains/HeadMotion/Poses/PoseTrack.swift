import SPSignals

/// The orientation of the head at a sample.
public struct HeadPose: Hashable, Sendable {
  /// Timestamp of the sample, in s.
  public var time: Double
  /// Rotation from the reference, in its frame, of length 1 and with a scalar of at least 0; nil without a reference.
  public var relative: Quaternion?
  /// Yaw, pitch and roll of ``relative``, in rad.
  public var angles: EulerAngles?
  /// The earbud.
  public var location: BudLocation
  /// Number of the stretch of samples that it belongs to, from 0.
  public var connection: Int
  /// How certain the reference is.
  public var reference: ReferenceState
}

/// Keeps poses at a rate: the first sample at or after each multiple of the interval since its stretch began,
/// unchanged.
struct PoseTrack: Sendable {
  /// Poses per second; 0 for all, nil for none.
  let rateHz: Double?
  private(set) var records: PoseRecords
  private var start = 0.0
  private var next = 0.0

  init(rateHz: Double?, store: (any PoseStore)?) {
    self.rateHz = rateHz
    records = PoseRecords(store: store)
  }

  /// Moves poses that are too many for memory to the store.
  mutating func putAway() throws { try records.putAway() }

  mutating func take(time: Double, _ joined: JoinedSample) {
    guard let rateHz else { return }
    if let begins = joined.begins, begins != .handover {
      start = time
      next = 0
    }
    // Timestamps err by far less than a thousandth of a step.
    let place = (time - start) * rateHz
    guard rateHz == 0 || place >= next - 1e-3 || joined.begins != nil else { return }
    records.append(time: time, joined)
    next = max(next, (place + 1e-3).rounded(.down) + 1)
  }
}
