/// Measures a dip by integrating the upward acceleration from top to top.
///
/// At both tops the head is at the same height and does not move up or down. The meter subtracts a straight line from
/// the speed, and then from the height, so that both are 0 at both tops.
enum RepetitionMeter {
  /// Fraction of the depth at which a repetition starts and ends.
  static let edgeFraction = 0.05
  /// Fraction of the largest speed below which the head holds still at the bottom.
  static let holdFraction = 0.1
  /// Fraction of the largest speed below which the head is at the top.
  static let restFraction = 0.05
  /// A gap that is nearer than this to a start or end, in s, may have cut off a part of the dip.
  static let cutS = 0.15

  /// - Parameters:
  ///   - gapBefore: whether the bins begin after a gap.
  ///   - gapBehind: whether the bins end at a gap.
  static func candidate(
    _ dip: TurningPoints.Dip, in bins: EvenBins, gapBefore: Bool, gapBehind: Bool
  ) -> RepetitionCandidate? {
    let whole = max(dip.top, bins.first)..<min(dip.end + 1, bins.end)
    guard whole.count >= 4, whole.contains(dip.bottom) else { return nil }
    let mean = mean(of: bins, around: dip.bottom)
    // A wait at the top is cut off as far as possible: errors grow with the time.
    let moved = Path(whole.map { bins.rise[$0 - bins.first] - mean }).moved
    let numbers = whole.lowerBound + moved.lowerBound..<whole.lowerBound + moved.upperBound
    guard numbers.count >= 4 else { return nil }
    let path = Path(numbers.map { bins.rise[$0 - bins.first] - mean })
    guard let lowest = path.height.indices.min(by: { path.height[$0] < path.height[$1] }), path.height[lowest] < 0,
      // Rounding may leave the end lowest.
      lowest > 0, lowest < path.height.count - 1
    else { return nil }
    let depth = -path.height[lowest]
    let (start, end) = path.edges(around: lowest, at: -edgeFraction * depth)
    let offset = Double(numbers.lowerBound)
    func facing(_ place: Double) -> Double {
      let middle = numbers.lowerBound + Int(place)
      let around = max(bins.first, middle - 4)..<min(bins.end, middle + 5)
      return around.reduce(0) { $0 + bins.facing[$1 - bins.first] } / Double(max(1, around.count))
    }
    func location(_ place: Double) -> BudLocation {
      bins.location[min(max(0, numbers.lowerBound + Int(place) - bins.first), bins.location.count - 1)]
    }
    let locations = Int(start)...Int(end)
    let cut = cutS / EvenBins.stepS
    return RepetitionCandidate(
      startTime: bins.time(offset + start), bottomTime: bins.time(offset + path.vertex(lowest)),
      endTime: bins.time(offset + end), depth: depth, netRise: path.netRise,
      roughness: path.roughness(start, end, depth),
      holdS: path.hold(around: lowest) * EvenBins.stepS,
      downSpeed: max(0, -(path.speed.min() ?? 0)), upSpeed: max(0, path.speed.max() ?? 0),
      facing: SIMD3(facing(start), facing(Double(lowest)), facing(end)),
      isCut: (gapBefore && offset + start < cut) || (gapBehind && offset + end > Double(bins.end) - cut),
      location: location(Double(lowest)),
      hasHandover: locations.contains { location(Double($0)) != location(start) })
  }

  /// How far around a bottom the mean acceleration is taken, in s. Over so long a time the head does not move up or
  /// down.
  private static let meanS = 10.0

  private static func mean(of bins: EvenBins, around bottom: Int) -> Double {
    let reach = Int(meanS / EvenBins.stepS)
    let around = max(bins.first, bottom - reach)..<min(bins.end, bottom + reach + 1)
    return around.reduce(0) { $0 + bins.rise[$1 - bins.first] } / Double(around.count)
  }
}

