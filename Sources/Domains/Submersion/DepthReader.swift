/// A measurement with derived values.
struct Reading: Sendable {
  var measurement: DepthMeasurement
  /// The depth, measured or from the pressure, in m; nil without a depth.
  var depthM: Double?
  /// Whether the depth was computed from the pressure.
  var isFromPressure = false
  /// The state by depth.
  var state: DepthState
  /// Whether the measurement shows the watch under water.
  var isSubmerged: Bool
  /// Whether a depth of about 0 is the only sign of being under water.
  var isAtSurface = false
  /// Whether the depth counts as lost only because no diver comes up so fast.
  var isLost = false

  var time: Double { measurement.time }
}

/// Derives values from each measurement, in the order of time.
struct DepthReader: Sendable {
  /// The fastest possible ascent, in m/s: depths that end abruptly further down are missing, and not a surfacing. Free
  /// divers reach less than 2 m/s, inflated life vests some 3 m/s.
  private static let fastestRiseMS = 3.0

  let rules: SubmersionRules
  private var surfaceKPa: Double?
  private var lastDepth: (time: Double, depthM: Double)?
  /// The time since which the depth is lost, in s.
  private var lostSince: Double?

  init(_ rules: SubmersionRules) { self.rules = rules }

  /// Reads a measurement.
  /// - Parameter event: the state after the last event; unknown if there was none.
  mutating func read(_ measurement: DepthMeasurement, after event: SubmersionEvent.State) -> Reading {
    if measurement.hasSurfacePressure { surfaceKPa = measurement.surfacePressureKPa }
    var reading = Reading(measurement: measurement, state: .unknown, isSubmerged: false)
    let own = measurement.ownState
    if measurement.depthM.isFinite {
      reading.depthM = measurement.depthM
    } else if measurement.hasPressure, own != .notSubmerged, own != .sensorDepthError {
      let surface = surfaceKPa ?? rules.surfacePressureKPa
      reading.depthM = rules.density.depth(atPressure: measurement.pressureKPa, surfaceKPa: surface)
      reading.isFromPressure = true
    }
    reading.isLost = isLost(reading, event)
    reading.state = reading.isLost ? .sensorDepthError : state(reading, event)
    let isDeep = reading.state.isDeep
    switch (event, own) {
    case (.submerged, _): reading.isSubmerged = own != .notSubmerged || isDeep
    // An event may be lost: a deep measurement is under water, whatever the last event was.
    case (.notSubmerged, _): reading.isSubmerged = isDeep
    case (.unknown, .unknown):
      reading.isSubmerged = reading.state.isSubmerged
      reading.isAtSurface = reading.isSubmerged && reading.depthM.map { $0 <= rules.surfaceDepthM } ?? false
    case (.unknown, _): reading.isSubmerged = own != .notSubmerged || isDeep
    }
    if !reading.state.isSubmerged { reading.depthM = nil }
    if let depth = reading.depthM { lastDepth = (measurement.time, depth) }
    if !reading.isSubmerged && reading.state != .sensorDepthError { lastDepth = nil }
    return reading
  }

  private func state(_ reading: Reading, _ event: SubmersionEvent.State) -> DepthState {
    if let depth = reading.depthM {
      // Air pressure changes by the equivalent of some decimetres, so a small depth from the pressure may be in the
      // air. A measured depth near 0 is in the water.
      let least = reading.isFromPressure ? rules.surfaceDepthM : -rules.surfaceDepthM
      return depth < least ? .notSubmerged : rules.limits.state(ofDepth: depth)
    }
    let own = reading.measurement.ownState
    if own == .notSubmerged { return .notSubmerged }
    if own.isSubmerged || event == .submerged { return .sensorDepthError }
    return .notSubmerged
  }
  /// Whether depths ended further down than a diver could have come up from, and have not come back since. It is false
  /// if an event or the recording's state says whether the watch is under water.
  private mutating func isLost(_ reading: Reading, _ event: SubmersionEvent.State) -> Bool {
    guard reading.depthM == nil, reading.measurement.ownState == .unknown, event == .unknown else {
      lostSince = nil
      return false
    }
    if lostSince == nil, let lastDepth,
      lastDepth.depthM > rules.limits.shallowM + Self.fastestRiseMS * (reading.time - lastDepth.time)
    {
      lostSince = reading.time
    }
    return lostSince.map { reading.time - $0 <= rules.surfaceTimeS } ?? false
  }
}

/// The largest rates of descent and ascent over a fixed time, from depths in the order of time.
///
/// The depth is a straight line from each measurement to the next. The window with the largest rate of such a line
/// begins or ends at a measurement, so only these windows are checked.
struct RateWindow: Sendable {
  private let lengthS: Double
  private var recent: [(time: Double, depth: Double)] = []
  /// The largest rate downward, in m/s; nil without a complete window that went down.
  private(set) var descentMS: Double?
  /// The largest rate upward, in m/s, as a positive number; nil without a complete window that went up.
  private(set) var ascentMS: Double?

  init(lengthS: Double) { self.lengthS = lengthS }

  /// Takes the next depth, in m.
  mutating func add(time: Double, depthM: Double) {
    if let last = recent.last {
      let next = (time: time, depth: depthM)
      for start in recent where start.time + lengthS > last.time && start.time + lengthS <= time {
        note(start.depth, Self.depth(at: start.time + lengthS, last, next))
      }
      recent.append(next)
      // At least two depths are kept for the line between them, however short the window is.
      while recent.count > 2, recent[1].time <= time - lengthS { recent.removeFirst() }
      if recent[0].time <= time - lengthS {
        note(Self.depth(at: time - lengthS, recent[0], recent[1]), depthM)
      }
    } else {
      recent.append((time, depthM))
    }
  }

  /// Drops the depths so far, as the depth before the next measurement is unknown.
  mutating func interrupt() { recent.removeAll(keepingCapacity: true) }

  private mutating func note(_ from: Double, _ to: Double) {
    let rate = (to - from) / lengthS
    if rate > descentMS ?? 0 { descentMS = rate }
    if -rate > ascentMS ?? 0 { ascentMS = -rate }
  }

  private static func depth(
    at time: Double, _ one: (time: Double, depth: Double), _ other: (time: Double, depth: Double)
  ) -> Double {
    one.depth + (other.depth - one.depth) * (time - one.time) / (other.time - one.time)
  }
}
