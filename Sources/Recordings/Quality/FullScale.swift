import Signals

/// The range of a sensor: the largest magnitude that it can measure.
public struct FullScale: Hashable, Sendable, Encodable {
  /// How the range was determined.
  public enum Source: String, Hashable, Sendable, Encodable {
    /// The recording states it.
    case stated
    /// Values stop at a usual range of sensors.
    case recognised
  }

  /// The range, in the unit of the dataset.
  public var value: Double
  /// How it was determined.
  public var source: Source

  /// Makes a range.
  public init(_ value: Double, _ source: Source) {
    self.value = value
    self.source = source
  }

  /// Whether a magnitude lies within the range, or beyond it only by rounding and calibration.
  public func holds(_ magnitude: Float) -> Bool { magnitude <= LimitScan.beyondFraction * Float(value) }

  /// Ranges that accelerometers can usually be set to, in g.
  static let usualG: [Double] = [2, 4, 6, 8, 16, 32, 64, 100, 200, 400]
  /// Ranges that gyroscopes can usually be set to, in deg/s.
  static let usualDegreesPerSecond: [Double] = [125, 250, 500, 1000, 2000, 4000]

  /// The usual ranges of the sensor that measures a dataset, ascending, in the dataset's unit; none for datasets that
  /// are computed (gravity, user acceleration) or not measured by such a sensor.
  static func usual(for dataset: String) -> [Float] {
    switch dataset {
    case "acceleration": usualG.map(Float.init)
    case "rotation_rate": usualDegreesPerSecond.map { Float($0 * Unit.degreesPerSecond.scale) }
    default: []
    }
  }
}
