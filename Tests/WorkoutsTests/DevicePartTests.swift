import Testing

@testable import SPWorkouts

/// Several recordings of one device.
struct DevicePartTests {
  /// A ride of 200 W and 5 m/s whose distance begins at 0.
  private static func ride(_ seconds: Range<Int>, _ identifier: String) -> DeviceRecording {
    let times = seconds.map(Double.init)
    var ride = DeviceRecording(
      device: "watch",
      streams: [
        .power: Samples(times: times, values: .init(repeating: 200, count: times.count)),
        .distance: Samples(times: times, values: times.map { 5 * ($0 - times[0]) }),
      ])
    ride.recordingIDs = [identifier]
    return ride
  }

  @Test("Those that follow each other are one ride, with a pause between them")
  func followers() throws {
    var first = Self.ride(0..<400, "a")
    first.states = [
      StateChange(time: 0, state: .running), StateChange(time: 400, state: .stopped),
      StateChange(time: 402, state: .ended),
    ]
    first.laps = [DeviceFigures(startTime: 0, endTime: 400)]
    var second = Self.ride(460..<1260, "b")
    second.states = [
      StateChange(time: 455, state: .prepared), StateChange(time: 460, state: .running),
      StateChange(time: 1260, state: .ended),
    ]
    second.laps = [DeviceFigures(startTime: 460, endTime: 1260)]
    let session = try #require(WorkoutSession([second, first]))
    #expect(session.timeline.devices.map(\.recording.recordingIDs) == [["a", "b"]])
    #expect(session.states.map(\.to) == [.running, .paused, .running, .ended])
    #expect(session.states.allSatisfy { $0.verdict == .legal || $0.verdict == .initial })
    let analysis = try #require(session.analysis)
    #expect(analysis.faults.isEmpty && analysis.laps.count == 2)
    #expect(analysis.figures.timerTimeS == 1200 && analysis.figures.elapsedTimeS == 1260)
    #expect(analysis.figures.workKJ == 240)
    // 399 s and 799 s at 5 m/s.
    #expect(analysis.figures.distanceM == 5990)
  }

  @Test("States in one of them count for both")
  func statesOfOne() throws {
    var first = Self.ride(0..<400, "a")
    first.states = [StateChange(time: 0, state: .running), StateChange(time: 400, state: .ended)]
    let second = Self.ride(460..<1260, "b")
    let forwards = try #require(WorkoutSession([first, second])?.analysis)
    #expect(forwards.figures.timerTimeS == 1200)
    var last = second
    last.states = [StateChange(time: 460, state: .running), StateChange(time: 1260, state: .ended)]
    let backwards = try #require(WorkoutSession([Self.ride(0..<400, "a"), last])?.analysis)
    #expect(backwards.figures.timerTimeS == 1199)
  }

  @Test("Those that overlap are of two devices")
  func overlap() throws {
    let session = try #require(WorkoutSession([Self.ride(0..<400, "a"), Self.ride(100..<500, "b")]))
    #expect(session.timeline.devices.map(\.recording.device) == ["watch", "watch 2"])
  }
}
