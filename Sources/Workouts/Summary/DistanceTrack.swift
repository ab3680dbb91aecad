/// Distance covered over time, from the device's distance or else from its speed.
struct DistanceTrack {
  private var times: [Double] = []
  private var meters: [Double] = []
  /// How far positions that are found again may be ahead, m.
  private static let catchUpM = 1000.0
  private(set) var faults: [WorkoutFault] = []

  /// Makes the track; empty where there is neither stream.
  ///
  /// Where the device's distance falls back it counts from there; where it leaps farther than `maxSpeedMS` over the step
  /// and 1 km, which positions that are found again catch up by, the leap is left out. Speed counts for as long as it
  /// stands.
  init(distance: Samples, speed: EvenSeries?, maxSpeedMS: Double) {
    var last: (time: Double, meters: Double)?
    var total = 0.0
    for index in distance.times.indices where !distance.values[index].isNaN {
      let time = distance.times[index]
      let value = distance.values[index]
      if let last {
        let step = value - last.meters
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

  /// The distance covered until a moment, m, by straight lines between samples.
  func meters(at time: Double) -> Double? {
    guard let first = times.first, let last = meters.last else { return nil }
    guard time > first else { return 0 }
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    guard low < times.count else { return last }
    let part = (time - times[low - 1]) / (times[low] - times[low - 1])
    return meters[low - 1] + part * (meters[low] - meters[low - 1])
  }
}
