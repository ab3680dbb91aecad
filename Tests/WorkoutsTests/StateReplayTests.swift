import Testing

@testable import SPWorkouts

/// States and requests.
struct StateReplayTests {
  private static func watch(_ states: [(Double, WorkoutState)], requests: [Double] = []) -> DeviceRecording {
    var watch = DeviceRecording(device: "watch")
    watch.states = states.map { StateChange(time: $0.0, state: $0.1) }
    watch.events = requests.map { WorkoutEvent(time: $0, kind: .pauseOrResumeRequest) }
    return watch
  }

  private static func requests(_ recordings: [DeviceRecording]) throws -> [WorkoutStateRow] {
    try #require(WorkoutSession(recordings)).states.filter { $0.kind == .request }
  }

  @Test("A pause before a request on the same device is no answer to it")
  func early() throws {
    let watch = Self.watch([(0, .running), (100, .paused), (200, .running), (300, .ended)], requests: [101.5])
    let rows = try Self.requests([watch])
    #expect(rows.map(\.verdict) == [.unanswered])
    #expect(rows.map(\.reason) == ["neither a pause nor its end within 10 s, on any device"])
  }

  @Test("On another device a pause may be dated before its request by what the clocks are uncertain")
  func uncertainClocks() throws {
    let watch = Self.watch([(0, .running), (100, .paused), (200, .running), (300, .ended)])
    var phone = watch
    phone.device = "phone"
    phone.states[1].time = 100.06
    phone.events = [WorkoutEvent(time: 100.05, kind: .pauseOrResumeRequest)]
    let near = try Self.requests([watch, phone])
    #expect(near.map(\.verdict) == [.answered])
    #expect(near.map(\.reason) == ["paused on watch after 0 s"])
    phone.events[0].time = 101.5
    #expect(try Self.requests([watch, phone]).map(\.verdict) == [.unanswered])
  }

  @Test("One pause answers one request")
  func usedUp() throws {
    let watch = Self.watch(
      [(0, .running), (100, .paused), (200, .running), (300, .ended)], requests: [95, 97, 98, 195])
    let rows = try Self.requests([watch])
    #expect(rows.map(\.verdict) == [.answered, .unanswered, .unanswered, .answered])
    #expect(rows[0].reason == "paused on watch after 5 s")
    #expect(rows[3].reason == "running on watch after 5 s")
  }

  /// As many as a day of a program that switches twice a second.
  @Test("Very many states are replayed, each with what follows from the one before")
  func many() throws {
    let states = (0..<40_000).map { (2.5 * Double($0), $0 % 2 == 0 ? WorkoutState.running : .paused) }
    let watch = Self.watch(states, requests: states.map { $0.0 - 0.5 })
    let session = try #require(WorkoutSession([watch, DeviceRecording(device: "phone", states: watch.states)]))
    #expect(session.states.count == 120_000)
    #expect(session.states.count { $0.verdict == .legal } == 2 * 39_999)
    #expect(session.states.count { $0.verdict == .answered } == 39_999)
    #expect(session.states.count { $0.origin == "watch" && $0.kind == .transition } == 2 * 39_999)
  }

  @Test("Drinks that are left out are no water after a break")
  func waterAfterBreak() throws {
    let watch = Self.watch([(0, .running), (100, .paused), (200, .running), (600, .ended)])
    var phone = DeviceRecording(device: "phone", states: [StateChange(time: 0, state: .running)])
    phone.streams = [.waterVolume: Samples(times: [300, 400, 500], values: [150, .nan, 9000])]
    let session = try #require(WorkoutSession([watch, phone]))
    let after = try #require(session.differences.first { $0.kind == .dataAfterBreak })
    #expect(after.reason.hasSuffix("after its mirror stopped or broke, among them 150 mL of water"))
    #expect(session.waterAfterBreakML == 150)
  }
}
