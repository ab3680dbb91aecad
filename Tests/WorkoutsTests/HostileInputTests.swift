import Testing

@testable import SPWorkouts

/// Damaged and odd input.
struct HostileInputTests {
  @Test("no moments and values end the program, and no figure is infinite", arguments: 0..<40)
  func oddNumbers(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let odd = [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, 1.5, 65_535, 4e18, 1_434_058_582, 1_365_715_970, 1e-300,
    ]
    func number() -> Double { next(3) == 0 ? odd[next(odd.count)] : Double(next(400)) }
    func recording(_ device: String) -> DeviceRecording {
      var recording = DeviceRecording(device: device)
      for quantity in Quantity.allCases where next(4) > 0 {
        let count = next(80)
        recording.streams[quantity] = Samples(
          times: (0..<count).map { next(5) == 0 ? number() : Double($0) }, values: (0..<count).map { _ in number() })
      }
      recording.events = (0..<next(20)).compactMap { _ in
        WorkoutEventKind(rawValue: UInt8(1 + next(8))).map { WorkoutEvent(time: number(), kind: $0) }
      }
      recording.states = (0..<next(20)).compactMap { _ in
        WorkoutState(rawValue: UInt8(1 + next(6))).map { StateChange(time: number(), state: $0) }
      }
      recording.lengths = [SwimLength(startTime: number(), durationS: number(), strokes: next(30))]
      if next(2) == 0 { recording.summary = DeviceFigures(startTime: number(), endTime: number()) }
      recording.laps = [DeviceFigures(startTime: number(), endTime: number())]
      return recording
    }
    let session = try #require(WorkoutSession([recording("phone"), recording("watch"), recording("watch")]))
    guard let analysis = session.analysis else { return }
    let rules = WorkoutRules()
    #expect((0...rules.longestWorkoutS + 2 * rules.longestGapS).contains(analysis.figures.elapsedTimeS))
    #expect(analysis.figures.timerTimeS <= analysis.figures.elapsedTimeS + 1e-6)
    for figure in [analysis.figures.meanPowerW, analysis.figures.normalizedPowerW, analysis.figures.distanceM] {
      #expect(figure?.isFinite ?? true)
    }
  }

  @Test("late messages are put where their dates belong, and told of")
  func lateMessages() throws {
    var watch = DeviceRecording(device: "watch")
    watch.states = [
      StateChange(time: 0, state: .running), StateChange(time: 200, state: .running),
      StateChange(time: 100, state: .paused), StateChange(time: 300, state: .ended),
    ]
    let session = try #require(WorkoutSession([watch]))
    #expect(session.states.map(\.to) == [.running, .paused, .running, .ended])
    #expect(session.states.allSatisfy { $0.verdict == .legal || $0.verdict == .initial })
    #expect(session.differences.map(\.kind) == [.lateMessage])
    #expect(session.differences.map(\.durationS) == [100])
    #expect(session.analysis?.figures.timerTimeS == 200)
  }

  @Test("drinks that two devices report count once, by the order of the devices")
  func duplicates() throws {
    var watch = DeviceRecording(device: "watch")
    watch.streams = [
      .waterVolume: Samples(times: [100, 500], values: [150, 200]),
      .heartRate: Samples(times: Array(stride(from: 0, to: 600, by: 1)), values: .init(repeating: 140, count: 600)),
    ]
    var phone = watch
    phone.device = "phone"
    phone.streams[.waterVolume] = Samples(times: [100.4, 300], values: [150, 150])
    phone.streams[.heartRate] = Samples(
      times: Array(stride(from: 0, to: 700, by: 1)), values: .init(repeating: 90, count: 700))
    let session = try #require(WorkoutSession([phone, watch]))
    #expect(session.analysis?.waterIntakeML == 500)
    // The watch's of 100 s and 500 s, and the phone's of 300 s.
    #expect(session.timeline.merged[.waterVolume].times == [100, 300, 500])
    // The phone's heart rate counts only where the watch has none.
    #expect(session.timeline.merged[.heartRate].values.prefix(600).allSatisfy { $0 == 140 })
    #expect(session.timeline.merged[.heartRate].values.dropFirst(601).allSatisfy { $0 == 90 })
  }
}
