/// The figures of a pool swim, from the lengths that the device counted.
public struct SwimFigures: Hashable, Sendable {
  /// Lengths that were swum.
  public var lengthCount: Int
  /// Time of these lengths, without rests at the wall, s.
  public var swimTimeS: Double
  /// Arm strokes, if they were counted.
  public var strokeCount: Int?
  /// Length of the pool, m.
  public var poolLengthM: Double?
  /// Distance, m.
  public var distanceM: Double? { poolLengthM.map { $0 * Double(lengthCount) } }
  /// Time for 100 m, s.
  public var pacePer100MS: Double? { distanceM.flatMap { $0 > 0 ? swimTimeS / $0 * 100 : nil } }
  /// Mean of strokes plus seconds of the lengths whose strokes were counted (SWOLF).
  public var swolf: Double?

  /// Adds up lengths; nil without a swum length that took time.
  public init?(_ lengths: [SwimLength], poolLengthM: Double?) {
    let swum = lengths.filter { $0.isActive && $0.durationS > 0 }
    guard !swum.isEmpty else { return nil }
    lengthCount = swum.count
    swimTimeS = swum.reduce(0) { $0 + $1.durationS }
    let counted = swum.compactMap { length in length.strokes.map { (strokes: $0, durationS: length.durationS) } }
    if !counted.isEmpty {
      strokeCount = counted.reduce(0) { $0 + $1.strokes }
      swolf = counted.reduce(0) { $0 + Double($1.strokes) + $1.durationS } / Double(counted.count)
    }
    self.poolLengthM = poolLengthM
  }
}
