/// Labels in a column, kept apart.
enum Spreading {
  /// Moves places apart until neighbours have at least `gap` between them, each as little as a sweep in each
  /// direction can, and within bounds as long as there is room for all.
  /// - Returns: A place for each of `places`, in the same order.
  static func apart(_ places: [Double], gap: Double, within bounds: ClosedRange<Double>) -> [Double] {
    let order = places.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    var moved = places
    // Pairs that are too near share the way, so that a pair around a place stays around it.
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
