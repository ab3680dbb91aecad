/// The events of a workout: states and events of both devices on the watch's clock, and their faults.
///
/// The session is divided into slots, one per pause. A slot has a running part, a pause that begins after about three
/// fifths of the slot, and at most one fault. If a fault reaches into the next slot, the next slot has no fault.
struct WorkoutScript {
  private enum Code {
    static let notStarted: UInt8 = 1, running: UInt8 = 2, ended: UInt8 = 3, paused: UInt8 = 4, prepared: UInt8 = 5
    static let stopped: UInt8 = 6
    static let pause: UInt8 = 1, resume: UInt8 = 2, lap: UInt8 = 3, request: UInt8 = 8
  }

  private enum SlotFault: CaseIterable {
    case lostPause, lostResume, illegalOnWatch, illegalOnPhone, illegalPause, unanswered, late
  }

  let settings: WorkoutSettings
  private(set) var watchStates: [SimulatedWorkout.Mark] = []
  private(set) var watchEvents: [SimulatedWorkout.Mark] = []
  private(set) var phoneStates: [SimulatedWorkout.Mark] = []
  private(set) var phoneEvents: [SimulatedWorkout.Mark] = []
  private(set) var truth = WorkoutTruth()
  private var pauses: [ClosedRange<Double>] = []
  private var random: RandomStream
  /// The phone receives no data from `mirrorEnd` on, and is not ready for data before `mirrorStart`.
  private var mirrorEnd = Double.infinity
  private var mirrorStart = -Double.infinity

  init(_ settings: WorkoutSettings) {
    self.settings = settings
    random = RandomStream(settings, .script)
  }

  /// Whether the timer is paused at a time.
  func isPaused(at time: Double) -> Bool { pauses.contains { $0.contains(time) } }

  /// Writes the script.
  mutating func write() {
    let start = 1_750_000_000 + Double(settings.seed % 100_000) * 1000 + random.unit()
    truth.startTime = start
    truth.lagS = settings.lagS ?? random.uniform(-60...60)
    truth.drift = (settings.driftPPM ?? random.uniform(-30...30)) * 1e-6
    let slot = settings.durationS / Double(settings.pauseCount + 1)
    let breaks = random.chance(settings.breakChance) && settings.pauseCount > 2
    let lastSlot = breaks ? settings.pauseCount / 2 + random.index(below: settings.pauseCount / 2) : Int.max
    let isStopped = random.chance(0.5)
    openMirror(start)
    both(start, state: Code.prepared)
    both(start + 3, state: Code.running)
    var wasLost = false
    for index in 0..<settings.pauseCount {
      let begin = start + 3 + Double(index) * slot
      if index == lastSlot { breakMirror(at: begin + random.uniform(0.1...0.5) * slot, stopped: isStopped) }
      var fault: SlotFault?
      // A slot has no fault after a lost end of a pause, and from the end of the mirror on.
      if !wasLost, mirrorEnd == .infinity, random.chance(settings.faultShare) {
        fault = SlotFault.allCases[random.index(below: SlotFault.allCases.count)]
      }
      if fault == .lostResume, index + 1 >= lastSlot { fault = nil }
      addSlot(begin, slot, fault)
      wasLost = fault == .lostResume
    }
    let end = start + settings.durationS
    both(end - 2.5, state: Code.stopped)
    both(end, state: Code.ended)
    if mirrorEnd < .infinity {
      truth.entries.append(
        .init(fault: isStopped ? .mirrorStopped : .mirrorBroken, device: "phone", startTime: mirrorEnd, endTime: end))
    }
    closeLostPause(end - 2.5)
    truth.entries.sort { $0.startTime < $1.startTime }
    countShared()
  }

  private mutating func openMirror(_ start: Double) {
    guard random.chance(settings.lateCompanionChance) else { return }
    mirrorStart = start + random.uniform(13...40)
    phoneStates.append(.init(time: mirrorStart, code: Code.running))
    truth.entries.append(.init(fault: .lateCompanion, device: "phone", startTime: start, endTime: mirrorStart))
  }

