import Pipelines
import Recordings
import Workouts

/// Computes a workout from the recordings of its devices.
public struct WorkoutStage: Stage {
  /// `detectors.workout`.
  public static let type: StageType = "detectors.workout"
  /// A one-line summary.
  public static let summary =
    "Works out a ride, run or swim: times, averages, power, laps, efforts, zones, states and devices."
  /// The text of the reference page.
  public static let details = """
    The recordings of the session become one timeline. How far each device's clock is off is estimated from shared events, \
    or else from a shared stream. A sample of a device counts only where the devices before it in `device_order` have none. \
    Recordings of one `device` that follow each other are joined first, with a pause between them where the earlier one \
    ended.

    Power, cadence, speed, distance and heart rate are spread over seconds; what cannot be (spikes, jumps of the clock, \
    repeated timestamps) is left out of every figure and reported. Time counts in the state running; without states, \
    between resume and pause events; without either, but for gaps of more than `gap_limit_s`. A second of zero power \
    counts, one without power does not, and no mean reaches over a gap.

    Normalized power is (mean of (30 s rolling mean)^4)^(1/4), intensity IF = NP / FTP, training stress 100 h IF^2. \
    Every change of state is checked against those that the system makes, and against the other devices.
    """

  private let rules: WorkoutRules
  /// The sports of its option of that name.
  public let sports: [String]

  /// The slots that it reads and writes.
  public static func ports(_ options: WorkoutOptions) -> Ports {
    Ports(reads: [.passing(.session)], writes: [.required(.workout)])
  }

  /// Makes the stage from its options.
  public init(_ options: WorkoutOptions) {
    rules = options.workoutRules
    sports = options.sports.map { RecordedSport($0)?.name ?? $0 }
  }

  /// Reads the streams of every recording as they pass, and computes the workout in the end.
  public func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let consumers = try workspace.source(of: .session).recordings.map { pass in
      let attributes = pass.recording.attributes
      let consumer = try WorkoutConsumer(pass.recording, name: attributes.device ?? attributes.recordingID)
      try pass.add(consumer)
      return consumer
    }
    return AtEnd { try write(consumers, &$0) }
  }

  private func write(_ consumers: [WorkoutConsumer], _ workspace: inout Workspace) throws {
    for consumer in consumers where consumer.unknownCodeCount > 0 {
      workspace.warn(
        "\(consumer.device.device): \(consumer.unknownCodeCount) events or states have a code without a meaning, and do "
          + "not count")
    }
    for consumer in consumers where consumer.sessionCount > 1 {
      workspace.warn(
        "\(consumer.device.device): the file has \(consumer.sessionCount) sessions of the device, as of several sports; "
          + "they are one workout here, without the device's means")
    }
    guard let workout = WorkoutSession(consumers.map(\.device), rules: rules) else { return }
    if workout.analysis == nil {
      workspace.warn(
        "nothing of a workout is recorded, neither samples nor states nor events: the tables have no row of it")
    }
    workspace.note("devices", workout.timeline.devices.count)
    workspace.note("laps", workout.analysis?.laps.count ?? 0)
    // Streams that share their timestamps share the faults of these.
    var told: Set<String> = []
    for fault in workout.analysis?.faults ?? [] where fault.kind != .dropout && told.insert(fault.reason).inserted {
      workspace.warn(fault.reason)
    }
    try workspace.set(.workout, workout)
  }
}
