import Signals

/// The names of a stream's values as columns of a table, such as CSV.
extension StreamCatalog {
  /// The column of the timestamps.
  public static let timeColumn = "time_s"

  /// The suffixes of column names for units; empty for pure numbers.
  static let unitSuffixes: [Unit: String] = [
    .g: "g", .radiansPerSecond: "rad_s", .meters: "m", .degrees: "deg", .kilopascals: "kpa", .degreesCelsius: "deg_c",
    .watts: "w",
    .revolutionsPerMinute: "rpm", .metersPerSecond: "m_s", .beatsPerMinute: "bpm", .milliliters: "ml",
    .dimensionless: "",
  ]
}

extension StreamCatalog.DatasetKind {
  /// The names of its components: nil for a single one, x, y and z of three, w, x, y and z of a quaternion.
  public var componentNames: [String?] {
    switch components {
    case 1: [nil]
    case 4: ["w", "x", "y", "z"]
    default: ["x", "y", "z"]
    }
  }

  /// The columns of its components: `<dataset>[_<component>][_<unit>]`, such as `acceleration_x_g`, `attitude_w`,
  /// `temperature_deg_c`.
  public var columnNames: [String] {
    guard let suffix = StreamCatalog.unitSuffixes[unit] else { preconditionFailure("no ending for the unit \(unit)") }
    return componentNames.map { [name, $0, suffix].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "_") }
  }
}
