/// Places the labels of events like flags on poles of different heights, so that no two labels overlap.
enum EventLabels {
  /// A label to place.
  struct Request {
    /// The position of its pole, in pixels.
    var x: Double
    /// The width of its text, in pixels.
    var width: Double
  }

  /// A label in its place.
  struct Placement: Hashable {
    /// The position of its pole, in pixels.
    var x: Double
    /// Where its text begins.
    var left: Double
    /// Where its text ends.
    var right: Double
    /// The row, counted from the lowest.
    var row: Int
  }

  /// The distance from a pole to its text, in pixels.
  private static let poleGap = 4.0

  /// Gives each label the lowest row in which it does not overlap another label. If possible, no pole crosses a text.
  ///
  /// Labels are to the right of their poles if there is room, and are placed from right to left. A label over the pole
  /// of another label is then above the end of that pole, so the pole does not cross its text.
  /// - Parameters:
  ///   - requests: The labels, in any order.
  ///   - bounds: The positions that texts may cover. A text wider than this begins at the lower bound.
  /// - Returns: A placement for each request, in the order of the requests.
  static func place(_ requests: [Request], within bounds: ClosedRange<Double>) -> [Placement] {
    var placed: [(index: Int, placement: Placement)] = []
    let order = requests.indices.sorted { (requests[$0].x, $0) > (requests[$1].x, $1) }
    for index in order {
      let others = placed.map(\.placement)
      let candidates = sides(of: requests[index], within: bounds).flatMap { left in
        (0...others.count).map { row in
          Placement(x: requests[index].x, left: left, right: left + requests[index].width, row: row)
        }
      }
      // The row above all others has room for any text, so there is always a candidate without overlaps.
      let best =
        candidates.first { candidate in others.allSatisfy { !overlap(candidate, $0) && !cross(candidate, $0) } }
        ?? candidates.first { candidate in others.allSatisfy { !overlap(candidate, $0) } }
      if let best { placed.append((index, best)) }
    }
    return placed.sorted { $0.index < $1.index }.map(\.placement)
  }

  /// The positions at which a text may begin, the best first.
  private static func sides(of request: Request, within bounds: ClosedRange<Double>) -> [Double] {
    let toTheRight = request.x + poleGap
    let toTheLeft = request.x - poleGap - request.width
    var sides: [Double] = []
    if toTheRight + request.width <= bounds.upperBound { sides.append(toTheRight) }
    if toTheLeft >= bounds.lowerBound { sides.append(toTheLeft) }
    return sides.isEmpty ? [max(bounds.lowerBound, bounds.upperBound - request.width)] : sides
  }

  private static func overlap(_ first: Placement, _ second: Placement) -> Bool {
    first.row == second.row && first.left < second.right + Style.textGap && second.left < first.right + Style.textGap
  }

  private static func cross(_ first: Placement, _ second: Placement) -> Bool {
    runsThrough(first, second) || runsThrough(second, first)
  }

  /// Whether the pole of a label runs through the text of another label.
  static func runsThrough(_ pole: Placement, _ text: Placement) -> Bool {
    pole.row >= text.row && pole.x > text.left - 2 && pole.x < text.right + 2
  }
}

/// Places the label of a marker next to its dot, at the position that hides the least.
enum MarkerLabels {
  /// The distance from a dot's middle to its text, in pixels.
  private static let gap = 8.0
  /// Half the height of a text, in pixels.
  private static let halfHeight = 7.0

  /// The best of the places around a dot.
  ///
  /// - Parameters:
  ///   - point: The dot.
  ///   - width: The text's width.
  ///   - plot: The area that the text may cover.
  ///   - paths: Lines that the text should not hide.
  ///   - poles: Vertical lines across the plot that the text should avoid if possible.
  /// - Returns: The area of the text: within the plot and without hiding a line if possible, preferably to the right.
  static func place(
    at point: Point, width: Double, within plot: Rect, avoiding paths: [[Point]], poles: [Double]
  ) -> Rect {
    var best: (area: Rect, cost: Int)?
    for rise in [0, -15, 15, -30, 30] as [Double] {
      for left in [point.x + gap, point.x - gap - width] {
        let area = Rect(x: left, y: point.y + rise - halfHeight, width: width, height: 2 * halfHeight)
        let isOutside = area.x < plot.x || area.maxX > plot.maxX || area.y < plot.y || area.maxY > plot.maxY
        let crossings = paths.count { crosses($0, area) }
        let poles = poles.count { $0 > area.x - 2 && $0 < area.maxX + 2 }
        let cost = (isOutside ? 1000 : 0) + crossings * 10 + poles
        if cost < best?.cost ?? .max { best = (area, cost) }
      }
    }
    return best?.area ?? Rect(x: point.x + gap, y: point.y - halfHeight, width: width, height: 2 * halfHeight)
  }

  /// Whether a line from point to point runs through an area.
  static func crosses(_ path: [Point], _ area: Rect) -> Bool {
    zip(path, path.dropFirst()).contains { first, second in
      let (left, right) = first.x <= second.x ? (first, second) : (second, first)
      guard left.x <= area.maxX, right.x >= area.x else { return false }
      // The heights of the segment at the sides of the area, or at the segment's ends if they are within the sides.
      let slope = right.x > left.x ? (right.y - left.y) / (right.x - left.x) : 0
      var start = left.y + (max(left.x, area.x) - left.x) * slope
      var end = right.x > left.x ? left.y + (min(right.x, area.maxX) - left.x) * slope : right.y
      if start > end { swap(&start, &end) }
      return start <= area.maxY && end >= area.y
    }
  }
}

/// Keeps labels in a column apart.
enum Spreading {
  /// Moves places until neighbours are at least `gap` apart. The places stay within the bounds if there is room for
  /// all.
  /// - Returns: A place for each of `places`, in the same order.
  static func apart(_ places: [Double], gap: Double, within bounds: ClosedRange<Double>) -> [Double] {
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    var moved = places
    // Two neighbours that are too near move by the same distance, so the middle between them stays.
    for (upper, lower) in zip(order, order.dropFirst()) where moved[lower] - moved[upper] < gap {
      let middle = (moved[lower] + moved[upper]) / 2
      moved[upper] = middle - gap / 2
      moved[lower] = middle + gap / 2
    }
    var limit = bounds.upperBound
    for index in order.reversed() {
      moved[index] = min(moved[index], limit)
      limit = moved[index] - gap
    }
    limit = bounds.lowerBound
    for index in order {
      moved[index] = max(moved[index], limit)
      limit = moved[index] + gap
    }
    return moved
  }
}
