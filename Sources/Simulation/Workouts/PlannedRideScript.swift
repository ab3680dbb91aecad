/// Rides a plan: the watch's data, second by second, and the beginning and end of each step.
///
/// Within a second the speed is constant, so the time at which a distance is covered is known exactly.
struct PlannedRideScript {
  private enum Code {
    static let running: UInt8 = 2, ended: UInt8 = 3, paused: UInt8 = 4, prepared: UInt8 = 5, stopped: UInt8 = 6
    static let pause: UInt8 = 1, resume: UInt8 = 2, lap: UInt8 = 3
  }

  private let ride: PlannedRide
  private(set) var watch = SimulatedWorkout.Device(name: "watch")
  private(set) var truth = WorkoutTruth()
  private(set) var steps: [PlannedRide.RiddenStep] = []
  private var random: RandomStream
  /// The times on the timer at which the pauses begin, s.
  private var pauses: [Double] = []
  /// The time on the timer at which the ride ends early, s.
  private var earlyEnd = Double.infinity
  /// The distance at the previous lap, m.
  private var lapMetres = 0.0
  private var time = 0.0
  private var timer = 0.0
  private var metres = 0.0
  private var nextSample = 0.0
  private var (speed, power, heart) = (6.0, 200.0, 110.0)

  init(_ settings: WorkoutSettings, _ ride: PlannedRide) {
    self.ride = ride
    random = RandomStream(settings, .script)
    truth.startTime = 1_750_000_000 + Double(settings.seed % 100_000) * 1000 + random.unit()
    truth.lagS = settings.lagS ?? random.uniform(-60...60)
    truth.drift = (settings.driftPPM ?? random.uniform(-30...30)) * 1e-6
    // Most rides take about two thirds of the longest possible time.
    let usual = 0.6 * ride.longestS
    var moments: [Double] = []
    for _ in 0..<settings.pauseCount { moments.append(random.uniform(0.02...1) * usual) }
    pauses = moments.sorted()
  }

  mutating func write() {
    time = truth.startTime
    watch.states.append(.init(time: time, code: Code.prepared))
    time += 3
    watch.states.append(.init(time: time, code: Code.running))
    nextSample = time.rounded(.up)
    if random.chance(ride.endEarlyChance) { earlyEnd = random.uniform(0.2...0.9) * 0.6 * ride.longestS }
    var index = 0
    for (place, step) in ride.steps.enumerated() {
      write(step, index, isLast: place == ride.steps.count - 1)
      if !step.isTransition { index += 1 }
    }
    if ride.rideOnS > 0, !isOver { _ = go(.init(.open(ride.rideOnS), effortW: 120)) }
    if ride.rideOnS == 0 || isOver { leaveOutSkippedEnd() }
    watch.states.append(.init(time: time, code: Code.stopped))
    watch.states.append(.init(time: time + 2.5, code: Code.ended))
    truth.sharedCount = watch.states.count + watch.events.count
  }

  /// Marks steps that were skipped right before the end as not done. With manual laps, only one step changes: the lap
  /// that skips it is the end of the ride.
  private mutating func leaveOutSkippedEnd() {
    for place in steps.indices.reversed() {
      guard steps[place].outcome == .skipped || steps[place].outcome == .notDone else { return }
      let isByHand = steps[place].times != nil
      steps[place].outcome = .notDone
      steps[place].times = nil
      if isByHand { return }
    }
  }

  private var isOver: Bool { timer >= earlyEnd }

  private mutating func write(_ step: PlannedRide.Step, _ index: Int, isLast: Bool) {
    guard !isOver else {
      if !step.isTransition { steps.append(.init(index: index, repetition: 0, outcome: .notDone)) }
      return
    }
    let hasGoal = if case .open = step.goal { false } else { true }
    if hasGoal, random.chance(ride.skipChance) { return skip(index, isLast: isLast) }
    var (repetition, isAgain) = (0, false)
    repeat {
      let start = time
      let cut = hasGoal && random.chance(ride.cutShortChance) ? shortened(step) : nil
      let isDone = go(cut ?? step)
      var outcome: PlannedRide.Outcome = cut == nil && (isDone || !hasGoal) ? .reached : .cutShort
      // A step this short does not count as done.
      if !isDone, time - start <= 5, index > 0 { outcome = .notDone }
      if !step.isTransition, outcome != .notDone || repetition == 0 {
        let times = outcome == .notDone ? nil : start...time
        steps.append(.init(index: index, repetition: repetition, outcome: outcome, times: times))
      }
      guard isDone else { return }
      isAgain = hasGoal && ride.hasLapEveryStep && random.chance(ride.repeatChance)
      if ride.hasLapEveryStep || !hasGoal || cut != nil { lap(isLast: isLast && !isAgain) }
      repetition += 1
    } while isAgain
  }

