/// The state of a workout session on a device. Recordings and HealthKit's `HKWorkoutSessionState` use the same numbers.
public enum WorkoutState: UInt8, Hashable, Sendable, CaseIterable {
  /// Set up, but not begun.
  case notStarted = 1
  /// Time counts.
  case running = 2
  /// Over for good.
  case ended = 3
  /// Time does not count.
  case paused = 4
  /// The sensors are warm, and time does not count yet.
  case prepared = 5
  /// No more samples come, but the session is not over yet.
  case stopped = 6

  /// Name in tables.
  public var name: String {
    switch self {
    case .notStarted: "not_started"
    case .running: "running"
    case .ended: "ended"
    case .paused: "paused"
    case .prepared: "prepared"
    case .stopped: "stopped"
    }
  }
}

/// The events of a workout. Recordings and HealthKit's `HKWorkoutEventType` use the same numbers.
public enum WorkoutEventKind: UInt8, Hashable, Sendable, CaseIterable {
  /// The workout was paused.
  case pause = 1
  /// The workout was resumed.
  case resume = 2
  /// A lap ended.
  case lap = 3
  /// The subject marked a moment.
  case marker = 4
  /// The device found no motion and paused by itself.
  case motionPaused = 5
  /// The device found motion and resumed by itself.
  case motionResumed = 6
  /// A segment ended.
  case segment = 7
  /// A pause or its end was requested; the result is another event.
  case pauseOrResumeRequest = 8

  /// Name in tables.
  public var name: String {
    switch self {
    case .pause: "pause"
    case .resume: "resume"
    case .lap: "lap"
    case .marker: "marker"
    case .motionPaused: "motion_paused"
    case .motionResumed: "motion_resumed"
    case .segment: "segment"
    case .pauseOrResumeRequest: "pause_or_resume_request"
    }
  }
}
