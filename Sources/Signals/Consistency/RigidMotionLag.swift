/// Estimates how late the timestamps of a motion are compared with an accelerometer that moves with it. It uses only
/// rotation and gravity.
///
/// A sensor on a limb turns about a point that hardly moves during a stroke. Let w be the rotation rate, w' its
/// derivative, g gravity, and r the vector from that point to the sensor. The accelerometer then reads
/// g + w' x r + w x (w x r) (Goldstein, Classical Mechanics, section 4.10). The model is linear in r, so least squares
/// give r for every lag. The estimate is the lag that explains the largest fraction of the acceleration's variance. It
/// needs no user acceleration.
package struct RigidMotionLag: Sendable {
  /// A lag, and how well it explains the acceleration compared with no lag.
  package struct Estimate: Sendable, Hashable {
    /// How late the timestamps of the motion are, in s.
    package var seconds: Double
    /// The explained fraction of the acceleration's variance at this lag, up to 1.
    package var explained: Double
    /// The largest explained fraction at lags of at most `smallestS`.
    package var explainedWithoutLag: Double
  }

  /// The largest lag that the search covers, in s, in both directions.
  package static let largestS = 5.0
  /// A smaller lag is not distinguished from no lag, in s.
  package static let smallestS = 0.12
  /// The step of the grid on which motion and acceleration are sampled, and the step of the refined grid, in s.
  private static let (coarseStepS, fineStepS) = (0.04, 0.01)
  /// The fraction of the grid points that must have an acceleration.
  private static let leastOverlap = 0.5

  /// One stretch of the motion. `startS` is the time of its first sample on the accelerometer's clock, if the motion
  /// has no lag.
  package struct Stretch: Sendable {
    package var startS: Double
    package var lengthS: Double
    package var rotation: TimedVectors
    package var gravity: TimedVectors
    package var acceleration: TimedVectors

    package init(
      startS: Double, lengthS: Double, rotation: TimedVectors, gravity: TimedVectors, acceleration: TimedVectors
    ) {
      self.startS = startS
      self.lengthS = lengthS
      self.rotation = rotation
      self.gravity = gravity
      self.acceleration = acceleration
    }
  }

  /// The estimate from all stretches; nil if they do not overlap, have gaps, or do not turn.
  ///
  /// - Parameter clockS: how far the motion's clock is ahead; the search is centred on it.
  package static func estimate(_ stretches: [Stretch], clockS: Double = 0) -> Estimate? {
    let coarse = fractions(stretches, stepS: coarseStepS, around: clockS, reachS: largestS)
    guard let best = coarse.max(by: { $0.explained < $1.explained }) else { return nil }
    let near = coarse.filter { abs($0.lagS - clockS) <= smallestS + 1e-9 }.map(\.explained).max() ?? 0
    let fine = fractions(stretches, stepS: fineStepS, around: best.lagS, reachS: 2 * coarseStepS)
    guard let place = fine.indices.max(by: { fine[$0].explained < fine[$1].explained }), place > 0,
      place + 1 < fine.count
    else {
      return Estimate(seconds: best.lagS, explained: best.explained, explainedWithoutLag: near)
    }
    let vertex = Statistics.parabolaVertex(
      fine[place - 1].explained, fine[place].explained, fine[place + 1].explained)
    return Estimate(
      seconds: fine[place].lagS + vertex.offset * fineStepS, explained: best.explained, explainedWithoutLag: near)
  }

  /// The explained fraction of the variance at every lag of a grid.
  private static func fractions(
    _ stretches: [Stretch], stepS: Double, around centreS: Double, reachS: Double
  ) -> [(lagS: Double, explained: Double)] {
    let reach = Int((reachS / stepS).rounded())
    let models = stretches.compactMap { Model($0, stepS: stepS, centreS: centreS, reach: reach) }
    let total = models.reduce(0) { $0 + $1.count }
    return (-reach...reach).compactMap { lag in
      var sums = Sums()
      for model in models { model.add(lag: lag, to: &sums) }
      guard Double(sums.count) >= leastOverlap * Double(total), let explained = sums.explained else { return nil }
      return (centreS + Double(lag) * stepS, explained)
    }
  }
}

/// Sums of a least squares fit with three parameters.
private struct Sums {
  var count = 0
  /// The products of the columns: xx, xy, xz and yy, yz, zz.
  var upper = (SIMD3<Double>.zero, SIMD3<Double>.zero)
  /// The products of the columns with the acceleration less gravity.
  var right = SIMD3<Double>.zero
  /// The squares of the acceleration less gravity.
  var squares = 0.0
  /// The acceleration, and its squares.
  var acceleration = SIMD3<Double>.zero
  var accelerationSquares = 0.0

