/// The purposes for which a session draws random numbers, each with its own stream of numbers.
///
/// With separate streams, a setting does not change the numbers that are drawn for other purposes. Sessions that differ
/// only in their fraction of misses have the same motion. A swing that is a hit in both of them has the same shock.
enum RandomPurpose: UInt64, Sendable {
  case subject = 1
  case timeline, swings, labels, shocks, distractors, fillers, gaps, clock
  case accelerationNoise, rotationNoise, userAccelerationNoise, accelerationJitter, motionJitter
  case accelerationTicks, motionTicks
}

/// SplitMix64 (Steele, Lea, Flood 2014): a counter in steps of the golden ratio through a 64-bit finaliser.
///
/// Events use the numbers in sequence (`next()`). The noise of a sample uses the number at its position (`word(at:)`),
/// so it does not depend on the blocks in which samples are read.
struct RandomStream: Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  init(_ settings: SimulationSettings, _ purpose: RandomPurpose) {
    // The sport's name is included (FNV-1a), so that equal seeds of two sports give different sessions.
    var name: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in settings.sport.rawValue.utf8 { name = (name ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // Rounds of the finaliser separate the streams of neighbouring seeds and purposes.
    let subject = Self.mix(settings.seed &+ Self.step) ^ name
    state = Self.mix(Self.mix(subject) ^ (purpose.rawValue &* 0xD1B5_4A32_D192_ED03))
  }

  /// Makes a stream for a recording of headphones.
  init(_ settings: HeadSettings, _ purpose: RandomPurpose) {
    // The constants differ from those for swings, so that equal seeds give different recordings.
    let subject = Self.mix(Self.mix(settings.seed &+ Self.step) ^ 0xA24B_AED4_963E_E407)
    state = Self.mix(subject ^ (purpose.rawValue &* 0xD1B5_4A32_D192_ED03))
  }

  /// Makes a stream from a state, in the same way as the published generator is seeded.
  init(state: UInt64) { self.state = state }

  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mix(state)
  }

  /// The word at a position of the stream, counted from the stream's state.
  func word(at position: Int) -> UInt64 {
    Self.mix(state &+ (UInt64(bitPattern: Int64(position)) &+ 1) &* Self.step)
  }

  /// A bell-shaped number of zero mean and unit deviation at a position.
  ///
  /// The sum of four uniform 16-bit words (Irwin-Hall): within 3.47 deviations, and exact in any order of evaluation.
  func bell(at position: Int) -> Double {
    let word = word(at: position)
    let sum = (word & 0xFFFF) + ((word >> 16) & 0xFFFF) + ((word >> 32) & 0xFFFF) + (word >> 48)
    // The variance of one word is (65536^2 - 1) / 12; 1 / sqrt(4 / 12 * 65536^2) = sqrt(3) / 65536.
    return (Double(sum) - 131_070) * (1.732_050_807_568_877_2 / 65_536)
  }

  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  mutating func sign() -> Double { next() >> 63 == 0 ? 1 : -1 }

  mutating func bell() -> Double {
    let value = bell(at: 0)
    state &+= Self.step
    return value
  }

  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// Shuffles in place (Fisher-Yates).
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, index(below: last + 1))
    }
  }
}
