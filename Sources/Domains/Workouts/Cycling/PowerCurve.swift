/// The mean-maximal power curve: for each duration the largest mean power over it.
///
/// Seconds without power (gaps and pauses) are never part of a mean; seconds of zero power are. The curve ends with the
/// longest stretch without a gap. Each duration takes one pass over sums from each stretch's start: O(durations *
/// seconds) in total. The sums are exact for whole watts.
public struct PowerCurve: Hashable, Sendable {
  /// One duration.
  public struct Point: Hashable, Sendable {
    /// Duration, s.
    public var durationS: Int
    /// The largest mean power over it, W.
    public var powerW: Double
    /// When the first stretch with this mean power begins, s.
    public var startTime: Double
  }

  /// The points, from the shortest duration to the longest.
  public var points: [Point]

  /// The durations of every curve, s; the longest stretch is added.
  public static let standardDurationsS: [Int] =
    [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420]
    + [480, 540, 600, 720, 900, 1080, 1200, 1500, 1800, 2100, 2400, 2700, 3000, 3600, 4500, 5400, 6300, 7200]
    + Array(stride(from: 9000, through: 86_400, by: 1800))

  /// Makes the curve of a ride.
  ///
  /// - Parameters:
  ///   - power: power, W, at one value per second.
  ///   - durations: durations, s, of at least 1; the duration of the longest stretch is added.
  public init(_ power: EvenSeries, durations: [Int] = standardDurationsS) {
    let runs = power.runs
    let longest = runs.map(\.count).max() ?? 0
    let wanted = Set(durations + [longest]).filter { $0 > 0 && $0 <= longest }.sorted()
    let sums = runs.map(power.sums)
    points = wanted.map { duration in
      var best = -Double.infinity
      var start = 0
      for (run, sums) in zip(runs, sums) where run.count >= duration {
        sums.withUnsafeBufferPointer { sums in
          for place in 0...(run.count - duration) where sums[place + duration] - sums[place] > best {
            best = sums[place + duration] - sums[place]
            start = run.lowerBound + place
          }
        }
      }
      return Point(
        durationS: duration, powerW: best / Double(duration), startTime: power.startTime + Double(start))
    }
  }

  /// The largest mean power over a duration that the curve has, W.
  package func powerW(_ durationS: Int) -> Double? { points.first { $0.durationS == durationS }?.powerW }
}
