/// One device's recording of a workout, as plain data on the device's own clock.
public struct DeviceRecording: Hashable, Sendable {
  /// Name of the device: `watch`, `phone`, `bike`, and the like.
  public var device: String
  /// Identifiers of the recordings that were joined, or of the recording itself.
  public var recordingIDs: [String] = []
  /// The sport stated in the recording: `cycling`, `running` and the like; nil without a sport.
  public var sport: String?
  /// The instant at which its clock showed 0, in s since 1970-01-01T00:00:00Z; nil if the recording does not state it.
  public var clockZeroS: Double?
  /// Offset of the recording's local time from UTC, in s; nil without an offset.
  public var utcOffsetS: Int?
  /// The measured streams.
  public var streams: [Quantity: Samples]
  /// Events in the order of arrival. They may have been dated in another order.
  public var events: [WorkoutEvent]
  /// States with the time at which each began, in the order of their arrival.
  public var states: [StateChange]
  /// Lengths of a pool, if the device counts them.
  public var lengths: [SwimLength]
  /// The device's own figures for the whole session.
  public var summary: DeviceFigures?
  /// The device's own figures for each lap, in order.
  public var laps: [DeviceFigures]

  /// Makes a recording.
  public init(
    device: String, streams: [Quantity: Samples] = [:], events: [WorkoutEvent] = [], states: [StateChange] = [],
    lengths: [SwimLength] = [], summary: DeviceFigures? = nil, laps: [DeviceFigures] = []
  ) {
    self.device = device
    self.streams = streams
    self.events = events
    self.states = states
    self.lengths = lengths
    self.summary = summary
    self.laps = laps
  }

  /// The samples of a stream; empty without such a stream.
  public subscript(_ quantity: Quantity) -> Samples { streams[quantity] ?? Samples() }

  /// The recording with the sum of its pool lengths as distance, if the device did not record a distance.
  var countingLengths: DeviceRecording {
    guard let pool = summary?.poolLengthM, pool > 0, !self[.distance].values.contains(where: { !$0.isNaN }) else {
      return self
    }
    // Devices date lengths in whole seconds, and the timer may start and stop within the first and the last of them.
    let start = states.first { $0.state == .running }?.time ?? -.infinity
    let end = max(start, states.last { $0.state == .ended || $0.state == .stopped }?.time ?? .infinity)
    var distance = Samples()
    func add(_ time: Double, _ meters: Double) {
      let time = min(max(time, start), end)
      if let last = distance.times.last, time <= last {
        distance.values[distance.count - 1] = meters
      } else {
        distance.times.append(time)
        distance.values.append(meters)
      }
    }
    var meters = 0.0
    for length in lengths.sorted(by: { $0.startTime < $1.startTime }) where length.isActive && length.durationS > 0 {
      add(length.startTime, meters)
      meters += pool
      add(length.startTime + length.durationS, meters)
    }
    guard !distance.isEmpty else { return self }
    var counting = self
    counting.streams[.distance] = distance
    return counting
  }

  /// The earliest time of any data, in s; nil without data.
  var firstTime: Double? {
    let moments = streams.values.compactMap(\.times.first) + events.map(\.time) + states.map(\.time)
    return moments.filter(\.isFinite).min()
  }

  /// The water drunk after a time, mL; nil without drinks.
  func waterML(after start: Double = -.infinity) -> Double? {
    let drinks = self[.waterVolume].filter { $0 > start && !$1.isNaN }.values
    return drinks.isEmpty ? nil : drinks.reduce(0, +)
  }
}

/// An event of a workout.
public struct WorkoutEvent: Hashable, Sendable {
  /// When it happened, s, on the device's own clock.
  public var time: Double
  /// The kind of event.
  public var kind: WorkoutEventKind

  /// Makes an event.
  public init(time: Double, kind: WorkoutEventKind) {
    self.time = time
    self.kind = kind
  }
}

/// A state and the time at which it began.
public struct StateChange: Hashable, Sendable {
  /// When it began, s, on the device's own clock.
  public var time: Double
  /// The state.
  public var state: WorkoutState

  /// Makes a change.
  public init(time: Double, state: WorkoutState) {
    self.time = time
    self.state = state
  }
}

/// One length of a pool.
public struct SwimLength: Hashable, Sendable {
  /// When it began, s.
  public var startTime: Double
  /// How long it took, s.
  public var durationS: Double
  /// Number of arm strokes, if they were counted.
  public var strokes: Int?
  /// Whether the length was swum; otherwise it was a rest at the wall.
  public var isActive: Bool

  /// Makes a length.
  public init(startTime: Double, durationS: Double, strokes: Int?, isActive: Bool = true) {
    self.startTime = startTime
    self.durationS = durationS
    self.strokes = strokes
    self.isActive = isActive
  }
}

/// A device's own figures for a session or a lap; nil if the device did not report a figure.
public struct DeviceFigures: Hashable, Sendable {
  /// When the session or lap began and ended, s, on the device's own clock.
  public var startTime, endTime: Double?
  /// Time that counted, and time from start to end, s.
  public var timerTimeS, elapsedTimeS: Double?
  /// Distance, m.
  public var distanceM: Double?
  /// Mean, largest and normalized power, W.
  public var meanPowerW, maxPowerW, normalizedPowerW: Double?
  /// Mean and largest heart rate, bpm.
  public var meanHeartRateBpm, maxHeartRateBpm: Double?
  /// Mean cadence, 1/min.
  public var meanCadenceRpm: Double?
  /// Training stress score and intensity factor.
  public var trainingStressScore, intensityFactor: Double?
  /// Length of the pool, m.
  public var poolLengthM: Double?
  /// Ascent, m.
  public var ascentM: Double?

  /// Makes an empty summary.
  public init(startTime: Double? = nil, endTime: Double? = nil) {
    self.startTime = startTime
    self.endTime = endTime
  }
}

extension DeviceFigures {
  /// Joins several consecutive sessions, such as the legs of a triathlon: from the first start to the last end, with
  /// the sums of times and distances and the largest values. Means are left out, and so are figures that any session
  /// lacks.
  public init(joining sessions: [DeviceFigures]) {
    guard sessions.count != 1 else {
      self = sessions[0]
      return
    }
    func all(_ value: (DeviceFigures) -> Double?) -> [Double]? {
      let values = sessions.compactMap(value)
      return values.isEmpty || values.count < sessions.count ? nil : values
    }
    func sum(_ value: (DeviceFigures) -> Double?) -> Double? { all(value)?.reduce(0, +) }
    self.init(startTime: all(\.startTime)?.min(), endTime: all(\.endTime)?.max())
    timerTimeS = sum(\.timerTimeS)
    elapsedTimeS = sum(\.elapsedTimeS)
    distanceM = sum(\.distanceM)
    ascentM = sum(\.ascentM)
    maxPowerW = all(\.maxPowerW)?.max()
    maxHeartRateBpm = all(\.maxHeartRateBpm)?.max()
    let pools = Set(sessions.compactMap(\.poolLengthM))
    if pools.count == 1 { poolLengthM = pools.first }
  }
}
