/// A workout's streams at one value per second, without faulty data and paused time.
public struct WorkoutSeries: Sendable {
  /// When time counted.
  public var timer: TimerTime
  /// Power, W; NaN for a second without power.
  public var power: EvenSeries
  /// Cadence, 1/min.
  public var cadence: EvenSeries
  /// Speed, m/s; from the distance if the device did not write a speed, except at gaps and steps that are too large.
  public var speed: EvenSeries
  /// Heart rate, bpm.
  public var heartRate: EvenSeries
  /// Height above the sea, m.
  public var altitude: EvenSeries
  /// Distance over time.
  let track: DistanceTrack

  /// The distance covered until each moment that is known, m; it never falls. Empty without distance and speed.
  public var distance: Samples { track.samples }

  /// Spreads a recording, whose data are in order, over seconds; nil for a recording without data.
  public init?(_ recording: DeviceRecording, rules: WorkoutRules) {
    guard let timer = TimerTime(recording, rules: rules) else { return nil }
    let span = recording.sampleSpan ?? timer.start...timer.end
    let start = span.lowerBound
    let end = min(max(span.upperBound + 1, start), start + rules.longestWorkoutS)
    let count = Int((end - start).rounded(.up))
    let paused = Self.pausedSeconds(timer, start: start, count: count)
    func even(_ samples: Samples) -> EvenSeries {
      var series = EvenSeries(samples, startTime: start, count: count, gapLimitS: rules.gapLimitS)
      for range in paused { for place in range { series.values[place] = .nan } }
      return series
    }
    self.timer = timer
    power = even(recording[.power])
    cadence = even(recording[.cadence])
    heartRate = even(recording[.heartRate])
    altitude = even(recording[.altitude])
    let measured = even(recording[.speed])
    // Without a device's distance, the distance is the integral of the speed, which has no paused seconds.
    track = DistanceTrack(
      distance: recording[.distance], speed: measured, timer: timer, maxSpeedMS: rules.limits.maxSpeedMS,
      gapLimitS: rules.gapLimitS)
    speed = recording[.speed].isEmpty ? Self.speed(track, start: start, count: count, without: paused) : measured
  }

  /// The seconds whose middle is outside of the time that counts, except a second that begins when the timer stops.
  private static func pausedSeconds(_ timer: TimerTime, start: Double, count: Int) -> [Range<Int>] {
    func place(_ time: Double) -> Int {
      Int(max(0, min(Double(count), (time - start - 0.5).rounded(.up))))
    }
    var paused: [Range<Int>] = []
    var next = 0
    for stretch in timer.running {
      let begin = place(stretch.lowerBound)
      if begin > next { paused.append(next..<begin) }
      // Devices that timestamp a sample with the end of its second write the last sample exactly at the stop.
      next = max(next, place(stretch.upperBound) + (timer.source == .gaps ? 0 : 1))
    }
    if next < count { paused.append(next..<count) }
    return paused
  }

  private static func speed(
    _ track: DistanceTrack, start: Double, count: Int, without paused: [Range<Int>]
  ) -> EvenSeries {
    guard track.totalM != nil else { return EvenSeries(startTime: start, values: .init(repeating: .nan, count: count)) }
    let meters = (0...count).map { track.meters(at: start + Double($0)).map { max(track.startM, $0) } ?? .nan }
    var speed = EvenSeries(startTime: start, values: (0..<count).map { meters[$0 + 1] - meters[$0] })
    for range in paused { for place in range { speed.values[place] = .nan } }
    for step in track.unknownSteps {
      let first = Int(max(0, min(Double(count), (step.lowerBound - start).rounded(.down))))
      let last = Int(max(Double(first), min(Double(count), (step.upperBound - start).rounded(.up))))
      for place in first..<last { speed.values[place] = .nan }
    }
    return speed
  }
}
