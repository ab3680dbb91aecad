import Glibc

/// The training load of a ride, by Coggan's formulas (Allen, Coggan: Training and Racing with a Power Meter).
package enum TrainingLoad {
  /// Length of the mean that smooths normalized power, s.
  static let smoothingS = 30

  /// Normalized power, W: the fourth root of the mean of the fourth powers of the 30 s rolling mean.
  ///
  /// Only windows of 30 s that have power throughout count: no mean spans a gap. Nil without such a window.
  package static func normalizedPower(_ power: EvenSeries) -> Double? {
    let width = smoothingS
    var total = 0.0
    var count = 0
    for run in power.runs where run.count >= width {
      var sum = 0.0
      for place in run {
        sum += power.values[place]
        guard place >= run.lowerBound + width - 1 else { continue }
        let mean = sum / Double(width)
        total += mean * mean * mean * mean
        count += 1
        sum -= power.values[place - width + 1]
      }
    }
    return count > 0 ? pow(total / Double(count), 0.25) : nil
  }

  /// Training stress score: 100 h IF^2, for a time in s and an intensity factor NP / FTP.
  package static func stressScore(timeS: Double, intensityFactor: Double) -> Double {
    100 * timeS / 3600 * intensityFactor * intensityFactor
  }
}

/// Heart rate drift, also called decoupling: the loss of power (or speed) per heartbeat in the second half.
package enum HeartRateDrift {
  /// The shortest time with both streams, s.
  package static let minTimeS = 1200

  /// The drift as a fraction: (EF1 - EF2) / EF1, EF = output / heart rate of a half (Friel).
  ///
  /// The halves have equal numbers of seconds that have both streams. The output is the normalized power of all seconds
  /// from the first to the last of a half, since the 30 s mean does not span gaps. For a ride without power it is the
  /// mean speed. The heart rate is the mean of the seconds that have both streams. Nil for less than 20 min.
  package static func fraction(output: EvenSeries, heartRate: EvenSeries, isPower: Bool) -> Double? {
    let both = (0..<min(output.count, heartRate.count)).filter {
      !output.values[$0].isNaN && heartRate.values[$0] > 0
    }
    guard both.count >= minTimeS else { return nil }
    func efficiency(_ places: ArraySlice<Int>) -> Double? {
      guard let first = places.first, let last = places.last else { return nil }
      let part = output.slice(first..<(last + 1))
      guard let effort = isPower ? TrainingLoad.normalizedPower(part) : part.mean()?.value else { return nil }
      let beats = places.reduce(0) { $0 + heartRate.values[$1] } / Double(places.count)
      return effort / beats
    }
    guard let first = efficiency(both[..<(both.count / 2)]), let second = efficiency(both[(both.count / 2)...]),
      first > 0
    else { return nil }
    return (first - second) / first
  }
}