  private mutating func breakMirror(at time: Double, stopped: Bool) {
    if stopped { phoneStates.append(.init(time: time, code: Code.ended)) }
    mirrorEnd = time
  }

  private mutating func addSlot(_ begin: Double, _ slot: Double, _ fault: SlotFault?) {
    let pause = begin + random.uniform(0.55...0.65) * slot
    let resume = pause + random.uniform(10...(0.25 * slot))
    pauses.append(pause...resume)
    let inside = begin + random.uniform(0.25...0.35) * slot
    let length = random.uniform(4...20)
    switch fault {
    case .illegalOnWatch: insert(inside, length, onWatch: true)
    case .illegalOnPhone: insert(inside, length, onWatch: false)
    case .unanswered:
      let time = begin + random.uniform(0.25...0.35) * slot
      phoneEvents.append(.init(time: time, code: Code.request))
      truth.entries.append(.init(fault: .unansweredRequest, device: "phone", startTime: time, endTime: time))
    default: break
    }
    both(begin + random.uniform(0.42...0.5) * slot, event: Code.lap)
    // The phone requests half of the pauses.
    if fault != .lostPause, random.chance(0.5), pause < mirrorEnd {
      phoneEvents.append(.init(time: pause - random.uniform(0.3...1.5), code: Code.request))
    }
    closeLostPause(pause)
    both(pause, state: Code.paused, event: Code.pause, onPhone: fault != .lostPause)
    if fault == .illegalPause {
      // Prepared may become running: only the change to prepared is invalid.
      let time = pause + 0.4 * (resume - pause)
      phoneStates.append(.init(time: time, code: Code.prepared))
      truth.entries.append(.init(fault: .illegalTransition, device: "phone", startTime: time, endTime: time))
      truth.entries.append(.init(fault: .state, device: "phone", startTime: time, endTime: resume))
    }
    both(resume, state: Code.running, event: Code.resume, onPhone: fault != .lostResume)
    switch fault {
    case .lostPause: truth.entries.append(.init(fault: .state, device: "phone", startTime: pause, endTime: resume))
    case .lostResume: lostSince = resume
    case .late:
      // The pause arrives after its end.
      phoneStates.swapAt(phoneStates.count - 1, phoneStates.count - 2)
      truth.entries.append(.init(fault: .lateMessage, device: "phone", startTime: pause, endTime: resume))
    default: break
    }
  }

  /// The time since which the phone assumes that the workout is paused.
  private var lostSince: Double?

  private mutating func closeLostPause(_ time: Double) {
    guard let since = lostSince else { return }
    truth.entries.append(.init(fault: .state, device: "phone", startTime: since, endTime: time))
    lostSince = nil
  }

  /// Inserts a state that cannot follow running, or that running cannot follow.
  private mutating func insert(_ time: Double, _ length: Double, onWatch: Bool) {
    let codes = [Code.prepared, Code.notStarted, Code.ended]
    let code = codes[random.index(below: codes.count)]
    let marks: [SimulatedWorkout.Mark] = [
      .init(time: time, code: code), .init(time: time + length, code: Code.running),
    ]
    if onWatch { watchStates += marks } else { phoneStates += marks }
    let moment = code == Code.ended ? time + length : time
    truth.entries.append(
      .init(fault: .illegalTransition, device: onWatch ? "watch" : "phone", startTime: moment, endTime: moment))
    truth.entries.append(.init(fault: .state, device: "phone", startTime: time, endTime: time + length))
  }

  private mutating func both(_ time: Double, state: UInt8? = nil, event: UInt8? = nil, onPhone: Bool = true) {
    if let state { watchStates.append(.init(time: time, code: state)) }
    if let event { watchEvents.append(.init(time: time, code: event)) }
    guard onPhone, time < mirrorEnd, time > mirrorStart else { return }
    if let state { phoneStates.append(.init(time: time, code: state)) }
    if let event { phoneEvents.append(.init(time: time, code: event)) }
  }

  private mutating func countShared() {
    let states = Set(watchStates)
    let events = Set(watchEvents)
    truth.sharedCount = phoneStates.count { states.contains($0) } + phoneEvents.count { events.contains($0) }
  }
}
