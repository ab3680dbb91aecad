/// Distinguishes automatic laps of a device, at a fixed distance, from those of the rider.
enum AutomaticLaps {
  /// The distances that devices offer, m: of 400 m to 10 km, and half a mile to 5 mi.
  private static let distances = [400, 500, 800, 1000, 2000, 3000, 5000, 10_000, 804.672, 1609.344, 3218.688, 8046.72]

  /// Returns the laps at a usual distance after the previous lap, for the distance with the most of them, at least two;
  /// none if there is no distance.
  ///
  /// Such a device counts from the last lap, so no stretch between two laps can be longer.
  static func times(of ride: RecordedRide, _ progress: RideProgress) -> Set<Double> {
    var last = ride.start
    var lengths: [(time: Double, metres: Double, tolerance: Double)] = []
    for lap in ride.laps where lap > last {
      guard let from = progress.metres(at: last), let to = progress.metres(at: lap) else { return [] }
      // The distance covered in a second, the interval at which devices report distances.
      let before = progress.metres(at: lap - 1) ?? to
      lengths.append((lap, to - from, max(3, to - before)))
      last = lap
    }
    let rest = progress.metres(at: ride.end).flatMap { end in progress.metres(at: last).map { end - $0 } } ?? 0
    let fitting = distances.map { distance -> [Double] in
      guard rest <= distance + 3, lengths.allSatisfy({ $0.metres <= distance + $0.tolerance }) else { return [] }
      return lengths.filter { abs($0.metres - distance) <= $0.tolerance }.map(\.time)
    }
    guard let most = fitting.max(by: { $0.count < $1.count }), most.count > 1 else { return [] }
    return Set(most)
  }
}
