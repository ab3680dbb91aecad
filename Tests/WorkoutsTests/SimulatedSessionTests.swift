import SPSimulation
import Testing

@testable import SPWorkouts

/// Sessions on a watch and a phone whose truth is known.
/// Simulated sessions.
struct SimulatedSessionTests {
  private static func sessions() throws -> [(workout: SimulatedWorkout, session: WorkoutSession)] {
    try (0..<200).map { seed in
      var settings = WorkoutSettings(seed: UInt64(seed))
      settings.durationS = 1200
      let workout = try SimulatedWorkout(settings)
      return (workout, try #require(WorkoutSession(SimulatedSessions.recordings(workout))))
    }
  }

  /// 200 sessions of the seeds 0 to 199, half of whose pauses have something wrong with them.
  @Test("lag, illegal changes and disagreements of 200 sessions are found, and nothing besides")
  func truth() throws {
    var largestError = 0.0
    var injected = 0
    for (workout, session) in try Self.sessions() {
      let truth = workout.truth
      let phone = try #require(session.timeline.devices.first { $0.recording.device == "phone" })
      #expect(truth.sharedCount >= 3)
      // The lag at the moment of the watch that it is given for.
      let time = phone.lag.referenceTime(phone.lag.deviceTime)
      largestError = max(largestError, abs(phone.lag.lagS - truth.lag(at: time)))
      let found = Self.entries(session)
      injected += truth.entries.count
      #expect(
        found.count == truth.entries.count,
        "seed \(workout.settings.seed): \(found.map(\.fault)) of \(truth.entries.map(\.fault))")
      for entry in truth.entries {
        #expect(found.contains { Self.matches($0, entry) }, "seed \(workout.settings.seed): \(entry)")
      }
    }
    #expect(largestError < 0.05)
    #expect(injected > 400)
  }

  /// A fault that the library found.
  private struct Found {
    var fault: WorkoutTruth.Fault
    var device: String
    var startTime, endTime: Double
  }

  private static func entries(_ session: WorkoutSession) -> [Found] {
    let states = session.states.compactMap { row -> Found? in
      let fault: WorkoutTruth.Fault? =
        switch row.verdict {
        case .illegal: .illegalTransition
        case .unanswered: .unansweredRequest
        default: nil
        }
      return fault.map { Found(fault: $0, device: row.device, startTime: row.time, endTime: row.time) }
    }
    let differences = session.differences.compactMap { difference -> Found? in
      let fault: WorkoutTruth.Fault? =
        switch difference.kind {
        case .state: .state
        case .lateCompanion: .lateCompanion
        case .mirrorStopped: .mirrorStopped
        case .mirrorBroken: .mirrorBroken
        case .lateMessage: .lateMessage
        case .dataAfterBreak: nil
        }
      return fault.map {
        Found(
          fault: $0, device: difference.device, startTime: difference.startTime, endTime: difference.endTime)
      }
    }
    return states + differences
  }

  private static func matches(_ found: Found, _ entry: WorkoutTruth.Entry) -> Bool {
    guard found.fault == entry.fault, found.device == entry.device, abs(found.endTime - entry.endTime) < 0.2 else {
      return false
    }
    // A mirror that breaks is last heard of before that.
    return entry.fault == .mirrorBroken
      ? found.startTime < entry.startTime : abs(found.startTime - entry.startTime) < 0.2
  }

  @Test("figures of the watch and water of the phone come together")
  func oneRow() throws {
    var settings = WorkoutSettings(seed: 7)
    settings.faultShare = 0
    settings.breakChance = 0
    settings.lateCompanionChance = 0
    let workout = try SimulatedWorkout(settings)
    let session = try #require(WorkoutSession(SimulatedSessions.recordings(workout)))
    let analysis = try #require(session.analysis)
    let drunk = workout.phone.streams["water_intake/volume"]?.values.reduce(0, +)
    #expect(analysis.waterIntakeML == drunk)
    let watch = SimulatedSessions.recording(workout.watch)
    #expect(session.timeline.merged[.power] == watch[.power])
    #expect(session.timeline.merged[.heartRate] == watch[.heartRate])
    #expect(session.differences.isEmpty)
    // Between start and end, less the pauses of the watch's own states.
    var paused = 0.0
    for (state, next) in zip(workout.watch.states, workout.watch.states.dropFirst()) where state.code == 4 {
      paused += next.time - state.time
    }
    let stopped = 2.5
    #expect(abs(analysis.figures.timerTimeS - (3600 - 3 - stopped - paused)) < 0.001)
  }

  @Test("a pause that the phone asked for comes from the phone")
  func origin() throws {
    var settings = WorkoutSettings(seed: 3)
    settings.faultShare = 0
    settings.breakChance = 0
    let workout = try SimulatedWorkout(settings)
    let session = try #require(WorkoutSession(SimulatedSessions.recordings(workout)))
    let asked = workout.phone.events.count { $0.code == 8 }
    #expect(asked > 0)
    #expect(session.states.count { $0.verdict == .answered } == asked)
    #expect(session.states.count { $0.device == "watch" && $0.to == .paused && $0.origin == "phone" } == asked)
  }

  @Test("three shared events give the lag within 50 ms", arguments: 0..<20)
  func threeEvents(seed: UInt64) throws {
    var settings = WorkoutSettings(seed: seed)
    settings.durationS = 600
    settings.pauseCount = 2
    settings.faultShare = 0
    settings.breakChance = 0
    settings.lateCompanionChance = 0
    let workout = try SimulatedWorkout(settings)
    var recordings = SimulatedSessions.recordings(workout)
    recordings[0].events = []
    recordings[0].states = Array(recordings[0].states[1..<4])
    recordings[0].streams = [:]
    let lag = try #require(WorkoutSession(recordings)?.timeline.devices.last?.lag)
    #expect(lag.method == .events && lag.eventCount == 3)
    #expect(abs(lag.lagS - workout.truth.lag(at: lag.referenceTime(lag.deviceTime))) < 0.05)
  }

  @Test("without shared events a shared stream gives the lag")
  func correlation() throws {
    var settings = WorkoutSettings(seed: 5)
    settings.lagS = -123.4
    settings.driftPPM = 0
    let workout = try SimulatedWorkout(settings)
    var recordings = SimulatedSessions.recordings(workout)
    for place in recordings.indices {
      recordings[place].events = []
      recordings[place].states = recordings[place].device == "watch" ? recordings[place].states : []
    }
    let session = try #require(WorkoutSession(recordings))
    let lag = try #require(session.timeline.devices.last?.lag)
    #expect(lag.method == .correlation)
    #expect(abs(lag.lagS + 123.4) < 0.2)
    #expect((lag.uncertaintyS ?? 1) < 0.3)
  }
}
