import Glibc

/// Distances on the globe.
package enum GreatCircle {
  /// Mean radius of the earth, m (IUGG).
  private static let radiusM = 6_371_008.8

  /// The shortest step that counts, in resolutions of the position. Rounded positions are next to the way, so that each
  /// step is too long. From this step on, the error is less than 1 %.
  private static let shortestStep = 4.0
  /// The time without such a step after which the position counts as unchanged, s: the subject is slower than a walk.
  private static let restS = 15.0

  /// The distance covered along positions in degrees, m; rows without a valid position are skipped.
  ///
  /// Positions have single precision, with a resolution of up to 2 m far from Greenwich. A step counts once it is four
  /// times as long as the resolution, and is spread evenly over the time until then.
  ///
  /// Formula: haversine (Sinnott, Virtues of the Haversine, Sky and Telescope 68 (1984), 159).
  package static func distance(times: [Double], latitudes: [Double], longitudes: [Double]) -> Samples {
    var samples = Samples()
    // Times since the last step that counts: the way in between follows a straight line.
    var waiting: [Double] = []
    func add(_ time: Double, _ meters: Double) {
      let (before, already) = (samples.times.last ?? time, samples.values.last ?? meters)
      for moment in waiting + [time] {
        let fraction = time > before ? min(max((moment - before) / (time - before), 0), 1) : 1
        samples.times.append(moment)
        samples.values.append(already + fraction * (meters - already))
      }
      waiting = []
    }
    var counted: Position?
    var last: Position?
    var total = 0.0
    for (time, place) in zip(times, zip(latitudes, longitudes)) where abs(place.0) <= 90 && abs(place.1) <= 180 {
      let position = Position(latitudeDeg: place.0, longitudeDeg: place.1)
      last = position
      let step = counted?.angle(to: position) ?? 0
      if counted == nil || step >= shortestStep * position.resolution {
        total += radiusM * step
        counted = position
        add(time, total)
      } else if let before = samples.times.last, time - before >= restS {
        add(time, total)
      } else {
        waiting.append(time)
      }
    }
    if let time = waiting.popLast(), let last, let counted {
      add(time, total + radiusM * counted.angle(to: last))
    }
    return samples
  }

  /// A position, in rad.
  private struct Position {
    let latitude, longitude: Double
    /// The distance between neighbouring numbers of single precision there.
    let resolution: Double

    init(latitudeDeg: Double, longitudeDeg: Double) {
      latitude = latitudeDeg * .pi / 180
      longitude = longitudeDeg * .pi / 180
      let (north, east) = (Double(Float(latitudeDeg).ulp), Double(Float(longitudeDeg).ulp) * cos(latitude))
      resolution = (north * north + east * east).squareRoot() * .pi / 180
    }

    func angle(to other: Position) -> Double {
      let (north, east) = (sin((other.latitude - latitude) / 2), sin((other.longitude - longitude) / 2))
      let half = north * north + cos(latitude) * cos(other.latitude) * east * east
      return 2 * asin(min(1, half.squareRoot()))
    }
  }
}
