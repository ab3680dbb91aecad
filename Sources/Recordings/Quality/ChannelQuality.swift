import Signals

/// The quality of the values of one channel: a component of a dataset.
public struct ChannelQuality: Hashable, Sendable, Encodable {
  /// The component: `x`, `y`, `z`, of a quaternion also `w`; nil for the only one of its dataset.
  public var name: String?
  /// The smallest value; nil if none is finite.
  public var smallest: ValuePlace?
  /// The largest value; nil if none is finite.
  public var largest: ValuePlace?
  /// Values that are NaN.
  public var nanCount: Int
  /// Values that are infinite.
  public var infiniteCount: Int
  /// The rows in which values are NaN or infinite; nil if there are none.
  public var missing: RowStretches?
  /// The value of all finite samples if there are at least two and all are equal; nil if they differ.
  public var constant: Float?
  /// The rows in which the value stays the same for at least half a second and at least ten rows, while it changes
  /// elsewhere; nil if there are none, and for codes and channels that are not motion, which may stay the same.
  public var held: RowStretches?
  /// Where the sensor is at its limit; nil if nowhere.
  public var clipping: Clipping?

  private enum CodingKeys: String, CodingKey {
    case name, smallest, largest
    case nanCount = "nan_count"
    case infiniteCount = "infinite_count"
    case missing
    case constant = "constant_value"
    case held, clipping
  }

  init(_ scan: ChannelScan, name: String?, range: FullScale?, _ timeBase: TimeBase) throws {
    self.name = name
    smallest = try scan.smallest.map { try ValuePlace($0.value, row: $0.row, timeBase) }
    largest = try scan.largest.map { try ValuePlace($0.value, row: $0.row, timeBase) }
    nanCount = scan.nanCount
    infiniteCount = scan.infiniteCount
    missing = try RowStretches(scan.missing, in: timeBase)
    constant = scan.finiteCount > 1 && smallest?.value == largest?.value ? smallest?.value : nil
    held = constant == nil ? try RowStretches(scan.held, in: timeBase) : nil
    clipping = constant == nil ? try Clipping(scan, range: range, timeBase) : nil
  }
}

/// The quality of the values of one dataset.
public struct DatasetQuality: Hashable, Sendable, Encodable {
  /// Its name in the layout.
  public var name: String
  /// Its unit.
  public var unit: Unit
  /// The largest magnitude of any component; nil if no value is finite, or values were not read.
  public var largestMagnitude: Float?
  /// The average magnitude of all components together; nil where any is possible, without a row of finite values, or if
  /// values were not read.
  public var meanMagnitude: Double?
  /// The range of the sensor, if stated or recognised.
  public var range: FullScale?
  /// The components, in the layout's order; empty if values were not read.
  public var channels: [ChannelQuality]

  /// The largest magnitude as a fraction of the range; nil if either is not known.
  public var rangeUsed: Double? {
    guard let largestMagnitude, let range else { return nil }
    return Double(largestMagnitude) / range.value
  }

  /// Encodes the stored figures, the unit by its symbol, and the fraction of the range.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(unit.symbol, forKey: .unit)
    try container.encodeIfPresent(largestMagnitude, forKey: .largestMagnitude)
    try container.encodeIfPresent(meanMagnitude, forKey: .meanMagnitude)
    try container.encodeIfPresent(range, forKey: .range)
    try container.encodeIfPresent(rangeUsed, forKey: .rangeUsed)
    try container.encode(channels, forKey: .channels)
  }

  private enum CodingKeys: String, CodingKey {
    case name, unit
    case largestMagnitude = "largest_magnitude"
    case meanMagnitude = "mean_magnitude"
    case range
    case rangeUsed = "range_used"
    case channels
  }
}
