/// Estimates the orientation of a sensor over a whole recording: each result depends on earlier and later samples.
///
/// One `OrientationFilter` passes forward, and a second filter passes backward with the opposite rotation rate. The
/// bias at a sample is the mean of the two estimates, weighted with their inverse covariances. The smoother integrates
/// the rotation rate minus this bias. A low-pass of the specific force runs forward and backward, so it has no delay.
/// The direction of its output corrects the inclination.
///
/// Source: Laidig and Seel (2023); see `OrientationSettings`.
package struct OrientationSmoother: Sendable {
  private let rateHz: Double
  private let settings: OrientationSettings
  /// The number of samples that share a bias.
  private let stride: Int

  /// Makes a smoother for a sampling rate, in Hz.
  package init(rateHz: Double, settings: OrientationSettings = OrientationSettings()) {
    let rateHz = OrientationSettings.usableRateHz(rateHz)
    (self.rateHz, self.settings) = (rateHz, settings)
    stride = BiasEstimate.stride(rateHz: rateHz)
  }

  /// The rotations that turn the sensor's frame into the world's, whose z axis points up.
  ///
  /// - Parameters:
  ///   - rotationRate: In rad/s.
  ///   - acceleration: In g, pointing down at rest. One for each rotation rate; not finite if missing.
  ///   - segments: The ranges of samples without a gap, in order; nil for one segment with all samples.
  package func orientations(
    rotationRate: [SIMD3<Double>], acceleration: [SIMD3<Double>], segments: [Range<Int>]? = nil
  ) -> [Quaternion] {
    precondition(rotationRate.count == acceleration.count, "one acceleration for each rotation rate")
    let segments = (segments ?? [rotationRate.indices]).flatMap { parts(of: $0, rotationRate) }
    let biases = biases(rotationRate, acceleration, segments)
    var result = [Quaternion](repeating: .identity, count: rotationRate.count)
    for segment in segments { smooth(segment, rotationRate, acceleration, biases, &result) }
    return result
  }

  /// The parts of a segment that runs of missing rotation rates separate, if the runs are too long to be bridged.
  private func parts(of segment: Range<Int>, _ rotationRate: [SIMD3<Double>]) -> [Range<Int>] {
    let longest = Int(settings.longestHoldS * rateHz)
    var parts: [Range<Int>] = []
    for index in segment where rotationRate[index].isFinite {
      if let last = parts.last, index - last.upperBound <= longest {
        parts[parts.count - 1] = last.lowerBound..<index + 1
      } else {
        parts.append(index..<index + 1)
      }
    }
    return parts
  }

  /// The bias at every `stride`-th sample, in rad/s.
  private func biases(
    _ rotationRate: [SIMD3<Double>], _ acceleration: [SIMD3<Double>], _ segments: [Range<Int>]
  ) -> [SIMD3<Double>] {
    let count = rotationRate.count / stride + 1
    var biases = [SIMD3<Double>](repeating: .zero, count: count)
    var weights = [SymmetricMatrix](repeating: SymmetricMatrix(diagonal: .zero), count: count)
    var filter = OrientationFilter(rateHz: rateHz, settings: settings)
    for segment in segments {
      filter.restart()
      for index in segment {
        filter.update(rotationRate: rotationRate[index], acceleration: acceleration[index])
        guard index % stride == 0 else { continue }
        let weight = filter.covariance.inverse
        (weights[index / stride], biases[index / stride]) = (weight, weight * filter.bias)
      }
    }
    filter = OrientationFilter(rateHz: rateHz, settings: settings)
    for segment in segments.reversed() {
      filter.restart()
      for index in segment.reversed() {
        // If time runs backward, the sensor turns the opposite way, and its bias changes sign.
        filter.update(rotationRate: -rotationRate[index], acceleration: acceleration[index])
        guard index % stride == 0 else { continue }
        let (place, weight) = (index / stride, filter.covariance.inverse)
        biases[place] = (weights[place] + weight).inverse * (biases[place] - weight * filter.bias)
      }
    }
    return biases
  }

  private func smooth(
    _ segment: Range<Int>, _ rotationRate: [SIMD3<Double>], _ acceleration: [SIMD3<Double>],
    _ biases: [SIMD3<Double>], _ result: inout [Quaternion]
  ) {
    let design = VectorLowPass.Design(tauS: settings.tauS, rateHz: rateHz)
    var hold = RateHold(longest: Int(settings.longestHoldS * rateHz))
    var frames = InclinedFrame()
    var force: [SIMD3<Double>] = []
    force.reserveCapacity(segment.count)
    var low = VectorLowPass()
    // In the almost inertial frame; the last value replaces a missing one.
    for index in segment {
      frames.turn(by: (hold.filled(rotationRate[index]) - biases[index / stride]) / rateHz)
      result[index] = frames.orientation
      let up = frames.inertial(-acceleration[index])
      force.append(up.isFinite ? low.update(up, design) : force.last ?? .zero)
    }
    low = VectorLowPass()
    for place in force.indices.reversed() { force[place] = low.update(force[place], design) }
    frames = InclinedFrame()
    for (place, index) in segment.enumerated() {
      _ = frames.level(by: force[place])
      result[index] = frames.orientation * result[index]
    }
  }
}
