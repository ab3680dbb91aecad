import Glibc

/// The weights of the samples around a point between two of them: a sinc under a Kaiser window.
///
/// Band-limited interpolation after J. O. Smith, "Digital Audio Resampling" (CCRMA, Stanford, 2002), with the cut-off
/// at half the rate: at a sample's own position its weight is 1 and all others are 0. With 16 samples on each side and
/// 80 dB it keeps frequencies below 0.42 of the rate, and no image of them above 0.58.
enum SincKernel {
  /// The number of samples with a weight on each side of a point.
  static let reach = 16

  /// The weights of the 32 samples around a point, in time order, in parts that fit processors: vectors of 32 numbers
  /// would be summed one by one.
  struct Weights: Sendable {
    typealias Part = SIMD8<Float>
    var first, second, third, fourth: Part

    init(_ weights: [Float]) {
      func part(_ number: Int) -> Part { Part(weights[8 * number..<8 * number + 8]) }
      (first, second, third, fourth) = (part(0), part(1), part(2), part(3))
    }

    /// Interpolates between these weights and others at a fraction.
    func mixed(with other: Weights, fraction: Float) -> Weights {
      var mixed = self
      mixed.first += fraction * (other.first - first)
      mixed.second += fraction * (other.second - second)
      mixed.third += fraction * (other.third - third)
      mixed.fourth += fraction * (other.fourth - fourth)
      return mixed
    }

    /// The weighted sum of the samples from a position on.
    func sum(of samples: [Float], from place: Int) -> Float {
      precondition(place >= 0 && place + 2 * reach <= samples.count, "weights beyond the samples")
      return samples.withUnsafeBytes { bytes in
        func part(_ number: Int) -> Part {
          bytes.loadUnaligned(fromByteOffset: (place + 8 * number) * MemoryLayout<Float>.stride, as: Part.self)
        }
        let eight = part(0) * first + part(1) * second + part(2) * third + part(3) * fourth
        let four = eight.lowHalf + eight.highHalf
        let two = four.lowHalf + four.highHalf
        return two[0] + two[1]
      }
    }
  }

  private static let phases = 1024
  private static let beta = KaiserWindow.beta(attenuationDB: 80)

  /// The weights at even steps from one sample to the next, both included.
  private static let table: [Weights] = (0...phases).map { weights(at: Double($0) / Double(phases)) }

  /// The weights for a point after a sample, as a fraction of the sampling interval, 0 to 1.
  ///
  /// Between entries of the table they are linear, with an error below (pi / 1024)^2 / 8 = 1.2e-6.
  static func weights(behind fraction: Double) -> Weights {
    let place = fraction * Double(phases)
    let below = min(max(Int(place), 0), phases - 1)
    return table[below].mixed(with: table[below + 1], fraction: Float(place - Double(below)))
  }

  /// Divided by their sum, which differs from 1 by about 1e-4, so that constants are preserved.
  private static func weights(at fraction: Double) -> Weights {
    let values = (0..<2 * reach).map { tap in
      let distance = fraction - Double(tap - (reach - 1))
      let inside = distance / Double(reach)
      guard distance != 0 else { return 1.0 }
      guard abs(inside) < 1 else { return 0.0 }
      let window =
        KaiserWindow.besselI0(beta * (1 - inside * inside).squareRoot()) / KaiserWindow.besselI0(beta)
      return distance == distance.rounded() ? 0 : window * sin(.pi * distance) / (.pi * distance)
    }
    let sum = values.reduce(0, +)
    return Weights(values.map { Float($0 / sum) })
  }
}
