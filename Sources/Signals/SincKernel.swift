import Foundation

/// The weights of the samples around a place between two of them: a sinc under a Kaiser window.
///
/// Band-limited interpolation after J. O. Smith, "Digital Audio Resampling" (CCRMA, Stanford, 2002), with the cut-off
/// at half the rate, so that at a sample's own place its weight is 1 and all others are 0. Over 16 samples to each side and with 80 dB
/// it keeps what lies under 0.42 of the rate, and no image of it above 0.58.
enum SincKernel {
  /// How many samples to each side of a place have a weight.
  static let reach = 16
  /// The weights of the 32 samples around a place, from the earliest on.
  typealias Weights = SIMD32<Float>

  private static let phases = 1024
  private static let beta = KaiserWindow.beta(attenuationDB: 80)

  /// The weights at even steps from a sample to the next one, both included.
  private static let table: [Weights] = (0...phases).map { weights(at: Double($0) / Double(phases)) }

  /// The weights for a place behind a sample, as a share of the step to the next one, 0 to 1.
  ///
  /// Between the places of the table they are linear, which is off by less than (pi / 1024)^2 / 8 = 1.2e-6.
  static func weights(behind share: Double) -> Weights {
    let place = share * Double(phases)
    let below = min(max(Int(place), 0), phases - 1)
    let rest = Float(place - Double(below))
    let (first, second) = (table[below], table[below + 1])
    return first + rest * (second - first)
  }

  /// Divided by their sum, which is 1 but for some 1e-4, so that what is constant stays so.
  private static func weights(at share: Double) -> Weights {
    let values = (0..<2 * reach).map { tap in
      let distance = share - Double(tap - (reach - 1))
      let inside = distance / Double(reach)
      guard distance != 0 else { return 1.0 }
      guard abs(inside) < 1 else { return 0.0 }
      let window =
        KaiserWindow.besselI0(beta * (1 - inside * inside).squareRoot()) / KaiserWindow.besselI0(beta)
      return distance == distance.rounded() ? 0 : window * sin(.pi * distance) / (.pi * distance)
    }
    let sum = values.reduce(0, +)
    var weights = Weights.zero
    for tap in values.indices { weights[tap] = Float(values[tap] / sum) }
    return weights
  }
}
