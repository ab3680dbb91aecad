/// Tells laps that a device made by itself, one each so far, from those of the rider.
enum AutomaticLaps {
  /// The distances that devices offer, m: of 400 m to 10 km, and half a mile to 5 mi.
  private static let distances = [400, 500, 800, 1000, 2000, 3000, 5000, 10_000, 804.672, 1609.344, 3218.688, 8046.72]

  /// The laps that were covered in one of the usual distances since the lap before, of the distance with the most of them,
  /// which are at least two; none where there is no distance.
  static func times(of ride: RecordedRide, _ progress: RideProgress) -> Set<Double> {
    var last = ride.start
    var lengths: [(time: Double, metres: Double, tolerance: Double)] = []
    for lap in ride.laps where lap > last {
      guard let from = progress.metres(at: last), let to = progress.metres(at: lap) else { return [] }
      // What is covered in a second, as devices tell of distances once in so long.
      let before = progress.metres(at: lap - 1) ?? to
      lengths.append((lap, to - from, max(3, to - before)))
      last = lap
    }
    let fitting = distances.map { distance in
      lengths.filter { abs($0.metres - distance) <= $0.tolerance }.map(\.time)
    }
    guard let most = fitting.max(by: { $0.count < $1.count }), most.count > 1 else { return [] }
    return Set(most)
  }
}
