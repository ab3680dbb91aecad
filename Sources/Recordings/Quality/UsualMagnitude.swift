/// The magnitude that a dataset of a sensor at rest or in use has on average, for finding a wrong unit.
struct UsualMagnitude: Hashable, Sendable {
  private let dataset: String
  private let magnitude: Double
  /// The factor by which the average may differ.
  private let factor: Double

  /// The usual magnitude of a dataset; nil if any magnitude is possible.
  init?(of dataset: String) {
    self.dataset = dataset
    switch dataset {
    // Real swings of table tennis average 1.4 to 3.7 g over minutes, captures of one golf swing up to 4.4 g; in m/s^2 a
    // sensor at rest reads 9.8.
    case "acceleration": (magnitude, factor) = (1, 8)
    case "gravity", "attitude": (magnitude, factor) = (1, 1.2)
    default: return nil
    }
  }

  /// A clause that says how an average differs from the usual one; nil if it does not, and for 0.
  func doubt(_ mean: Double) -> String? {
    guard mean > 0, mean > magnitude * factor || mean < magnitude / factor else { return nil }
    let isAttitude = dataset == "attitude"
    let likely = abs(mean / 9.80665 - magnitude) < 0.5 && !isAttitude ? ": are these m/s^2?" : ""
    return "has a magnitude of \(short(mean, digits: 3)) on average; expected about 1\(isAttitude ? "" : " g")\(likely)"
  }
}
