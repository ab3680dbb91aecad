/// Shortens long lines without a visible change.
enum Decimation {
  /// A line through at most four points for each column of pixels: its first, lowest, highest and last, in order.
  ///
  /// The line covers the same pixels: within a column it reaches just as high and low, and it enters and leaves at the
  /// same points. Source: Jugel et al., "M4: a visualization-oriented time series data aggregation", PVLDB 7 (2014)
  /// 797.
  /// - Parameter points: Positions in pixels, x ascending.
  static func byColumn(_ points: [Point]) -> [Point] {
    var thinned: [Point] = []
    var start = 0
    while start < points.count {
      let column = points[start].x.rounded(.down)
      var end = start + 1
      while end < points.count, points[end].x.rounded(.down) == column { end += 1 }
      append(points[start..<end], to: &thinned)
      start = end
    }
    return thinned
  }

  private static func append(_ column: ArraySlice<Point>, to thinned: inout [Point]) {
    guard column.count > 4 else { return thinned.append(contentsOf: column) }
    var lowest = column.startIndex
    var highest = column.startIndex
    for index in column.indices {
      if column[index].y < column[lowest].y { lowest = index }
      if column[index].y > column[highest].y { highest = index }
    }
    for index in Set([column.startIndex, lowest, highest, column.endIndex - 1]).sorted() {
      thinned.append(column[index])
    }
  }
}
