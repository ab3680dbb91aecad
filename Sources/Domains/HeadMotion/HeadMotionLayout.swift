import SPSignals

/// The earbud that took a sample; its number is the code of the recording layout.
package enum BudLocation: UInt8, CaseIterable, Hashable, Sendable {
  /// Not stated by the headphones: the device's default.
  case `default` = 0
  /// The left earbud.
  case left = 1
  /// The right earbud.
  case right = 2

  /// Its name in tables.
  package var name: String {
    switch self {
    case .default: "default"
    case .left: "left"
    case .right: "right"
    }
  }
}

/// The channels of a block of headphone motion.
///
/// The order is: rotation rate (x, y, z, rad/s), gravity (x, y, z, g), user acceleration (x, y, z, g), attitude (w, x,
/// y, z). The earbud follows if the recording states it.
package struct HeadMotionLayout: Hashable, Sendable {
  /// Whether the last channel is the earbud; otherwise all samples are from `BudLocation.default`.
  package var hasLocation: Bool

  package init(hasLocation: Bool = true) { self.hasLocation = hasLocation }

  /// Number of channels.
  package var channelCount: Int { hasLocation ? 14 : 13 }
}

/// A sample of headphone motion with all its required values.
struct HeadSample: Sendable {
  /// Timestamp, in s.
  var time: Double
  /// The rotation from the earbud's frame to the world's frame; of length 1.
  var attitude: Quaternion
  /// Rotation rate, in rad/s.
  var rotationRate: SIMD3<Double>
  /// In g.
  var gravity: SIMD3<Double>
  /// In g.
  var userAcceleration: SIMD3<Double>
  var location: BudLocation
}

extension SampleBlock {
  /// The sample of a row; nil if a value is missing, or if attitude or gravity are all zeros.
  func headSample(_ row: Int, _ layout: HeadMotionLayout) -> HeadSample? {
    func value(_ channel: Int) -> Double {
      let channel = channels[channel]
      return Double(channel.values[channel.first + row * channel.step])
    }
    func triple(_ first: Int) -> SIMD3<Double> { SIMD3(value(first), value(first + 1), value(first + 2)) }
    let sample = HeadSample(
      time: times[times.startIndex + row],
      attitude: Quaternion(scalar: value(9), vector: triple(10)).normalized ?? Quaternion(scalar: 0, vector: .zero),
      rotationRate: triple(0), gravity: triple(3), userAcceleration: triple(6),
      location: layout.hasLocation ? BudLocation(rawValue: UInt8(exactly: value(13)) ?? 0) ?? .default : .default)
    let sum = sample.rotationRate.sum() + sample.userAcceleration.sum() + sample.gravity.sum()
    guard sample.attitude.length > 0, sum.isFinite, sample.gravity != .zero else { return nil }
    return sample
  }
}
