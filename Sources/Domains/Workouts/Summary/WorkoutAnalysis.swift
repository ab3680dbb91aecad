/// The analysis of a workout: the totals and their parts.
public struct WorkoutAnalysis: Sendable {
  /// The figures of the whole workout.
  public var figures: WorkoutFigures
  /// The source of the timer time.
  public var timer: TimerTime
  /// The streams from which the figures are computed.
  public var series: WorkoutSeries
  /// The device's own figures for the whole workout.
  public var device: DeviceFigures?
  /// The mean-maximal power curve.
  public var curve: PowerCurve
  /// The functional threshold power by each method for which the workout is long enough, W.
  public var thresholdPowers: [ThresholdPowerMethod: Double]
  /// Critical power and the work above it.
  public var criticalPower: CriticalPower?
  /// The functional threshold power used for the following figures, W.
  public var thresholdPowerW: Double?
  /// The source of the functional threshold power.
  public var thresholdPowerSource: ThresholdPowerSource
  /// Normalized power divided by the functional threshold power.
  public var intensityFactor: Double?
  /// Training stress score.
  public var trainingStressScore: Double?
  /// Heart rate drift as a fraction.
  public var heartRateDrift: Double?
  /// Time in zones of power, and then of heart rate.
  public var zones: [Zone]
  /// Laps in order, with the device's own figures for each.
  public var laps: [Lap]
  /// The efforts found, in order.
  public var intervals: [FoundInterval]
  /// Water drunk, mL.
  public var waterIntakeML: Double?
  /// The lengths of a pool.
  public var swim: SwimFigures?
  /// The data left out, and totals of the device that differ, by time.
  public var faults: [WorkoutFault]

  /// A lap.
  public struct Lap: Hashable, Sendable {
    /// The figures.
    public var figures: WorkoutFigures
    /// The device's own figures.
    public var device: DeviceFigures?
  }

  /// An effort with its figures.
  public struct FoundInterval: Hashable, Sendable {
    /// The figures.
    public var figures: WorkoutFigures
    /// The effort as found in the power.
    public var interval: Interval
  }

  /// Analyses the recording of one device.
  ///
  /// Nil for a recording without data: no sample, no state and no event.
  public init?(_ recording: DeviceRecording, rules: WorkoutRules = WorkoutRules()) {
    var screen = RecordingScreen(rules)
    let screened = screen.screen(recording)
    self.init(screened: screened, faults: screen.faults, rules: rules)
  }

  /// Analyses a recording whose data are in order and plausible.
  init?(screened recording: DeviceRecording, faults: [WorkoutFault], rules: WorkoutRules) {
    guard let series = WorkoutSeries(recording, rules: rules) else { return nil }
    timer = series.timer
    self.series = series
    device = recording.summary
    figures = WorkoutFigures(series, from: timer.start, to: timer.end, rules: rules)
    curve = PowerCurve(series.power)
    thresholdPowers = [:]
    for method in ThresholdPowerMethod.allCases { thresholdPowers[method] = method.estimate(curve) }
    criticalPower = CriticalPower(curve)
    thresholdPowerSource = rules.thresholdPower
    thresholdPowerW =
      switch rules.thresholdPower {
      case .given(let watts): watts
      case .method(let method): thresholdPowers[method]
      }
    if let threshold = thresholdPowerW, threshold > 0, let normalized = figures.normalizedPowerW {
      let factor = normalized / threshold
      intensityFactor = factor
      trainingStressScore = TrainingLoad.stressScore(timeS: figures.timerTimeS, intensityFactor: factor)
    }
    let hasPower = figures.meanPowerW != nil
    heartRateDrift = HeartRateDrift.fraction(
      output: hasPower ? series.power : series.speed, heartRate: series.heartRate, isPower: hasPower)
    zones = Self.zones(series, thresholdPowerW: thresholdPowerW, rules: rules)
    let (laps, lapFault) = Self.laps(recording, series, rules)
    self.laps = laps
    intervals = IntervalFinder(rules: rules.intervals).find(series.power, thresholdPowerW: thresholdPowerW).map {
      let start = series.power.startTime + Double($0.seconds.lowerBound)
      return FoundInterval(
        figures: WorkoutFigures(series, from: start, to: start + Double($0.seconds.count), rules: rules), interval: $0)
    }
    waterIntakeML = recording.waterML()
    swim = SwimFigures(recording.lengths, poolLengthM: recording.summary?.poolLengthM)
    let dropouts = Dropouts.find(series)
    let totals = DeviceTotals.faults(figures, session: recording.summary, laps: laps)
    self.faults = (faults + series.track.faults + dropouts + [lapFault].compactMap { $0 } + totals).sorted {
      $0.startTime < $1.startTime
    }
  }

  private static func zones(_ series: WorkoutSeries, thresholdPowerW: Double?, rules: WorkoutRules) -> [Zone] {
    var zones: [Zone] = []
    if let threshold = thresholdPowerW, threshold > 0 {
      zones += Zone.all(series.power, quantity: .power, bounds: rules.powerZoneFractions.map { $0 * threshold })
    }
    if let largest = rules.maxHeartRateBpm, largest > 0, series.heartRate.maximum != nil {
      zones += Zone.all(
        series.heartRate, quantity: .heartRate, bounds: rules.heartRateZoneFractions.map { $0 * largest })
    }
    return zones
  }

  /// The largest allowed sum of the lengths of laps, in lengths of the workout; no device writes laps that overlap
  /// more.
  private static let maxLapOverlap = 20.0

  /// The device's laps, or else the stretches between its lap events; empty without laps and lap events. Laps that
  /// overlap too often are reported as a fault.
  private static func laps(
    _ recording: DeviceRecording, _ series: WorkoutSeries, _ rules: WorkoutRules
  ) -> (laps: [Lap], fault: WorkoutFault?) {
    let timer = series.timer
    if !recording.laps.isEmpty {
      var left = maxLapOverlap * Double(series.power.count)
      var fault: WorkoutFault?
      let laps = recording.laps.compactMap { lap -> Lap? in
        guard let start = lap.startTime, let stated = lap.endTime, start <= stated else { return nil }
        // Devices end the last lap when the workout is saved, which may be long after their timer stopped.
        let end = max(start, min(stated, timer.end))
        left -= Double(series.power.seconds(from: start, to: end).count)
        guard left >= 0 else {
          let count = (fault?.count ?? 0) + 1
          fault = WorkoutFault(
            kind: .lapOverlap, quantity: nil, startTime: fault?.startTime ?? start, endTime: end, count: count,
            value: nil, reason: "laps overlap so often that they are longer than 20 workouts; \(count) are left out")
          return nil
        }
        return Lap(figures: WorkoutFigures(series, from: start, to: end, rules: rules), device: lap)
      }
      return (laps, fault)
    }
    let ends = recording.events.filter { $0.kind == .lap && $0.time > timer.start && $0.time < timer.end }.map(\.time)
    guard !ends.isEmpty else { return ([], nil) }
    let laps = zip([timer.start] + ends, ends + [timer.end]).map { start, end in
      Lap(figures: WorkoutFigures(series, from: start, to: end, rules: rules), device: nil)
    }
    return (laps, nil)
  }
}
