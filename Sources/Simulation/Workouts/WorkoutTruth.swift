/// The faults of a simulated workout, on the watch's clock.
public struct WorkoutTruth: Sendable, Hashable {
  /// A kind of fault.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The devices are in different states.
    case state
    /// A change of state that the system never makes.
    case illegalTransition = "illegal_transition"
    /// A request without a result.
    case unansweredRequest = "unanswered_request"
    /// The phone was ready too late.
    case lateCompanion = "late_companion"
    /// The phone's session ended early.
    case mirrorStopped = "mirror_stopped"
    /// The phone received nothing any more.
    case mirrorBroken = "mirror_broken"
    /// A message arrived after others with a later date.
    case lateMessage = "late_message"
  }

  /// One fault.
  public struct Entry: Sendable, Hashable {
    /// The kind of fault.
    public var fault: Fault
    /// The device.
    public var device: String
    /// From when to when, s.
    public var startTime, endTime: Double
  }

  /// The faults by time.
  public var entries: [Entry] = []
  /// The phone's clock minus the watch's at a time of the watch: `lagS + drift * (time - startTime)`.
  public var lagS = 0.0
  /// The growth of the lag per second.
  public var drift = 0.0
  /// Start of the session, s.
  public var startTime = 0.0
  /// Number of events recorded by both devices.
  public var sharedCount = 0

  /// The lag at a time of the watch's clock, s.
  public func lag(at time: Double) -> Double { lagS + drift * (time - startTime) }
}
