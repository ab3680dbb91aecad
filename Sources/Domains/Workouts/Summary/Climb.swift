/// The ascent and descent of a route.
public struct Climb: Hashable, Sendable {
  /// The sum of all rises, and of all falls, m.
  public private(set) var ascentM = 0.0, descentM = 0.0

  /// Adds up the rises and falls between turning points; nil without two heights.
  ///
  /// A turning point counts if the route then goes the other way by `turnM` or more: less is noise of a barometer or
  /// receiver, which would add up over hours. Seconds without a height are skipped.
  public init?(_ altitude: EvenSeries, turnM: Double) {
    let heights = altitude.values.filter { !$0.isNaN }
    guard heights.count > 1, let first = heights.first else { return nil }
    // The last turning point, and the farthest height since; until the first turn is known, both extremes.
    var (lowest, highest) = (first, first)
    var isRising: Bool?
    for height in heights {
      if isRising != true { lowest = min(lowest, height) }
      if isRising != false { highest = max(highest, height) }
      if isRising != true, height >= lowest + turnM {
        if isRising == false { descentM += highest - lowest }
        (isRising, highest) = (true, height)
      } else if isRising != false, height <= highest - turnM {
        if isRising == true { ascentM += highest - lowest }
        (isRising, lowest) = (false, height)
      }
    }
    if isRising == true { ascentM += highest - lowest }
    if isRising == false { descentM += highest - lowest }
  }
}
