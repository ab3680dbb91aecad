/// Computes the values of a dive in progress: depths, rates, and the time in each state.
struct DiveMeter: Sendable {
  let rules: SubmersionRules
  private(set) var dive: Dive
  /// The time up to which the dive is accounted for, in s.
  private(set) var cursor: Double
  private var state = DepthState.unknown
  /// The state is certain until this time, in s.
  private var knownUntil: Double
  /// The time of the last measurement, in s. Before the first measurement, it is the time of the event that began the
  /// dive; after a gap or a brief surfacing, it is the end of that gap or surfacing.
  private var lastMeasurement: Double?
  /// The last depth, in m: the start of the line to the next depth.
  private var lastDepth: (time: Double, depthM: Double)?
  private var depthSum = (metersSeconds: 0.0, seconds: 0.0)
  private var rates: RateWindow
  private var agreement: PressureAgreement
  private var fit: ConvergenceFit
  private var settled: SettledTemperature
  private var hasTemperatures = false
  private var seen: Set<Dive.Flag> = []
  /// Whether there is evidence of a dive other than depths that may be at the surface.
  private(set) var isSure = false
  /// Whether the last depth may be at the surface.
  private var isAtSurface = false

  init(_ rules: SubmersionRules, from time: Double, by opening: Dive.Opening) {
    self.rules = rules
    cursor = time
    knownUntil = time
    rates = RateWindow(lengthS: rules.rateWindowS)
    agreement = PressureAgreement(density: rules.density)
    fit = ConvergenceFit(rules.temperature)
    settled = SettledTemperature(rules.temperature)
    dive = Dive(
      startTime: time, endTime: time, opening: opening, closing: .recordingEnd, measurementCount: 0,
      times: StateTimes(), surfacings: [], gaps: [], flags: [])
    if opening == .recordingStart { seen.insert(.openStart) }
    if opening == .event {
      isSure = true
      lastMeasurement = time
      setDepth(0, at: time)
    }
  }

  /// Accounts for the time until a given time with the current state.
  mutating func advance(to time: Double) {
    guard time > cursor else { return }
    let known = min(time, max(cursor, knownUntil))
    dive.times[state] += known - cursor
    if state.isDeep, known > cursor { dive.bottomTimeS = known - dive.startTime }
    dive.times[.unknown] += time - known
    cursor = time
  }

  /// Takes a measurement under water.
  mutating func take(_ reading: Reading) {
    noteGap(until: reading.time)
    advance(to: reading.time)
    lastMeasurement = reading.time
    state = reading.state
    knownUntil = reading.time + rules.maxAgeS
    dive.measurementCount += 1
    isAtSurface = reading.isAtSurface
    if !isAtSurface { isSure = true }
    if let depth = reading.depthM { setDepth(depth, at: reading.time) } else { loseDepth() }
    note(reading)
  }

  /// Notes the end of a time without measurements. The last depth before it counts for as long as a measurement is
  /// valid.
  private mutating func noteGap(until time: Double) {
    guard let lastMeasurement, time - lastMeasurement > rules.maxAgeS else { return }
    dive.gaps.append(lastMeasurement...time)
    self.lastMeasurement = time
    seen.insert(.gapInDive)
    if let lastDepth, dive.measurementCount > 0 {
      let held = min(time - lastDepth.time, rules.maxAgeS)
      depthSum.metersSeconds += held * lastDepth.depthM
      depthSum.seconds += held
    }
    loseDepth()
  }

