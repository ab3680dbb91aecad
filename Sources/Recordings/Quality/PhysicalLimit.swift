import Files
import Signals

/// The largest magnitude of a component that a sensor on a person can measure; larger values are damage, or have another
/// unit.
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
