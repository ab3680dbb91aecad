/// The constants of `OrientationFilter` and `OrientationSmoother`.
///
/// The method, and all defaults except `longestHoldS`: D. Laidig and T. Seel, "VQF: Highly accurate IMU orientation
/// estimation with bias estimation and magnetic disturbance rejection", Information Fusion 91 (2023).
package struct OrientationSettings: Hashable, Sendable {
  /// Time constant of the low-pass of the specific force, in s.
  package var tauS = 3.0
  /// Standard deviation of the unknown bias at the start, in rad/s; 0.5 degrees/s.
  package var initialBiasSD = 0.5 * .pi / 180
  /// Time in which the variance of the bias grows from 0 to its initial value, in s.
  package var biasForgettingS = 100.0
  /// Largest bias on an axis, in rad/s; 2 degrees/s.
  package var largestBias = 2 * .pi / 180.0
  /// Standard deviation of the bias after a long time in motion, in rad/s; 0.1 degrees/s.
  package var motionBiasSD = 0.1 * .pi / 180
  /// The weight of a bias of 0 about the vertical, relative to the weight of a bias measured in motion.
  ///
  /// The acceleration does not show a rotation about the vertical.
  package var verticalWeight = 0.0001
  /// Standard deviation of the bias after a long time at rest, in rad/s; 0.03 degrees/s.
  package var restBiasSD = 0.03 * .pi / 180
  /// Time without motion after which the sensor counts as resting, in s.
  package var restAfterS = 1.5
  /// Time constant of the low-pass for the detection of rest, in s.
  package var restTauS = 0.5
  /// Largest distance of the rotation rate from its low-pass at rest, in rad/s; 2 degrees/s.
  package var restRotationRate = 2 * .pi / 180.0
  /// Largest distance of the acceleration from its low-pass at rest, in g; 0.5 m/s^2.
  package var restAccelerationG = 0.5 / 9.80665
  /// Longest run of missing rotation rates that the last rate replaces, in s.
  package var longestHoldS = 0.1

  package init() {}

  /// A rate at which a filter can run, in Hz. No motion sensor has a rate outside of the limits, so such a rate is
  /// damaged.
  static func usableRateHz(_ rateHz: Double) -> Double { rateHz >= 1 ? min(rateHz, 20_000) : 1 }
}
