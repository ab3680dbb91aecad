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

/// The indices of the lowest and the highest value; the first index if several values are equal.
struct ValueExtremes: Hashable {
  var lowest: Int
  var highest: Int

  private typealias Lanes = SIMD16<Float>
  /// The extremes of pieces of this many values are found first, then the value within a piece.
  private static let pieceLength = 512

  /// Finds the extremes; nil without values, or if any value is not finite.
  init?(_ values: ArraySlice<Float>) {
    let found = values.withUnsafeBufferPointer { Self.find($0) }
    guard let found else { return nil }
    (lowest, highest) = (values.startIndex + found.lowest, values.startIndex + found.highest)
  }

  private static func find(_ values: UnsafeBufferPointer<Float>) -> (lowest: Int, highest: Int)? {
    var low = (value: Float.infinity, piece: 0)
    var high = (value: -Float.infinity, piece: 0)
    for start in stride(from: 0, to: values.count, by: pieceLength) {
      let end = min(start + pieceLength, values.count)
      guard let piece = bounds(UnsafeBufferPointer(rebasing: values[start..<end])) else { return nil }
      if piece.low < low.value { low = (piece.low, start) }
      if piece.high > high.value { high = (piece.high, start) }
    }
    guard let lowest = values[low.piece...].firstIndex(of: low.value),
      let highest = values[high.piece...].firstIndex(of: high.value)
    else { return nil }
    return (lowest, highest)
  }

  /// The lowest and highest of at least one value; nil if any is not finite.
  private static func bounds(_ values: UnsafeBufferPointer<Float>) -> (low: Float, high: Float)? {
    var low = Lanes(repeating: values[0])
    var high = low
    // Becomes NaN at the first value that is not finite, because 0 times such a value is NaN. The sum then remains NaN.
    var fault = Lanes.zero
    let whole = values.count / Lanes.scalarCount * Lanes.scalarCount
    let bytes = UnsafeRawBufferPointer(values)
    for start in stride(from: 0, to: whole, by: Lanes.scalarCount) {
      let lanes = bytes.loadUnaligned(fromByteOffset: start * MemoryLayout<Float>.stride, as: Lanes.self)
      low = low.replacing(with: lanes, where: lanes .< low)
      high = high.replacing(with: lanes, where: lanes .> high)
      fault += lanes * 0
    }
    for value in values[whole...] {
      low[0] = min(low[0], value)
      high[0] = max(high[0], value)
      fault[0] += value * 0
    }
    return fault.sum() == 0 ? (low.min(), high.max()) : nil
  }
}
