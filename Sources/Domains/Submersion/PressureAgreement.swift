/// How well a dive's measured depths and pressures agree.
public struct PressureCheck: Hashable, Sendable {
  /// The number of pairs of depth and pressure.
  public var count: Int
  /// The largest difference between the measured depth and the depth computed from the pressure, in m.
  public var largestDifferenceM: Double
  /// The density that fits the pairs best, in kg/m3; nil if the depths differ by less than 3 m.
  public var fittedDensity: Double?
}

/// Collects pairs of depth and pressure, one at a time.
///
/// If the pressure at the surface was not recorded, the best-fitting pressure is used: differences are then taken from
/// their mean. They show a wrong density or a sensor that jumps, but not a wrong surface pressure.
struct PressureAgreement: Sendable {
  /// The depths must differ by this much to compute a density, in m.
  private static let minDepthRangeM = 3.0

  private let density: WaterDensity
  private var count = 0
  private var missingSurface = 0
  private var meanDepth = 0.0
  private var meanPressure = 0.0
  private var depthSquares = 0.0
  private var products = 0.0
  private var depthRange = (least: Double.infinity, most: -Double.infinity)
  private var absolute = (least: Double.infinity, most: -Double.infinity)
  private var aboveRecorded = (least: Double.infinity, most: -Double.infinity)
  private var meanResidual = 0.0

  init(density: WaterDensity) { self.density = density }

  /// Takes a pair: the measured depth in m, the pressures in kPa.
  mutating func add(depthM: Double, pressureKPa: Double, surfaceKPa: Double?) {
    count += 1
    // Means, and sums of squares about the means, are updated pair by pair (Welford 1962): no large numbers cancel.
    let fromMean = depthM - meanDepth
    meanDepth += fromMean / Double(count)
    meanPressure += (pressureKPa - meanPressure) / Double(count)
    depthSquares += fromMean * (depthM - meanDepth)
    products += fromMean * (pressureKPa - meanPressure)
    widen(&depthRange, depthM)
    let residual = density.depth(atPressure: pressureKPa, surfaceKPa: 0) - depthM
    meanResidual += (residual - meanResidual) / Double(count)
    widen(&absolute, residual)
    if let surfaceKPa {
      widen(&aboveRecorded, density.depth(atPressure: pressureKPa, surfaceKPa: surfaceKPa) - depthM)
    } else {
      missingSurface += 1
    }
  }

  /// The result for the pairs; nil without pairs.
  var result: PressureCheck? {
    guard count > 0 else { return nil }
    let (range, centre) = missingSurface == 0 ? (aboveRecorded, 0.0) : (absolute, meanResidual)
    let hasRange = depthRange.most - depthRange.least >= Self.minDepthRangeM
    return PressureCheck(
      count: count, largestDifferenceM: max(range.most - centre, centre - range.least),
      // kPa/m over m/s2, times 1000 Pa/kPa.
      fittedDensity: hasRange ? products / depthSquares * 1000 / WaterDensity.gravity : nil)
  }

  private func widen(_ range: inout (least: Double, most: Double), _ value: Double) {
    range = (min(range.least, value), max(range.most, value))
  }
}

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
