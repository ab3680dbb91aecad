import SPRecordings
import Testing

@testable import SPSimulation

struct SettingsTests {
  @Test func `defaults of every sport are valid`() throws {
    for sport in Sport.allCases {
      try SimulationSettings(sport: sport, seed: 0).validate()
    }
  }

  static let faults: [(String, @Sendable (inout SimulationSettings) -> Void)] = [
    ("durationS", { $0.durationS = 1 }),
    ("durationS", { $0.durationS = .nan }),
    ("swingsPerMinute", { $0.swingsPerMinute = -1 }),
    ("missShare", { $0.missShare = 1.1 }),
    ("peakRangeG", { $0.peakRangeG = 0...4 }),
    ("distractorsPerMinute", { $0.distractorsPerMinute = 41 }),
    ("practicePerMinute", { $0.practicePerMinute = 21 }),
    ("checkSwingsPerMinute", { $0.checkSwingsPerMinute = .infinity }),
    ("backhandShare", { $0.backhandShare = 0.5 }),
    ("gapCount", { $0.gapCount = -1 }),
    ("gapCount", { $0.gapCount = 100 }),
    ("gapLengthRangeS", { $0.gapLengthRangeS = 0...1 }),
    ("jitterUS", { $0.jitterUS = 201 }),
    ("clipRangeG", { $0.clipRangeG = 0 }),
    ("accelerationNoiseG", { $0.accelerationNoiseG = -0.1 }),
    ("rotationNoiseRadS", { $0.rotationNoiseRadS = 2 }),
  ]

  @Test(arguments: faults)
  func `a setting out of its range is refused by name`(
    name: String, spoil: @Sendable (inout SimulationSettings) -> Void
  ) throws {
    var settings = SimulationSettings(sport: .baseball, seed: 0)
    spoil(&settings)
    let error = #expect(throws: SimulationError.self) { try SimulatedSession(settings) }
    guard case .settingOutOfRange(let setting, _, _) = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(setting == name)
  }

  @Test func `messages name setting, value and range`() {
    var settings = SimulationSettings(sport: .golf, seed: 0)
    settings.missShare = 1.5
    let error = #expect(throws: SimulationError.self) { try settings.validate() }
    #expect(error?.description == "setting \"missShare\" is 1.5; expected 0.0 to 1.0")
    settings.missShare = 0.5
    settings.backhandShare = 0.2
    let other = #expect(throws: SimulationError.self) { try settings.validate() }
    #expect(other?.description == "setting \"backhandShare\" is 0.2; expected 0.0 to 0.0 in golf")
  }

  @Test func `a long plan has room for more pauses`() throws {
    var settings = WorkoutSettings(seed: 1)
    settings.pauseCount = 20
    #expect(throws: SimulationError.self) { try settings.validate() }
    settings.ride = PlannedRide([PlannedRide.Step(.time(5 * 3600))])
    try settings.validate()
    settings.pauseCount = 91
    #expect(throws: SimulationError.self) { try settings.validate() }
  }

  @Test func `events that do not fit are refused`() {
    var settings = SimulationSettings(sport: .golf, seed: 0)
    settings.swingsPerMinute = 40
    let error = #expect(throws: SimulationError.self) { try SimulatedSession(settings) }
    guard case .eventsDoNotFit(let required, let duration) = error else {
      Issue.record("unexpected error \(String(describing: error))")
      return
    }
    #expect(required > duration && duration == 60)
  }

  @Test func `an empty session is still wrist motion`() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 1)
    settings.durationS = 5
    settings.swingsPerMinute = 0
    settings.distractorsPerMinute = 0
    settings.practicePerMinute = 0
    let session = try SimulatedSession(settings)
    #expect(session.swings.isEmpty && session.distractors.isEmpty)
    #expect(session.accelerationCount > 4000)
    #expect(session.allAcceleration.acceleration.allSatisfy { $0.isFinite })
  }
}
