import SPBasics
import SPSignals

/// The range of a sensor: the largest magnitude that it can measure.
package struct FullScale: Hashable, Sendable, Encodable {
  /// How the range was determined.
  package enum Source: String, Hashable, Sendable, Encodable {
    /// The recording states it.
    case stated
    /// Values stop at a usual range of sensors.
    case recognised
  }

  /// The range, in the unit of the dataset.
  package var value: Double
  /// How the range was determined.
  package var source: Source

  package init(_ value: Double, _ source: Source) {
    self.value = value
    self.source = source
  }

  /// Whether a magnitude is within the range, or beyond it only by rounding and calibration.
  package func holds(_ magnitude: Float) -> Bool { magnitude <= LimitScan.beyondFraction * Float(value) }

  /// Ranges that accelerometers can usually be set to, in g.
  static let usualG: [Double] = [2, 4, 6, 8, 16, 32, 64, 100, 200, 400]
  /// Ranges that gyroscopes can usually be set to, in deg/s.
  static let usualDegreesPerSecond: [Double] = [125, 250, 500, 1000, 2000, 4000]

  /// The usual ranges of the sensor that measures a dataset, ascending, in the dataset's unit. Empty for datasets that
  /// are computed (gravity, user acceleration) or not measured by such a sensor.
  static func usual(for dataset: String) -> [Float] {
    switch dataset {
    case "acceleration": usualG.map(Float.init)
    case "rotation_rate": usualDegreesPerSecond.map { Float($0 * Unit.degreesPerSecond.scale) }
    default: []
    }
  }

  /// The range as sensor makers state it: for a gyroscope in deg/s.
  package func text(_ unit: Unit) -> String {
    guard let factor = unit.factor(to: .degreesPerSecond) else { return "\(short(value)) \(unit)" }
    return "\(short(value * factor)) deg/s"
  }

  /// The limit of a sensor may be as low as this fraction of its full scale.
  static let loosestFraction = 0.98

  /// The range with which the channels of a dataset seem to have been measured; nil if no range is recognised.
  static func recognised(from channels: [ChannelScan]) -> FullScale? {
    let channels = channels.filter { $0.finiteCount > 0 }
    // All channels come from one sensor, so its scale has to hold the channel with the largest values.
    guard let scale = channels.map({ max($0.low.scale, $0.high.scale) }).max(), scale.isFinite else { return nil }
    let range = Double(scale)
    let sides = channels.map { [$0.low, $0.high].filter { $0.extreme > 0 } }
    let isFlat = sides.joined().contains {
      $0.reaches(loosestFraction, of: range) && $0.top.longest.count >= Saturation.equalCount
    }
    let near = sides.count { $0.contains { $0.reaches(Double(LimitScan.nearFraction), of: range) } }
    return isFlat || near > 1 ? FullScale(range, .recognised) : nil
  }
}

/// The largest magnitude of a component that a sensor on a person can measure. Larger values are damage, or have
/// another unit.
struct PhysicalLimit: Hashable, Sendable {
  let dataset: String
  /// The limit, in the layout's unit of the dataset.
  let value: Float
  /// From this magnitude on, values are missing in a pass: they are damage in whatever unit, and no result can be based
  /// on them.
  static let damage: Float = 2e6

  /// The limit of a dataset; nil if none is known.
  ///
  /// Gyroscopes measure up to 4,000 deg/s, which is 70 rad/s; accelerometers for impacts up to 400 g.
  init?(of dataset: String) {
    self.dataset = dataset
    switch dataset {
    case "rotation_rate": value = 100
    case "acceleration", "user_acceleration", "gravity": value = 1000
    default: return nil
    }
  }

  /// A clause that says how far values are beyond the limit.
  func doubt(largest: Float, _ unit: Unit) -> String {
    "\(dataset) reaches \(Self.text(largest)) \(unit), which no sensor measures; expected at most \(short(Double(value))) \(unit)"
  }

  /// A number that may be very large, with few digits.
  static func text(_ value: Float) -> String { abs(value) < 1e6 ? short(Double(value)) : "\(value)" }
}

/// The magnitude that a dataset of a sensor at rest or in use has on average, for finding a wrong unit.
struct UsualMagnitude: Hashable, Sendable {
  private let dataset: String
  /// The averages that are possible.
  private let usual: ClosedRange<Double>

  /// The usual magnitude of a dataset; nil if any magnitude is possible.
  init?(of dataset: String) {
    self.dataset = dataset
    switch dataset {
    // Real swings of table tennis average 1.4 to 3.7 g over minutes, captures of one golf swing up to 4.4 g; in m/s^2 a
    // sensor at rest reads 9.8. Values in g that were read as m/s^2 average 0.1 at rest and up to 0.4 in swings.
    case "acceleration": usual = 0.5...8
    case "gravity", "attitude": usual = 0.83...1.2
    default: return nil
    }
  }

  /// A clause that says how an average differs from the usual average; nil if it does not, and for 0.
  func doubt(_ mean: Double) -> String? {
    guard mean > 0, !usual.contains(mean) else { return nil }
    let isAttitude = dataset == "attitude"
    let likely =
      switch mean {
      case _ where isAttitude: ""
      case 5..<15: ": are these m/s^2?"
      case 0.07..<0.5: ": are these g that were read as m/s^2?"
      default: ""
      }
    return "has a magnitude of \(short(mean, digits: 3)) on average; expected about 1\(isAttitude ? "" : " g")\(likely)"
  }
}

/// A number with at most this many digits after the decimal point.
func short(_ value: Double, digits: Int = 3) -> String {
  let factor = (0..<digits).reduce(1.0) { product, _ in 10 * product }
  let text = "\((value * factor).rounded() / factor)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
