import Glibc

/// Distances on the globe.
public enum GreatCircle {
  /// Mean radius of the earth, m (IUGG).
  private static let radiusM = 6_371_008.8

  /// The distance covered along positions in degrees, m; a row without a valid position has none.
  ///
  /// Formula: haversine (Sinnott, Virtues of the Haversine, Sky and Telescope 68 (1984), 159).
  public static func distance(times: [Double], latitudes: [Double], longitudes: [Double]) -> Samples {
    var samples = Samples()
    var last: (latitude: Double, longitude: Double)?
    var total = 0.0
    for (time, place) in zip(times, zip(latitudes, longitudes)) where abs(place.0) <= 90 && abs(place.1) <= 180 {
      let next = (latitude: place.0 * .pi / 180, longitude: place.1 * .pi / 180)
      if let last {
        let (north, east) = (sin((next.latitude - last.latitude) / 2), sin((next.longitude - last.longitude) / 2))
        let half = north * north + cos(last.latitude) * cos(next.latitude) * east * east
        total += 2 * radiusM * asin(min(1, half.squareRoot()))
      }
      last = next
      samples.times.append(time)
      samples.values.append(total)
    }
    return samples
  }
}
