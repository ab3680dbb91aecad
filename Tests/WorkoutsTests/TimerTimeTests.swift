import Testing

@testable import Workouts

@Suite("When a workout was")
struct TimerTimeTests {
  /// A stream of one value a second.
  private static func stream(_ seconds: Range<Int>, _ value: Double) -> Samples {
    Samples(times: seconds.map(Double.init), values: .init(repeating: value, count: seconds.count))
  }

  @Test("Without states and events it lasts for as long as any sensor does")
  func sensorThatDies() throws {
    var bike = DeviceRecording(device: "bike")
    bike.streams = [.power: Self.stream(0..<1800, 200), .heartRate: Self.stream(0..<3600, 140)]
    let ride = try #require(WorkoutAnalysis(bike))
    #expect(ride.figures.elapsedTimeS == 3600)
    #expect(ride.figures.timerTimeS == 3600)
  }

  @Test("A sensor's silence is no pause while another goes on, and that of all is one")
  func silence() throws {
    var bike = DeviceRecording(device: "bike")
    let power = (0..<600).map(Double.init) + (1200..<1800).map(Double.init)
    bike.streams = [
      .power: Samples(times: power, values: power.map { _ in 200 }), .heartRate: Self.stream(0..<1800, 140),
    ]
    #expect(WorkoutAnalysis(bike)?.figures.timerTimeS == 1800)
    bike.streams[.heartRate] = Samples(times: power, values: power.map { _ in 140 })
    let ride = try #require(WorkoutAnalysis(bike))
    #expect(ride.figures.elapsedTimeS == 1800)
    #expect(ride.timer.running == [0...600, 1200...1800])
  }

  @Test("Streams of as many samples each give one time, whatever their order")
  func equalCounts() {
    var bike = DeviceRecording(device: "bike")
    bike.streams = [.power: Self.stream(0..<1000, 200), .heartRate: Self.stream(500..<1500, 140)]
    #expect(WorkoutAnalysis(bike)?.figures.elapsedTimeS == 1500)
  }

  @Test("A drink hours before a ride is drunk, and does not begin it")
  func earlyDrink() throws {
    var watch = DeviceRecording(device: "watch")
    watch.streams = [.power: Self.stream(18_000..<21_600, 200)]
    var phone = DeviceRecording(device: "phone")
    phone.streams = [.waterVolume: Samples(times: [0, 20_000], values: [150, 200])]
    let session = try #require(WorkoutSession([watch, phone]))
    let ride = try #require(session.analysis)
    #expect(ride.figures.elapsedTimeS == 3600)
    #expect(ride.waterIntakeML == 350)
    #expect(ride.faults.isEmpty)
  }

  @Test("What one device dates days away from the others is left out, and told of on its own clock")
  func distantDevice() throws {
    var watch = DeviceRecording(device: "watch")
    watch.streams = [.power: Self.stream(864_000..<867_600, 200)]
    var phone = DeviceRecording(device: "phone")
    phone.streams = [.waterVolume: Samples(times: [0], values: [150])]
    phone.states = [StateChange(time: 0, state: .running), StateChange(time: 10, state: .ended)]
    let session = try #require(WorkoutSession([watch, phone]))
    let ride = try #require(session.analysis)
    #expect(ride.figures.elapsedTimeS == 3600)
    #expect(ride.figures.meanPowerW == 200)
    #expect(ride.waterIntakeML == nil)
    #expect(session.states.isEmpty)
    #expect(ride.faults.map(\.kind) == [.clockJump, .clockJump])
    #expect(ride.faults.map(\.quantity) == [.waterVolume, nil])
    #expect(
      ride.faults.first?.reason
        == "1 samples of water_volume are dated more than 12 h from most of the workout, or 7 days after its start; "
        + "left out")
  }

  @Test("A stream of one device far from its others is left out")
  func distantStream() throws {
    var bike = DeviceRecording(device: "bike")
    bike.streams = [.power: Self.stream(864_000..<867_600, 200), .heartRate: Self.stream(0..<100, 140)]
    let ride = try #require(WorkoutAnalysis(bike))
    #expect(ride.figures.elapsedTimeS == 3600)
    #expect(ride.figures.meanHeartRateBpm == nil)
    #expect(ride.faults.map(\.count) == [100])
  }

  @Test("What comes later than the longest workout is left out with a fault")
  func longestWorkout() throws {
    var rules = WorkoutRules()
    rules.longestWorkoutS = 1000
    var bike = DeviceRecording(device: "bike")
    bike.streams = [.power: Self.stream(0..<1800, 200)]
    let ride = try #require(WorkoutAnalysis(bike, rules: rules))
    #expect(ride.figures.elapsedTimeS == 1001)
    #expect(ride.faults.map(\.count) == [799])
  }
}
