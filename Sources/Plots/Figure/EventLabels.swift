/// Places the labels of events like flags on poles of different heights, so that no two overlap.
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
  static let poleGap = 4.0

  /// Gives each label the lowest row in which it overlaps no other and, if possible, no pole crosses a text.
  ///
  /// Labels are to the right of their poles if there is room, and are placed from right to left. A label over the pole
  /// of another is then above the end of that pole, and no pole crosses a text.
  /// - Parameters:
  ///   - requests: The labels, in any order.
  ///   - bounds: Where texts may lie; a wider text begins at the lower bound.
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
      // The row above all others has room for any text, so there always is a candidate that overlaps nothing.
      let best =
        candidates.first { candidate in others.allSatisfy { !overlap(candidate, $0) && !cross(candidate, $0) } }
        ?? candidates.first { candidate in others.allSatisfy { !overlap(candidate, $0) } }
      if let best { placed.append((index, best)) }
    }
    return placed.sorted { $0.index < $1.index }.map(\.placement)
  }

  /// Where a text may begin, the best first.
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

  /// Whether the pole of one runs through the text of the other.
  static func runsThrough(_ pole: Placement, _ text: Placement) -> Bool {
    pole.row >= text.row && pole.x > text.left - 2 && pole.x < text.right + 2
  }
}