  /// The fraction of the acceleration's variance that the fit explains; nil without variance.
  var explained: Double? {
    guard count > 0 else { return nil }
    let variance = accelerationSquares - (acceleration * acceleration).sum() / Double(count)
    let (first, second) = upper
    // A little damping keeps the matrix regular if the motion turns about one axis.
    let damping = 1e-9 * (first.x + second.x + second.z)
    let (a, b, c) = (first.x + damping, first.y, first.z)
    let (d, e, f) = (second.x + damping, second.y, second.z + damping)
    let (m0, m1, m2) = (d * f - e * e, c * e - b * f, b * e - c * d)
    let determinant = a * m0 + b * m1 + c * m2
    guard variance > 0, determinant > 0 else { return nil }
    let solution = SIMD3(
      m0 * right.x + m1 * right.y + m2 * right.z,
      m1 * right.x + (a * f - c * c) * right.y + (b * c - a * e) * right.z,
      m2 * right.x + (b * c - a * e) * right.y + (a * d - b * b) * right.z)
    let residual = squares - (solution * right).sum() / determinant
    return 1 - residual / variance
  }
}

/// One stretch on a grid: the columns of the model, gravity, and the acceleration with a margin for the lags.
private struct Model {
  private let columns: [(SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)]
  private let gravity: [SIMD3<Double>]
  private let acceleration: [SIMD3<Double>]
  private let reach: Int
  /// The sums that do not depend on the lag, over the first n points for each n.
  private let before: [Sums]
  /// The range of places in `acceleration` with a known value.
  private let known: Range<Int>

  var count: Int { columns.count }

  /// Nil if motion or acceleration are missing, or the motion is at rest.
  init?(_ stretch: RigidMotionLag.Stretch, stepS: Double, centreS: Double, reach: Int) {
    let count = Int(stretch.lengthS / stepS)
    guard count > 2 else { return nil }
    let rotation = stretch.rotation.sampled(from: stretch.startS, step: stepS, count: count)
    gravity = stretch.gravity.sampled(from: stretch.startS, step: stepS, count: count)
    guard rotation.allSatisfy(\.isFinite), gravity.allSatisfy(\.isFinite) else { return nil }
    acceleration = stretch.acceleration.sampled(
      from: stretch.startS - centreS - Double(reach) * stepS, step: stepS, count: count + 2 * reach)
    guard let first = acceleration.firstIndex(where: \.isFinite), let last = acceleration.lastIndex(where: \.isFinite),
      acceleration[first...last].allSatisfy(\.isFinite)
    else { return nil }
    known = first..<last + 1
    self.reach = reach
    let g = 9.80665
    columns = rotation.indices.map { point in
      let (left, right) = (max(0, point - 1), min(count - 1, point + 1))
      let angular = (rotation[right] - rotation[left]) / (Double(right - left) * stepS)
      let rate = rotation[point]
      func column(_ axis: SIMD3<Double>) -> SIMD3<Double> { (angular.cross(axis) + rate.cross(rate.cross(axis))) / g }
      return (column(SIMD3(1, 0, 0)), column(SIMD3(0, 1, 0)), column(SIMD3(0, 0, 1)))
    }
    var sums = Sums()
    var before = [sums]
    before.reserveCapacity(count + 1)
    for (column, gravity) in zip(columns, gravity) {
      let (x, y, z) = column
      sums.upper.0 += SIMD3((x * x).sum(), (x * y).sum(), (x * z).sum())
      sums.upper.1 += SIMD3((y * y).sum(), (y * z).sum(), (z * z).sum())
      sums.right -= SIMD3((x * gravity).sum(), (y * gravity).sum(), (z * gravity).sum())
      sums.squares += (gravity * gravity).sum()
      before.append(sums)
    }
    self.before = before
    guard sums.upper.0.x + sums.upper.1.x + sums.upper.1.z > 0 else { return nil }
  }

  /// Adds the products at a lag, over the points at which the acceleration is known.
  func add(lag: Int, to sums: inout Sums) {
    // If the motion is late by `lag` steps, the accelerometer showed the same movement `lag` steps earlier.
    let shift = reach - lag
    let (first, end) = (max(0, known.lowerBound - shift), min(count, known.upperBound - shift))
    guard first < end else { return }
    let points = first..<end
    let (from, to) = (before[first], before[end])
    sums.count += points.count
    sums.upper.0 += to.upper.0 - from.upper.0
    sums.upper.1 += to.upper.1 - from.upper.1
    sums.right += to.right - from.right
    sums.squares += to.squares - from.squares
    for point in points {
      let value = acceleration[point + shift]
      let (x, y, z) = columns[point]
      sums.right += SIMD3((x * value).sum(), (y * value).sum(), (z * value).sum())
      let square = (value * value).sum()
      sums.squares += square - 2 * (value * gravity[point]).sum()
      sums.acceleration += value
      sums.accelerationSquares += square
    }
  }
}