/// Speed and height between two tops, at the borders of the bins.
private struct Path {
  let rise: [Double]
  var speed: [Double]
  var height: [Double]
  /// Height at the end minus height at the start, before both were set equal.
  let netRise: Double
  /// - Parameter rise: the mean upward acceleration of each bin, in m/s^2.
  init(_ rise: [Double]) {
    self.rise = rise
    let step = EvenBins.stepS
    speed = [0]
    for value in rise { speed.append(speed[speed.count - 1] + value * step) }
    Self.level(&speed)
    height = [0]
    for index in rise.indices {
      height.append(height[index] + (speed[index] + speed[index + 1]) / 2 * step)
    }
    netRise = height[height.count - 1]
    Self.level(&height)
  }

  /// Subtracts a straight line, so that the values begin and end with 0.
  private static func level(_ values: inout [Double]) {
    let last = values[values.count - 1] / Double(values.count - 1)
    for index in values.indices { values[index] -= last * Double(index) }
  }

  /// The bins from the beginning of the descent to the end of the ascent: the speed exceeds a fraction of its largest
  /// value.
  var moved: Range<Int> {
    guard let bottom = height.indices.min(by: { height[$0] < height[$1] }), bottom > 0, bottom < height.count - 1 else {
      return 0..<rise.count
    }
    let fastDown = (0...bottom).min { speed[$0] < speed[$1] } ?? bottom
    let fastUp = (bottom..<speed.count).max { speed[$0] < speed[$1] } ?? bottom
    var start = fastDown
    while start > 0, speed[start] < RepetitionMeter.restFraction * speed[fastDown] { start -= 1 }
    var end = fastUp
    while end < speed.count - 1, speed[end] > RepetitionMeter.restFraction * speed[fastUp] { end += 1 }
    return start..<max(start, min(end, rise.count))
  }

  /// The positions nearest to the bottom, before and after it, that are as high as a level.
  func edges(around bottom: Int, at level: Double) -> (start: Double, end: Double) {
    var start = bottom
    while start > 0, height[start] < level { start -= 1 }
    var end = bottom
    while end < height.count - 1, height[end] < level { end += 1 }
    func crossing(_ below: Int, _ above: Int) -> Double {
      guard height[above] > height[below] else { return Double(above) }
      return Double(below) + Double(above - below) * (level - height[below]) / (height[above] - height[below])
    }
    return (crossing(min(start + 1, bottom), start), crossing(max(end - 1, bottom), end))
  }

  /// The acceleration divided by the acceleration of a cosine; see `RepetitionCandidate.roughness`.
  func roughness(_ start: Double, _ end: Double, _ depth: Double) -> Double {
    let bins = Int(start)..<max(Int(start) + 1, min(Int(end.rounded(.up)), rise.count))
    let mean = (bins.reduce(0) { $0 + rise[$1] * rise[$1] } / Double(bins.count)).squareRoot()
    let rate = 2 * Double.pi / ((end - start) * EvenBins.stepS)
    return mean / (depth / 2 * rate * rate / 2.0.squareRoot())
  }

  /// The vertex of the parabola through the lowest sample and its neighbours.
  func vertex(_ bottom: Int) -> Double {
    guard bottom > 0, bottom < height.count - 1 else { return Double(bottom) }
    let bend = height[bottom - 1] - 2 * height[bottom] + height[bottom + 1]
    guard bend > 0 else { return Double(bottom) }
    return Double(bottom) + (height[bottom - 1] - height[bottom + 1]) / (2 * bend)
  }

  /// How long the speed stays small around the bottom, in bins.
  func hold(around bottom: Int) -> Double {
    let limit = RepetitionMeter.holdFraction * (speed.map(abs).max() ?? 0)
    var (from, to) = (bottom, bottom)
    while from > 0, abs(speed[from - 1]) <= limit { from -= 1 }
    while to < speed.count - 1, abs(speed[to + 1]) <= limit { to += 1 }
    return Double(to - from)
  }
}
