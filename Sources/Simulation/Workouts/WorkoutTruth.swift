/// The faults of a simulated workout, on the watch's clock.
package struct WorkoutTruth: Sendable, Hashable {
  /// A kind of fault.
  package enum Fault: String, Sendable, Hashable, CaseIterable {
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
    /// The phone stopped receiving data.
    case mirrorBroken = "mirror_broken"
    /// A message arrived after messages with a later date.
    case lateMessage = "late_message"
  }

  /// One fault.
  package struct Entry: Sendable, Hashable {
    /// The kind of fault.
    package var fault: Fault
    /// The device.
    package var device: String
    /// The start and the end, s.
    package var startTime, endTime: Double
  }

  /// The faults in order of time.
  package var entries: [Entry] = []
  /// The lag at `startTime`, s: the phone's clock minus the watch's. At a time of the watch's clock, the lag is
  /// `lagS + drift * (time - startTime)`.
  package var lagS = 0.0
  /// The growth of the lag per second.
  package var drift = 0.0
  /// Start of the session, s.
  package var startTime = 0.0
  /// Number of events recorded by both devices.
  package var sharedCount = 0

  /// The lag at a time of the watch's clock, s.
  package func lag(at time: Double) -> Double { lagS + drift * (time - startTime) }
}
