import SPSignals

/// Distance covered over time, from the device's distance or else from its speed.
struct DistanceTrack {
  private var times: [Double] = []
  private var meters: [Double] = []
  private let timer: TimerClock
  /// How far the distance may jump ahead when positions return, m.
  private static let catchUpM = 1000.0
  private(set) var faults: [WorkoutFault] = []
  /// The distance covered before the first value, within the second to which timestamps are rounded, m.
  private(set) var startM = 0.0
  /// Intervals of the device's distance with unknown speed: gaps, and steps that are too large.
  private(set) var unknownSteps: [ClosedRange<Double>] = []

  /// Makes the track; empty without a distance and a speed.
  ///
  /// A device counts from 0 when its timer starts, and writes its first value later. The first value counts if
  /// `maxSpeedMS` allows for it in the time since the start. That time is at least 1 s, as devices round timestamps. If
  /// the device's distance decreases, the track counts from the lower value. The track leaves out a step that is longer
  /// than `maxSpeedMS` times its duration plus 1 km. The 1 km allows for positions that return. A speed counts for as
  /// long as it is valid.
  init(distance: Samples, speed: EvenSeries?, timer: TimerTime, maxSpeedMS: Double, gapLimitS: Double) {
    self.timer = TimerClock(timer.running)
    var known = distance.filter { !$1.isNaN }
    let gapS = SamplingInterval(known.times, gapLimitS: gapLimitS).gapS
    if let time = known.times.first, let value = known.values.first, value > 0,
      value <= maxSpeedMS * max(1, self.timer.timerS(at: time))
    {
      if time > timer.start {
        known.times.insert(timer.start, at: 0)
        known.values.insert(0, at: 0)
      } else {
        // Not a step, as a step from the start to the start would take no time.
        startM = value
      }
    }
    var total = startM
    var last: (time: Double, meters: Double)?
    for (time, value) in zip(known.times, known.values) {
      if let last {
        let step = value - last.meters
        if time - last.time > gapS || time > last.time && abs(step) > maxSpeedMS * (time - last.time) {
          unknownSteps.append(last.time...time)
        }
        if step < -1 || step > maxSpeedMS * (time - last.time) + Self.catchUpM {
          faults.append(
            WorkoutFault(
              kind: step < 0 ? .distanceReset : .spike, quantity: .distance, startTime: last.time, endTime: time,
              count: 1,
              value: step, reason: "the distance steps by \(Words.number(step)) m; the step is left out"))
        } else {
          total += max(0, step)
        }
      }
      last = (time, value)
      times.append(time)
      meters.append(total)
    }
    guard times.isEmpty, let speed else { return }
    for place in speed.values.indices where !speed.values[place].isNaN {
      if times.last != speed.startTime + Double(place) {
        times.append(speed.startTime + Double(place))
        meters.append(total)
      }
      total += speed.values[place]
      times.append(speed.startTime + Double(place + 1))
      meters.append(total)
    }
  }

  /// The distance covered until each moment, m.
  var samples: Samples { Samples(times: times, values: meters) }

  /// The whole distance, m.
  var totalM: Double? { meters.last }

  /// The distance covered until a moment, m, interpolated linearly over the time that counts.
  func meters(at time: Double) -> Double? {
    guard let first = times.first, let last = meters.last else { return nil }
    guard time > first else { return 0 }
    let next = partitionPoint(times.indices) { times[$0] <= time }
    guard next < times.count else { return last }
    let (from, to) = (times[next - 1], times[next])
    let start = timer.timerS(at: from)
    let counted = timer.timerS(at: to) - start
    let part = counted > 0 ? (timer.timerS(at: time) - start) / counted : (time - from) / (to - from)
    return meters[next - 1] + part * (meters[next] - meters[next - 1])
  }
}
