/// The density of water for converting between depth and pressure.
public enum WaterDensity: String, Hashable, Sendable, CaseIterable {
  /// Fresh water.
  case fresh
  /// The density used for calibrating dive computers (EN 13319).
  case en13319
  /// Sea water.
  case salt

  /// The density, in kg/m3.
  public var kilogramsPerCubicMeter: Double {
    switch self {
    case .fresh: 1000
    case .en13319: 1020
    case .salt: 1025
    }
  }

  /// Standard gravity, in m/s2 (the third CGPM, 1901).
  public static let gravity = 9.80665

  /// The rise of the pressure per metre, in kPa.
  public var kilopascalsPerMeter: Double { kilogramsPerCubicMeter * Self.gravity / 1000 }

  /// The absolute pressure at a depth, in kPa: surface pressure + density * gravity * depth.
  /// - Parameters:
  ///   - depthM: the depth, in m.
  ///   - surfaceKPa: the pressure at the surface, in kPa.
  package func pressure(atDepth depthM: Double, surfaceKPa: Double) -> Double {
    surfaceKPa + kilopascalsPerMeter * depthM
  }

  /// The depth at an absolute pressure, in m: the inverse of ``pressure(atDepth:surfaceKPa:)``.
  /// - Parameters:
  ///   - pressureKPa: the absolute pressure, in kPa.
  ///   - surfaceKPa: the pressure at the surface, in kPa.
  package func depth(atPressure pressureKPa: Double, surfaceKPa: Double) -> Double {
    (pressureKPa - surfaceKPa) / kilopascalsPerMeter
  }
}