  private mutating func note(_ reading: Reading) {
    let measurement = reading.measurement
    if reading.state == .sensorDepthError || measurement.ownState == .sensorDepthError { seen.insert(.sensorError) }
    if reading.state == .pastMaxDepth || measurement.ownState == .pastMaxDepth { seen.insert(.pastMaxDepth) }
    if measurement.ownState != .unknown, measurement.ownState != reading.state { seen.insert(.stateDisagreement) }
    // The depth is not under water: only an event or the recording's state says so.
    if reading.state == .notSubmerged { seen.insert(.stateDisagreement) }
    if let depth = reading.depthM, depth > dive.maxDepthM ?? -.infinity {
      (dive.maxDepthM, dive.maxDepthTime) = (depth, reading.time)
    }
    if reading.isFromPressure, reading.depthM != nil {
      seen.insert(.depthFromPressure)
    } else if let depth = reading.depthM, measurement.hasPressure {
      agreement.add(
        depthM: depth, pressureKPa: measurement.pressureKPa,
        surfaceKPa: measurement.hasSurfacePressure ? measurement.surfacePressureKPa : nil)
    }
  }

  /// Takes a temperature under water.
  mutating func take(_ sample: TemperatureSample) {
    hasTemperatures = true
    fit.add(sample)
    settled.add(sample)
  }

  /// Comes to the surface, perhaps only briefly.
  mutating func surface(at time: Double) {
    advance(to: time)
    noteGap(until: time)
    // From deeper down, a diver does not reach the surface in one step: the depth in between is unknown.
    if let lastDepth, dive.measurementCount > 0, lastDepth.depthM <= rules.limits.shallowM { setDepth(0, at: time) }
    loseDepth()
    state = .notSubmerged
    knownUntil = time + rules.maxAgeS
  }

  /// Continues after a surfacing that was too brief to end the dive.
  mutating func bridge(from surfacing: Double, to time: Double) {
    // A first measurement may lag behind the event that began the dive.
    guard dive.measurementCount > 0 else { return }
    dive.surfacings.append(surfacing...time)
    lastMeasurement = time
    seen.insert(.briefSurfacing)
  }

  private mutating func setDepth(_ depthM: Double, at time: Double) {
    if let lastDepth {
      depthSum.metersSeconds += (time - lastDepth.time) * (depthM + lastDepth.depthM) / 2
      depthSum.seconds += time - lastDepth.time
    }
    lastDepth = (time, depthM)
    rates.add(time: time, depthM: depthM)
  }

  private mutating func loseDepth() {
    lastDepth = nil
    rates.interrupt()
  }

  /// The dive if it ends at the time up to which it is accounted for.
  func closed(by closing: Dive.Closing) -> Dive {
    var dive = dive
    var flags = seen
    dive.endTime = cursor
    dive.closing = closing
    if closing == .recordingEnd && !isAtSurface || closing == .pause && dive.opening == .event {
      flags.insert(.openEnd)
    }
    if closing == .recordingEnd && isAtSurface { flags.insert(.endsWithRecording) }
    if depthSum.seconds > 0 {
      dive.meanDepthM = depthSum.metersSeconds / depthSum.seconds
    } else {
      dive.meanDepthM = dive.maxDepthM
    }
    dive.maxDescentRateMS = rates.descentMS
    dive.maxAscentRateMS = rates.ascentMS
    if let ascent = rates.ascentMS, ascent > rules.maxAscentRateMS { flags.insert(.rapidAscent) }
    dive.pressure = agreement.result
    if let check = dive.pressure, check.largestDifferenceM > rules.maxPressureDifferenceM {
      flags.insert(.pressureDisagreement)
    }
    dive.fittedTemperature = fit.result
    dive.settledTemperature = settled.found
    dive.temperature = Self.temperature(fit.result, settled.found, rules.temperature)
    if hasTemperatures, dive.temperature == nil { flags.insert(.temperatureNotConverged) }
    dive.flags = Dive.Flag.allCases.filter(flags.contains)
    return dive
  }

  private static func temperature(
    _ fitted: WaterTemperature?, _ settled: WaterTemperature?, _ rules: TemperatureRules
  ) -> WaterTemperature? {
    let certain = fitted.flatMap { $0.uncertaintyDegC <= rules.maxUncertaintyDegC ? $0 : nil }
    return switch rules.choice {
    case .best: certain ?? settled
    case .fit: certain
    case .settled: settled
    }
  }
}
