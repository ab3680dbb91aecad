/// Places the label of a marker beside its dot, where it hides the least.
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
  ///   - plot: Where the text may lie.
  ///   - paths: Lines that it should leave free.
  ///   - poles: Vertical lines across the plot that it should avoid if possible.
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
      // The heights of the segment at the sides of the area, or at its own ends within them.
      let slope = right.x > left.x ? (right.y - left.y) / (right.x - left.x) : 0
      var start = left.y + (max(left.x, area.x) - left.x) * slope
      var end = right.x > left.x ? left.y + (min(right.x, area.maxX) - left.x) * slope : right.y
      if start > end { swap(&start, &end) }
      return start <= area.maxY && end >= area.y
    }
  }
}