  /// A copy of a step that the rider ends before its goal; nil for a step that is too short for this.
  private mutating func shortened(_ step: PlannedRide.Step) -> PlannedRide.Step? {
    let fraction = random.uniform(0.3...0.8)
    var step = step
    switch step.goal {
    case .time(let seconds) where seconds >= 20: step.goal = .time(fraction * seconds)
    case .distance(let metres) where metres >= 20 * 8: step.goal = .distance(fraction * metres)
    default: return nil
    }
    return step
  }

  /// The phone's data, on its own clock.
  func mirrored(_ settings: WorkoutSettings) -> SimulatedWorkout.Device {
    var clock = PhoneClock(settings, truth: truth)
    var phone = SimulatedWorkout.Device(name: "phone")
    phone.states = watch.states.map { .init(time: clock.date($0.time), code: $0.code) }
    phone.events = watch.events.map { .init(time: clock.date($0.time), code: $0.code) }
    let heart = watch.streams["heart_rate/heart_rate"]
    for (time, value) in zip(heart?.times ?? [], heart?.values ?? []) {
      phone.add("heart_rate/heart_rate", clock.time(time), value)
    }
    return phone
  }

  /// Ends a lap; at the end of the whole ride a lap has no meaning and no event.
  private mutating func lap(isLast: Bool) {
    if !isLast || ride.rideOnS > 0 { watch.events.append(.init(time: time, code: Code.lap)) }
    lapMetres = metres
  }

  /// Skips a step. With manual laps, the rider makes a lap soon after the step began. If every step has a lap, the
  /// rider goes straight to the next step. A skipped last step is not done, unless the rider continues.
  private mutating func skip(_ index: Int, isLast: Bool) {
    let isEnd = isLast && ride.rideOnS == 0
    guard !ride.hasLapEveryStep, !isEnd else {
      steps.append(.init(index: index, repetition: 0, outcome: isEnd ? .notDone : .skipped))
      return
    }
    let start = time
    let isDone = go(.init(.open(random.uniform(2...4)), effortW: 120))
    if isDone { lap(isLast: false) }
    steps.append(
      .init(index: index, repetition: 0, outcome: isDone ? .skipped : .notDone, times: isDone ? start...time : nil))
  }

  /// - Returns: whether the goal of the step was reached before the early end.
  private mutating func go(_ step: PlannedRide.Step) -> Bool {
    var (seconds, distance) = (Double.infinity, Double.infinity)
    switch step.goal {
    case .open(let goal), .time(let goal): seconds = goal
    case .distance(let goal): distance = goal
    }
    choose(step)
    while true {
      let toGoal = min(seconds, distance / speed)
      let toEnd = earlyEnd - timer
      let toPause = (pauses.first ?? .infinity) - timer
      let toLap = ride.autoLapM.map { max(0, (lapMetres + $0 - metres) / speed) } ?? .infinity
      let toSample = nextSample - time
      let part = max(0, min(toGoal, toEnd, toPause, toLap, toSample))
      time += part
      timer += part
      metres += part * speed
      seconds -= part
      distance -= part * speed
      if part == toGoal { return true }
      if part >= toEnd {
        // The sum of parts may differ from `earlyEnd` in the last digits.
        timer = earlyEnd
        return false
      }
      if part == toPause {
        pause()
      } else if part == toLap {
        lap(isLast: false)
      } else {
        sample()
        choose(step)
      }
    }
  }

  private mutating func pause() {
    pauses.removeFirst()
    watch.states.append(.init(time: time, code: Code.paused))
    watch.events.append(.init(time: time, code: Code.pause))
    time += random.uniform(10...60)
    while nextSample < time {
      heart += (90 - heart) / 60
      watch.add("heart_rate/heart_rate", nextSample, heart.rounded())
      nextSample += 1
    }
    watch.states.append(.init(time: time, code: Code.running))
    watch.events.append(.init(time: time, code: Code.resume))
  }

  private mutating func sample() {
    watch.add("heart_rate/heart_rate", nextSample, heart.rounded())
    watch.add("cycling/power", nextSample, power.rounded())
    watch.add("cycling/cadence", nextSample, (85 + 3 * random.bell()).rounded())
    watch.add("cycling/speed", nextSample, speed)
    watch.add("cycling/distance", nextSample, metres)
    nextSample += 1
  }

  /// Chooses the effort of the next second.
  private mutating func choose(_ step: PlannedRide.Step) {
    let keeps = random.chance(ride.compliance)
    func value(_ range: ClosedRange<Double>, _ random: inout RandomStream) -> Double {
      keeps ? random.uniform(range) : range.lowerBound * random.uniform(0.8...0.98)
    }
    power = max(0, step.effortW + 10 * random.bell())
    if let range = step.powerW { power = value(range, &random) }
    speed = step.usualSpeedMS.map { $0 * random.uniform(0.95...1.05) } ?? max(3.2, 4 + power / 50)
    if let range = step.speedMS { speed = value(range, &random) }
    if let least = step.leastSpeedMS { speed = keeps ? max(speed, least) : least * random.uniform(0.8...0.98) }
    heart += (90 + 0.3 * power - heart) / 30 + 0.6 * random.bell()
    if let range = step.heartRateBpm { heart = value(range, &random) }
  }
}
