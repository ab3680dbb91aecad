import SPSignals

/// The course of a movement around a moment: the rotation rate on three axes in ``count`` blocks of `blockS`, without
/// its speed.
///
/// Two movements are compared by the cosine of the angle between them. It is 0.9 and more for the same stroke twice,
/// and about 0 for movements that have nothing in common. A day has some 100,000 movements, so each is kept small, at
/// 52 bytes.
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

  /// The integrals of the rotation rate over the blocks, in rad; the fourth number is 0.
  private typealias Turns = InlineArray<16, SIMD4<Float>>
  private typealias Lanes = InlineArray<16, Int8>

  /// Scales the integrals over the blocks. Nil if the wrist does not turn.
  private init?(_ turns: inout Turns) {
    var largest = SIMD4<Float>.zero
    for block in turns.indices { largest = pointwiseMax(largest, pointwiseMax(turns[block], -turns[block])) }
    let scale = 127 / largest.max()
    guard scale.isFinite else { return nil }
    var (x, y, z) = (Lanes(repeating: 0), Lanes(repeating: 0), Lanes(repeating: 0))
    var square: Float = 0
    for block in turns.indices {
      // Adding 1.5 * 2^23 rounds to a whole number, which the lowest bits of the sum then contain.
      let shifted = turns[block] * scale + 12_582_912
      x[block] = Int8(truncatingIfNeeded: shifted.x.bitPattern)
      y[block] = Int8(truncatingIfNeeded: shifted.y.bitPattern)
      z[block] = Int8(truncatingIfNeeded: shifted.z.bitPattern)
      let whole = shifted - 12_582_912
      square += (whole * whole).sum()
    }
    self.x = unsafeBitCast(x, to: SIMD16<Int8>.self)
    self.y = unsafeBitCast(y, to: SIMD16<Int8>.self)
    self.z = unsafeBitCast(z, to: SIMD16<Int8>.self)
    length = square.squareRoot()
  }

  /// Measures the movement around a moment. Nil if samples on either side are missing, or further apart than a block.
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
    // The samples next to the blocks may be missing, so several are read on either side.
    let range =
      max(
        segment.lowerBound, inside.lowerBound - Self.margin)..<min(segment.upperBound, inside.upperBound + Self.margin)
    let longestS = max(Self.blockS, 1.5 * timeBase.medianInterval)
    var turns = Turns(repeating: .zero)
    var isWhole = false
    try timeBase.visitTimes(range) { times in
      guard times[0] <= first, times[times.count - 1] >= last else { return }
      try rate.visit(range) { x, y, z in
        times.withUnsafeBufferPointer { times in
          x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
              z.withUnsafeBufferPointer { z in
                isWhole = Self.integrate((x, y, z), times, from: first, longestS: longestS, into: &turns)
              }
            }
          }
        }
      }
    }
    guard isWhole else { return nil }
    self.init(&turns)
  }

  /// A sample whose time is in s since the first block began.
  private struct Sample {
    var time: Double
    var rate: SIMD4<Float>
  }

  private typealias Samples = UnsafeBufferPointer<Float>

  /// Integrates the line through the samples over the blocks.
  ///
  /// - Parameters:
  ///   - first: the time at which the first block begins, in s.
  ///   - longestS: the longest time between two finite samples, in s.
  /// - Returns: whether finite samples cover the blocks.
  private static func integrate(
    _ axes: (x: Samples, y: Samples, z: Samples), _ times: UnsafeBufferPointer<Double>, from first: Double,
    longestS: Double, into turns: inout Turns
  ) -> Bool {
    var before: Sample?
    for index in times.indices {
      let now = Sample(time: times[index] - first, rate: [axes.x[index], axes.y[index], axes.z[index], 0])
      guard now.rate.sum().isFinite else { continue }
      if let before, now.time > before.time {
        let stepS = now.time - before.time
        guard stepS <= longestS || now.time <= 0 || before.time >= lengthS else { return false }
        let block = Int(max(0, before.time) / blockS)
        if before.time >= 0, block < count, now.time <= Double(block + 1) * blockS {
          turns[block] += (before.rate + now.rate) * Float(stepS / 2)
        } else {
          add(before, now, to: &turns)
        }
      } else if before == nil, now.time > 0 {
        return false
      }
      before = now
    }
    return (before?.time ?? 0) >= lengthS
  }

  /// Adds the integral of the line from one sample to the next to the blocks that it crosses.
  private static func add(_ before: Sample, _ now: Sample, to turns: inout Turns) {
    let slope = (now.rate - before.rate) / Float(now.time - before.time)
    var block = max(0, Int(before.time / blockS))
    while block < count, Double(block) * blockS < now.time {
      let from = max(before.time, Double(block) * blockS)
      let to = min(now.time, Double(block + 1) * blockS)
      if to > from { turns[block] += (before.rate + slope * Float((from + to) / 2 - before.time)) * Float(to - from) }
      block += 1
    }
  }

  /// The cosine of the angle between two movements, -1 to 1.
  func similarity(to other: MovementShape) -> Float { direction.similarity(to: other.direction) }

  /// The movement as a unit vector, for comparing it with many movements.
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
