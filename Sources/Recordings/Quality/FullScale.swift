import Signals

/// The range of a sensor: the largest magnitude that it can measure.
public struct FullScale: Hashable, Sendable, Encodable {
  /// How the range is known.
  public enum Source: String, Hashable, Sendable, Encodable {
    /// The recording states it.
    case stated
    /// Values stop at what is a usual range of sensors.
    case recognised
  }

  /// The range, in the unit of the dataset.
  public var value: Double
  /// How it is known.
  public var source: Source

  /// A range.
  public init(_ value: Double, _ source: Source) {
    self.value = value
    self.source = source
  }

  /// Whether a magnitude lies within the range, or no farther beyond than rounding and calibration take it.
  public func holds(_ magnitude: Float) -> Bool { magnitude <= LimitScan.beyondShare * Float(value) }

  /// Ranges that accelerometers can usually be set to, in g.
  static let usualG: [Double] = [2, 4, 6, 8, 16, 32, 64, 100, 200, 400]
  /// Ranges that gyroscopes can usually be set to, in deg/s.
  static let usualDegreesPerSecond: [Double] = [125, 250, 500, 1000, 2000, 4000]

  /// The usual ranges of the sensor that a dataset comes from, ascending, in the dataset's unit; none for datasets that
  /// are computed (gravity, user acceleration) or that no such sensor measures.
  static func usual(for dataset: String) -> [Float] {
    switch dataset {
    case "acceleration": usualG.map(Float.init)
    case "rotation_rate": usualDegreesPerSecond.map { Float($0 * Unit.degreesPerSecond.scale) }
    default: []
    }
  }
}
