import Testing

@testable import SPWorkouts

/// When a workout was.
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

  /// A ride at 5 m/s of 100 s, whose device states totals.
  private static func ride(_ device: DeviceFigures) -> DeviceRecording {
    var bike = DeviceRecording(device: "bike")
    bike.streams = [
      .distance: Samples(times: (0...100).map(Double.init), values: (0...100).map { 5 * Double($0) })
    ]
    bike.states = [StateChange(time: 0, state: .running), StateChange(time: 100, state: .ended)]
    bike.summary = device
    return bike
  }

  @Test("A device's own total that differs by more than 2 % is a fault with both, of laps if there is no session")
  func deviceTotals() throws {
    var device = DeviceFigures(startTime: 0, endTime: 100)
    (device.timerTimeS, device.distanceM) = (102, 509)
    #expect(WorkoutAnalysis(Self.ride(device))?.faults == [])
    (device.timerTimeS, device.distanceM) = (103, 600)
    let faults = try #require(WorkoutAnalysis(Self.ride(device))).faults
    #expect(faults.map(\.kind) == [.deviceTotal, .deviceTotal] && faults.map(\.value) == [103, 600])
    #expect(
      faults.map(\.reason) == [
        "timer time: the device states 103 s, and its data give 100 s, which differs by more than 2 %",
        "distance: the device states 600 m, and its data give 500 m, which differs by more than 2 %",
      ])
    var laps = Self.ride(device)
    laps.summary = nil
    var lap = DeviceFigures(startTime: 20, endTime: 60)
    (lap.timerTimeS, lap.distanceM) = (40, 300)
    laps.laps = [lap]
    #expect(
      WorkoutAnalysis(laps)?.faults.map(\.reason) == [
        "distance: the device states 300 m, and its data give 200 m, which differs by more than 2 %"
      ])
    laps.streams = [.heartRate: Self.stream(0..<100, 140)]
    #expect(
      WorkoutAnalysis(laps)?.faults.map(\.reason) == [
        "distance: the device states 300 m, and its data give none, which differs by more than 2 %"
      ])
  }

  @Test("The last lap ends when the timer stops, not when the workout is saved")
  func lastLap() throws {
    var ride = Self.ride(DeviceFigures(startTime: 0, endTime: 500))
    ride.laps = [DeviceFigures(startTime: 0, endTime: 40), DeviceFigures(startTime: 40, endTime: 500)]
    #expect(WorkoutAnalysis(ride)?.laps.map(\.figures.elapsedTimeS) == [40, 60])
  }

  @Test("Lengths of a pool add up to the distance where the device records none")
  func lengths() throws {
    var watch = DeviceRecording(device: "watch")
    watch.streams = [.heartRate: Self.stream(0..<100, 140)]
    watch.states = [StateChange(time: 1, state: .running), StateChange(time: 90, state: .ended)]
    watch.summary = DeviceFigures(startTime: 0, endTime: 100)
    watch.summary?.poolLengthM = 25
    watch.lengths = [
      SwimLength(startTime: 0, durationS: 30.4, strokes: 10), SwimLength(startTime: 30, durationS: 30, strokes: 10),
      SwimLength(startTime: 60, durationS: 5, strokes: nil, isActive: false),
      SwimLength(startTime: 65, durationS: 25.9, strokes: 10),
    ]
    let swim = try #require(WorkoutAnalysis(watch))
    #expect(swim.figures.distanceM == 75)
    #expect(swim.faults == [])
    watch.streams[.distance] = Samples(times: [1, 90], values: [0, 80])
    #expect(WorkoutAnalysis(watch)?.figures.distanceM == 80)
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
