/// A simulated workout on a watch and on the phone that mirrors it, with its truth.
///
/// States and events have the codes of recordings. Lists of states and events are in the order of their arrival.
package struct SimulatedWorkout: Sendable {
  /// A code at a time.
  package struct Mark: Sendable, Hashable {
    /// Its time, s, on the device's clock.
    package var time: Double
    /// The code.
    package var code: UInt8
  }

  /// The recording of a device, on its own clock.
  package struct Device: Sendable, Hashable {
    /// `watch` or `phone`.
    package var name: String
    /// States.
    package internal(set) var states: [Mark] = []
    /// Events.
    package internal(set) var events: [Mark] = []
    /// Streams by group and dataset: `cycling/power`.
    package internal(set) var streams: [String: Stream] = [:]
  }

  /// Values at times.
  package struct Stream: Sendable, Hashable {
    /// Times, s.
    package internal(set) var times: [Double] = []
    /// Values.
    package internal(set) var values: [Double] = []
  }

  /// The settings of the workout.
  package let settings: WorkoutSettings
  /// Identifier of the session.
  package let sessionID: String
  /// The watch.
  package let watch: Device
  /// The phone.
  package let phone: Device
  /// The faults of the workout.
  package let truth: WorkoutTruth
  /// The steps of the plan as ridden; empty for a ride without a plan.
  package let steps: [PlannedRide.RiddenStep]

  /// Makes a workout.
  ///
  /// - Throws: `SimulationError.settingOutOfRange` for the first setting out of range.
  package init(_ settings: WorkoutSettings) throws(SimulationError) {
    try settings.validate()
    self.settings = settings
    let digits = String(settings.seed)
    sessionID = "workout-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    if let ride = settings.ride {
      var script = PlannedRideScript(settings, ride)
      script.write()
      (watch, phone, truth, steps) = (script.watch, script.mirrored(settings), script.truth, script.steps)
      return
    }
    steps = []
    var script = WorkoutScript(settings)
    script.write()
    var clock = PhoneClock(settings, truth: script.truth)
    var watch = Device(name: "watch")
    var phone = Device(name: "phone")
    watch.states = script.watchStates
    watch.events = script.watchEvents
    phone.states = script.phoneStates.map { Mark(time: clock.date($0.time), code: $0.code) }
    phone.events = script.phoneEvents.map { Mark(time: clock.date($0.time), code: $0.code) }
    Self.addStreams(to: &watch, and: &phone, script, clock)
    self.watch = watch
    self.phone = phone
    truth = script.truth
  }

  /// A ride at one value per second: efforts and rests, a heart rate that follows them, and drinks on the phone.
  private static func addStreams(
    to watch: inout Device, and phone: inout Device, _ script: WorkoutScript, _ clock: PhoneClock
  ) {
    var random = RandomStream(script.settings, .streams)
    var effort = 200.0
    var heart = 100.0
    var distance = 0.0
    let start = script.truth.startTime.rounded(.up)
    var nextDrink = start + random.uniform(200...500)
    for second in 0..<Int(script.settings.durationS) {
      let time = start + Double(second)
      if random.chance(1.0 / 60) { effort = random.uniform(100...320) }
      heart += (90 + 0.3 * effort - heart) / 30 + 0.6 * random.bell()
      let isPaused = script.isPaused(at: time)
      let coasts = random.chance(0.03)
      let power = isPaused || coasts ? 0 : max(0, (effort + 15 * random.bell()).rounded())
      let speed = isPaused ? 0 : 4 + effort / 50
      distance += speed
      watch.add("heart_rate/heart_rate", time, heart.rounded())
      phone.add("heart_rate/heart_rate", clock.time(time), heart.rounded())
      if !isPaused {
        watch.add("cycling/power", time, power)
        watch.add("cycling/cadence", time, coasts ? 0 : (85 + 3 * random.bell()).rounded())
        watch.add("cycling/speed", time, speed)
        watch.add("cycling/distance", time, distance)
      }
      if time >= nextDrink {
        phone.add("water_intake/volume", clock.time(time), random.uniform(5...20).rounded() * 10)
        nextDrink = time + random.uniform(300...900)
      }
    }
  }
}

extension SimulatedWorkout.Device {
  mutating func add(_ stream: String, _ time: Double, _ value: Double) {
    streams[stream, default: .init()].times.append(time)
    streams[stream, default: .init()].values.append(value)
  }
}

/// The phone's clock.
struct PhoneClock {
  private let truth: WorkoutTruth
  private let errorS: Double
  private var random: RandomStream

  init(_ settings: WorkoutSettings, truth: WorkoutTruth) {
    self.truth = truth
    errorS = settings.dateErrorS
    random = RandomStream(settings, .clock)
  }

  /// The time on the phone's clock.
  func time(_ time: Double) -> Double { time + truth.lag(at: time) }

  /// The date that the phone records for an event.
  mutating func date(_ time: Double) -> Double { self.time(time) + errorS * random.bell() }
}

extension RandomStream {
  /// The purposes for which a workout draws random numbers.
  enum WorkoutPurpose: UInt64 { case script = 1, clock, streams }

  /// Makes a stream for a workout. The constants differ from those for swings, so that equal seeds give different
  /// recordings.
  init(_ settings: WorkoutSettings, _ purpose: WorkoutPurpose) {
    var seeds = RandomStream(state: settings.seed ^ 0x5F1D_36AB_9C07_E24B)
    let state = seeds.next() &+ purpose.rawValue &* 0xD1B5_4A32_D192_ED03
    self.init(state: state)
  }
}
