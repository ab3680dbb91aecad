/// The time in a zone of power or heart rate.
public struct Zone: Hashable, Sendable {
  /// The quantity of the zone: power or heart rate.
  public var quantity: Quantity
  /// Number of the zone, from 1.
  public var number: Int
  /// Its lower end, which belongs to the zone, in the stream's unit.
  public var lower: Double
  /// Its upper end, which belongs to the next zone; nil for the last zone.
  public var upper: Double?
  /// Time in the zone, s.
  public var timeS: Double
  /// Time in the zone divided by the time with a value.
  public var fraction: Double?

  /// The time in each zone of a stream between ascending bounds: the result has one zone more than bounds.
  static func all(_ series: EvenSeries, quantity: Quantity, bounds: [Double]) -> [Zone] {
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var total = 0
    for value in series.values where !value.isNaN {
      var zone = 0
      while zone < bounds.count, value >= bounds[zone] { zone += 1 }
      counts[zone] += 1
      total += 1
    }
    return counts.indices.map { zone in
      Zone(
        quantity: quantity, number: zone + 1, lower: zone == 0 ? 0 : bounds[zone - 1],
        upper: zone < bounds.count ? bounds[zone] : nil, timeS: Double(counts[zone]),
        fraction: total > 0 ? Double(counts[zone]) / Double(total) : nil)
    }
  }
}
