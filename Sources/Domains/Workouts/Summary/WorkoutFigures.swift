/// The figures of a stretch of a workout: the whole workout, a lap or an effort. A figure is nil if the streams do not
/// allow it.
public struct WorkoutFigures: Hashable, Sendable {
  /// Start and end, s.
  public var startTime, endTime: Double
  /// Time that counted, and time from start to end, s.
  public var timerTimeS, elapsedTimeS: Double
  /// Time that counted with a speed of `movingSpeedMS` or more, s.
  public var movingTimeS: Double?
  /// Distance, m.
  public var distanceM: Double?
  /// Mean power with the seconds of zero power, and without them, W.
  public var meanPowerW, meanPowerWithoutZerosW: Double?
  /// The largest power over a second, and normalized power, W.
  public var maxPowerW, normalizedPowerW: Double?
  /// Work, kJ.
  public var workKJ: Double?
  /// Mean and largest heart rate, bpm.
  public var meanHeartRateBpm, maxHeartRateBpm: Double?
  /// Mean cadence without the seconds of zero cadence, as bike computers show it, and with them, 1/min.
  public var meanCadenceRpm, meanCadenceWithZerosRpm: Double?
  /// Ascent and descent, m.
  public var ascentM, descentM: Double?
  /// Distance over time that counted, and the largest speed over a second, m/s.
  public var meanSpeedMS, maxSpeedMS: Double?

  /// Computes the figures between two times.
  public init(_ series: WorkoutSeries, from start: Double, to end: Double, rules: WorkoutRules) {
    startTime = start
    endTime = end
    elapsedTimeS = end - start
    timerTimeS = series.timer.timerS(from: start, to: end)
    // A sample exactly at the end is included.
    let last = end >= series.timer.end ? .infinity : end
    func part(_ whole: EvenSeries) -> EvenSeries { whole.slice(whole.seconds(from: start, to: last)) }
    let power = part(series.power)
    if let mean = power.mean() {
      meanPowerW = mean.value
      workKJ = mean.value * Double(mean.count) / 1000
    }
    meanPowerWithoutZerosW = power.mean(where: { $0 > 0 })?.value
    maxPowerW = power.maximum
    normalizedPowerW = TrainingLoad.normalizedPower(power)
    let heartRate = part(series.heartRate)
    meanHeartRateBpm = heartRate.mean()?.value
    maxHeartRateBpm = heartRate.maximum
    let cadence = part(series.cadence)
    meanCadenceRpm = cadence.mean(where: { $0 > 0 })?.value
    meanCadenceWithZerosRpm = cadence.mean()?.value
    if let climb = Climb(part(series.altitude), turnM: rules.climbTurnM) {
      (ascentM, descentM) = (climb.ascentM, climb.descentM)
    }
    let speed = part(series.speed)
    maxSpeedMS = speed.maximum
    // Seconds that count only in part would add up to more than the timer.
    movingTimeS = maxSpeedMS.map { _ in
      min(Double(speed.values.count { $0 >= rules.movingSpeedMS }), timerTimeS)
    }
    if let from = series.track.meters(at: start), let to = series.track.meters(at: end) { distanceM = to - from }
    meanSpeedMS = distanceM.flatMap { timerTimeS > 0 ? $0 / timerTimeS : nil }
  }

  /// Time a kilometre takes at the mean speed, s/km.
  public var paceSPerKm: Double? { meanSpeedMS.flatMap { $0 > 0 ? 1000 / $0 : nil } }
}

/// The ascent and descent of a route.
package struct Climb: Hashable, Sendable {
  /// The sum of all rises, and of all falls, m.
  package private(set) var ascentM = 0.0, descentM = 0.0

  /// Adds up the rises and falls between turning points; nil without two heights.
  ///
  /// A turning point counts if the route then rises or falls in the opposite direction by `turnM` or more. Smaller
  /// turns are noise of a barometer or receiver, which would add up over hours. Seconds without a height are skipped.
  package init?(_ altitude: EvenSeries, turnM: Double) {
    let heights = altitude.values.filter { !$0.isNaN }
    guard heights.count > 1, let first = heights.first else { return nil }
    // The last turning point, and the farthest height since; until the first turn is known, both extremes.
    var (lowest, highest) = (first, first)
    var isRising: Bool?
    for height in heights {
      if isRising != true { lowest = min(lowest, height) }
      if isRising != false { highest = max(highest, height) }
      if isRising != true, height >= lowest + turnM {
        if isRising == false { descentM += highest - lowest }
        (isRising, highest) = (true, height)
      } else if isRising != false, height <= highest - turnM {
        if isRising == true { ascentM += highest - lowest }
        (isRising, lowest) = (false, height)
      }
    }
    if isRising == true { ascentM += highest - lowest }
    if isRising == false { descentM += highest - lowest }
  }
}
