import Signals

/// The course of a movement around a moment: the rotation rate on three axes in ``count`` blocks of ``blockS``, without its
/// speed.
///
/// Two movements are compared by the cosine of the angle between them: the same stroke twice has 0.9 and more, movements
/// that have nothing in common about 0. Each takes 48 bytes, as a day has some 100,000.
struct MovementShape: Hashable, Sendable {
  private let x, y, z: SIMD16<Int8>
  /// Length of the vector of all blocks.
  private let length: Float

  /// Number of blocks.
  static let count = 16
  /// Length of a block, in s.
  static let blockS = 0.025
  /// Length of all blocks, in s.
  static let lengthS = Double(count) * blockS
  /// How far before the moment the first block begins, in s.
  static let beforeS = 0.3
  /// How far after the moment the last block ends, in s.
  static let afterS = lengthS - beforeS

  /// The number of samples that are read on either side of the blocks.
  private static let margin = 5

  /// Takes the means of the blocks; nil if the wrist does not turn.
  init?(_ means: [SIMD3<Double>]) {
    let largest = means.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    // The largest of NaN and a number may be the number.
    guard means.count == Self.count, largest > 0, means.allSatisfy({ $0.sum().isFinite }) else { return nil }
    var (x, y, z) = (SIMD16<Int8>(), SIMD16<Int8>(), SIMD16<Int8>())
    for (block, mean) in means.enumerated() {
      let scaled = (mean * (127 / largest)).rounded(.toNearestOrEven)
      (x[block], y[block], z[block]) = (Int8(scaled.x), Int8(scaled.y), Int8(scaled.z))
    }
    (self.x, self.y, self.z) = (x, y, z)
    func square(_ axis: SIMD16<Int8>) -> Float { (0..<Self.count).reduce(0) { $0 + Float(axis[$1]) * Float(axis[$1]) } }
    length = (square(x) + square(y) + square(z)).squareRoot()
  }

  /// Measures the movement around a moment; nil without samples on either side, or where they
  /// are missing for longer than a block.
  ///
  /// - Parameter rate: the rotation rate, in rad/s.
  /// - Throws: errors from reading `rate`.
  init?(around moment: Double, in rate: Triaxial) throws {
    let timeBase = rate.timeBase
    let (first, last) = (moment - Self.beforeS, moment + Self.afterS)
    guard timeBase.count > 1 else { return nil }
    let nearest = try timeBase.nearestIndex(to: moment)
    let segment = timeBase.segment(containing: nearest).samples
    let inside = try timeBase.indices(in: first...last, around: nearest).clamped(to: segment)
    guard !inside.isEmpty else { return nil }
    // With some samples on either side of the blocks, of which one is there.
    let range =
      max(
        segment.lowerBound, inside.lowerBound - Self.margin)..<min(segment.upperBound, inside.upperBound + Self.margin)
    var sums = [SIMD3<Double>](repeating: .zero, count: Self.count)
    var isWhole = false
    try timeBase.visitTimes(range) { times in
      guard times[0] <= first, times[times.count - 1] >= last else { return }
      try rate.visit(range) { x, y, z in
        // Missing samples lie on the line between those beside them, up to the length of a block.
        var before: (time: Double, rate: SIMD3<Double>)?
        var (firstS, longestS) = (Double.infinity, 0.0)
        for index in times.indices {
          let now = (time: times[index] - first, rate: vector(index, x, y, z))
          guard now.rate.sum().isFinite else { continue }
          firstS = min(firstS, now.time)
          if let before, now.time > before.time {
            if before.time < Self.lengthS, now.time > 0 { longestS = max(longestS, now.time - before.time) }
            Self.add(before, now, to: &sums)
          }
          before = now
        }
        isWhole =
          firstS <= 0 && (before?.time ?? 0) >= Self.lengthS
          && longestS <= max(Self.blockS, 1.5 * timeBase.medianInterval)
      }
    }
    guard isWhole else { return nil }
    self.init(sums)
  }

  /// Adds the integral of the line from one sample to the next to the blocks that it crosses; times are from the first
  /// block's beginning, in s.
  private static func add(
    _ before: (time: Double, rate: SIMD3<Double>), _ now: (time: Double, rate: SIMD3<Double>),
    to sums: inout [SIMD3<Double>]
  ) {
    let slope = (now.rate - before.rate) / (now.time - before.time)
    var block = max(0, Int(before.time / blockS))
    while block < count, Double(block) * blockS < now.time {
      let from = max(before.time, Double(block) * blockS)
      let to = min(now.time, Double(block + 1) * blockS)
      if to > from { sums[block] += (before.rate + slope * ((from + to) / 2 - before.time)) * (to - from) }
      block += 1
    }
  }

  /// The cosine of the angle between two movements, -1 to 1.
  func similarity(to other: MovementShape) -> Float { direction.similarity(to: other.direction) }

  /// The movement as a unit vector, for comparing it with many others.
  var direction: Direction {
    Direction(x: SIMD16<Float>(x) / length, y: SIMD16<Float>(y) / length, z: SIMD16<Float>(z) / length)
  }

  /// A movement as a unit vector.
  struct Direction: Hashable, Sendable {
    let x, y, z: SIMD16<Float>

    /// The cosine of the angle between two movements, -1 to 1.
    @inline(__always)
    func similarity(to other: Direction) -> Float {
      let products = x * other.x + y * other.y + z * other.z
      let eight = products.lowHalf + products.highHalf
      let four = eight.lowHalf + eight.highHalf
      let two = four.lowHalf + four.highHalf
      return two[0] + two[1]
    }
  }
}
