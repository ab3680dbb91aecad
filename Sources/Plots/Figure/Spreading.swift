/// Keeps labels in a column apart.
enum Spreading {
  /// Moves places until neighbours are at least `gap` apart, and within the bounds if there is room for all.
  /// - Returns: A place for each of `places`, in the same order.
  static func apart(_ places: [Double], gap: Double, within bounds: ClosedRange<Double>) -> [Double] {
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    var moved = places
    // Two neighbours that are too near move by the same distance, so their middle stays.
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
