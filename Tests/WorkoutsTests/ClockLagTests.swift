import Testing

@testable import SPWorkouts

/// Clocks of two devices.
struct ClockLagTests {
  /// Numbers from 0 to 1 by a seed.
  private struct Numbers {
    var state: UInt64
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }

  /// Values that change as a heart rate does: a random walk that is drawn back to 130.
  private static func heartRate(_ seconds: Range<Int>, seed: UInt64, lag: Double = 0) -> Samples {
    var numbers = Numbers(state: seed)
    var value = 130.0
    let values = seconds.map { _ in
      value += (130 - value) / 60 + 4 * (numbers.next() - 0.5)
      return value
    }
    return Samples(times: seconds.map { Double($0) + lag }, values: values)
  }

  private static func noise(_ seconds: Range<Int>, seed: UInt64, lag: Double = 0) -> Samples {
    var numbers = Numbers(state: seed)
    return Samples(times: seconds.map { Double($0) + lag }, values: seconds.map { _ in 180 + 40 * numbers.next() })
  }

  /// Laps at random moments of a ride of 3,600 s.
  private static func laps(_ count: Int, seed: UInt64) -> [WorkoutEvent] {
    var numbers = Numbers(state: seed)
    return (0..<count).map { _ in WorkoutEvent(time: 3600 * numbers.next(), kind: .lap) }
  }

  private static func lag(_ watch: DeviceRecording, _ phone: DeviceRecording) throws -> ClockLag {
    try #require(WorkoutSession([watch, phone])).timeline.devices[1].lag
  }

  @Test("Laps that agree by chance do not beat a stream that both recorded", arguments: 1..<11)
  func coincidences(seed: UInt64) throws {
    var watch = DeviceRecording(device: "watch", streams: [.heartRate: Self.heartRate(0..<3600, seed: seed)])
    var phone = DeviceRecording(device: "phone", streams: [.heartRate: Self.heartRate(0..<3600, seed: seed, lag: 30)])
    watch.events = Self.laps(40, seed: seed + 100)
    phone.events = Self.laps(40, seed: seed + 200)
    let lag = try Self.lag(watch, phone)
    #expect(lag.method == .correlation)
    #expect(abs(lag.lagS - 30) < 0.1)
    // Without the stream nothing tells.
    watch.streams = [.power: Self.noise(0..<3600, seed: 1)]
    phone.streams = [:]
    #expect(try Self.lag(watch, phone).method == .none)
  }

  @Test("Fewer than three shared events may agree by chance, and tell no lag")
  func fewEvents() throws {
    // Both clocks are right: the phone was started 20 s later by hand, and stopped 31 s later.
    var watch = DeviceRecording(device: "watch", streams: [.power: Self.noise(0..<1200, seed: 1)])
    watch.states = [StateChange(time: 0, state: .running), StateChange(time: 1200, state: .ended)]
    var phone = DeviceRecording(device: "phone", streams: [.heartRate: Self.heartRate(20..<1231, seed: 2)])
    phone.states = [StateChange(time: 20, state: .running), StateChange(time: 1231, state: .ended)]
    let lag = try Self.lag(watch, phone)
    #expect(lag.method == .none && lag.lagS == 0)
  }

  @Test("Half of the events of the device with fewer are enough")
  func someShared() throws {
    var watch = DeviceRecording(device: "watch", streams: [.power: Self.noise(0..<3600, seed: 1)])
    watch.events = [100, 400, 900, 1500, 2200, 2900].map { WorkoutEvent(time: $0, kind: .lap) }
    var phone = DeviceRecording(device: "phone")
    phone.events = [107, 600, 907, 1507, 2400].map { WorkoutEvent(time: $0, kind: .lap) }
    let lag = try Self.lag(watch, phone)
    #expect(lag.method == .events && lag.eventCount == 3)
    #expect(lag.lagS == 7)
  }

  @Test("A short stream that is not shared gives no lag", arguments: 1..<21)
  func shortOverlap(seed: UInt64) throws {
    let watch = DeviceRecording(device: "watch", streams: [.heartRate: Self.heartRate(0..<3600, seed: seed)])
    let phone = DeviceRecording(device: "phone", streams: [.heartRate: Self.heartRate(1000..<1090, seed: seed + 100)])
    #expect(try Self.lag(watch, phone).method == .none)
  }

  @Test("A long stream that is not shared gives no lag", arguments: 1..<21)
  func unrelated(seed: UInt64) throws {
    let watch = DeviceRecording(device: "watch", streams: [.heartRate: Self.heartRate(0..<3600, seed: seed)])
    for length in [700, 1200, 3600] {
      let phone = DeviceRecording(
        device: "phone", streams: [.heartRate: Self.heartRate(0..<length, seed: seed + 100)])
      #expect(try Self.lag(watch, phone).method == .none, "\(length)")
    }
  }

  @Test("A lag beyond what is looked for is not taken for one at the end of it")
  func beyond() throws {
    let watch = DeviceRecording(device: "watch", streams: [.heartRate: Self.heartRate(0..<3600, seed: 3)])
    let phone = DeviceRecording(device: "phone", streams: [.heartRate: Self.heartRate(0..<3600, seed: 3, lag: 603)])
    #expect(try Self.lag(watch, phone).method == .none)
  }

  @Test("Two power meters with noise of their own leave the lag to the heart rate")
  func twoPowerMeters() throws {
    let watch = DeviceRecording(
      device: "watch",
      streams: [.power: Self.noise(0..<3600, seed: 1), .heartRate: Self.heartRate(0..<3600, seed: 5)])
    let bike = DeviceRecording(
      device: "bike",
      streams: [
        .power: Self.noise(0..<3600, seed: 2, lag: 30), .heartRate: Self.heartRate(0..<3600, seed: 5, lag: 30),
      ])
    let lag = try Self.lag(watch, bike)
    #expect(lag.method == .correlation)
    #expect(abs(lag.lagS - 30) < 0.1)
    #expect((lag.uncertaintyS ?? 1) < 0.1)
  }

  @Test("A phone that has states gives the clock, and the watch its samples")
  func referenceAndOrder() throws {
    let watch = DeviceRecording(
      device: "watch",
      streams: [.heartRate: Samples(times: (0..<600).map(Double.init), values: .init(repeating: 140, count: 600))])
    var phone = DeviceRecording(
      device: "phone",
      streams: [.heartRate: Samples(times: (0..<700).map(Double.init), values: .init(repeating: 90, count: 700))])
    phone.states = [StateChange(time: 0, state: .running), StateChange(time: 700, state: .ended)]
    let session = try #require(WorkoutSession([watch, phone]))
    #expect(session.timeline.devices.map(\.recording.device) == ["phone", "watch"])
    #expect(session.analysis?.timer.source == .states)
    let values = session.timeline.merged[.heartRate].values
    #expect(values.prefix(600).allSatisfy { $0 == 140 })
    #expect(values.dropFirst(601).allSatisfy { $0 == 90 })
  }
}
