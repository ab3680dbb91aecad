/// Draws the gaps, in which samples are missing.
enum GapPlan {
  /// Draws the gaps, us from the session's start, in order and apart from each other.
  static func gapsUS(_ settings: SimulationSettings) -> [Range<Int>] {
    guard settings.gapCount > 0 else { return [] }
    var random = RandomStream(settings, .gaps)
    let lengths = (0..<settings.gapCount).map { _ in
      Int((random.uniform(settings.gapLengthRangeS) * 1_000_000).rounded())
    }
    // Both ends keep a margin, so that every session starts and ends with samples. Sorted positions in the remaining
    // time, each shifted by the gaps before it, cannot overlap.
    let marginUS = 250_000
    let durationUS = Int((settings.durationS * 1_000_000).rounded())
    let freeUS = durationUS - 2 * marginUS - lengths.reduce(0, +)
    var places = lengths.map { _ in Int(random.unit() * Double(freeUS)) }
    places.sort()
    var startUS = marginUS
    return zip(places, lengths).map { place, length in
      let gap = startUS + place..<startUS + place + length
      startUS += length
      return gap
    }
  }
}
