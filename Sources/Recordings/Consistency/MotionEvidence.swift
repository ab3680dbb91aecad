import SPSignals

/// Evidence for the conventions of one motion stream and of the accelerometer, from a few stretches of the recording.
struct MotionEvidence {
  /// A correlation of at least this size shows a unit, an order or a direction. Real watches and laboratory sensors
  /// reach 0.91 to 1 with the right convention, and at most 0.75 with a wrong convention.
  private static let clearCorrelation = 0.85
  /// The least amount by which the correlation of the right reading of an attitude exceeds the stated reading's.
  private static let clearDifference = 0.1
  /// The least number of pairs of samples for an agreement, and the least root mean square of the rotation, in rad/s.
  private static let (leastPairs, leastRotation) = (50, 0.1)
  /// Over means of this length, in s, the accelerometer mostly reads gravity. Only means with these magnitudes, in g,
  /// count.
  private static let (quietS, quietG) = (0.5, 0.7...1.3)
  /// The least number of such means, and the least median cosine, that determine a sign.
  private static let (leastQuiet, clearCosine) = (4, 0.7)

  private(set) var rotationByGravity = RotationAgreement()
  private(set) var rotationByAttitude: [AttitudeReading: RotationAgreement] = [:]
  /// Sums of the cosine between recorded gravity and the gravity that each reading of the attitude gives.
  private var gravityByAttitude: [AttitudeReading: Double] = [:]
  private var gravityRows = 0
  /// Cosines between quiet means of the acceleration and gravity, recorded or from each reading of the attitude.
  private var quietByGravity: [Double] = []
  private var quietByAttitude: [AttitudeReading: [Double]] = [:]
  /// The sum of the vertical component of the means of the acceleration, in g, and the magnitudes of the means.
  private var vertical = (sumG: 0.0, magnitudesG: [Double]())
  /// Sums of the squares of the acceleration less gravity and user acceleration, by their signs.
  private var squares: [AccelerationConvention: Double] = [:]
  /// Sums of the products of the acceleration with gravity plus user acceleration, and of the squares of both.
  private var products = 0.0
  private var factorSquares = (acceleration: 0.0, motion: 0.0)
  private var squareCount = 0
  private(set) var hasUserAcceleration = false
  private(set) var isUserAccelerationZero = true
  private var motionSquares = 0.0

  init(_ stretches: [MotionStretch]) {
    for stretch in stretches {
      addRotation(stretch)
      addGravity(stretch)
    }
    // `bestReading` is known only now.
    for stretch in stretches { addAcceleration(stretch) }
  }

  private mutating func addRotation(_ stretch: MotionStretch) {
    guard let rotation = stretch.rotation else { return }
    let pairs = stretch.pairs
    if let gravity = stretch.gravity {
      for (row, intervalS) in pairs {
        rotationByGravity.add(
          gravity: gravity[row].unit, next: gravity[row + 1].unit, rotation: (rotation[row] + rotation[row + 1]) / 2,
          intervalS: intervalS)
      }
    }
    guard let attitude = stretch.attitude else { return }
    // Every fourth pair is enough.
    let few = stride(from: 0, to: pairs.count, by: 4).map { pairs[$0] }
    for reading in AttitudeReading.allCases {
      for (row, intervalS) in few {
        rotationByAttitude[reading, default: RotationAgreement()].add(
          attitude: reading.attitude(attitude[row]), next: reading.attitude(attitude[row + 1]),
          rotation: (rotation[row] + rotation[row + 1]) / 2, intervalS: intervalS)
      }
    }
  }

  private mutating func addGravity(_ stretch: MotionStretch) {
    guard let gravity = stretch.gravity, let attitude = stretch.attitude else { return }
    for row in stride(from: 0, to: gravity.count, by: 4) {
      let unit = gravity[row].unit
      let cosines = AttitudeReading.allCases.map { ($0, (unit * $0.gravity(attitude[row])).sum()) }
      guard cosines.allSatisfy({ $0.1.isFinite }) else { continue }
      for (reading, cosine) in cosines { gravityByAttitude[reading, default: 0] += cosine }
      gravityRows += 1
    }
  }

  private mutating func addAcceleration(_ stretch: MotionStretch) {
    if let user = stretch.userAcceleration {
      hasUserAcceleration = true
      if user.contains(where: { $0 != .zero && $0.isFinite }) { isUserAccelerationZero = false }
    }
    guard let measured = stretch.acceleration else { return }
    let count = Int(stretch.lengthS / Self.quietS)
    guard count > 0 else { return }
    let first = stretch.startS + Self.quietS / 2
    func means(_ values: [SIMD3<Double>]?) -> [SIMD3<Double>]? {
      values.flatMap { TimedVectors(times: stretch.times, values: $0) }?
        .sampled(from: first, step: Self.quietS, count: count)
    }
    let acceleration = measured.sampled(from: first, step: Self.quietS, count: count)
    let gravity = means(stretch.gravity)
    // Only a recording without gravity needs gravity from the attitude.
    let byAttitude = AttitudeReading.allCases.map { reading in
      (reading, stretch.gravity == nil ? means(stretch.attitude?.map(reading.gravity)) : nil)
    }
    let down = gravity ?? means(stretch.attitude?.map(bestReading.gravity))
    for (acceleration, down) in zip(acceleration, down ?? []) where acceleration.isFinite && down.isFinite {
      vertical.sumG += (acceleration * down.unit).sum()
      vertical.magnitudesG.append(acceleration.length)
    }
    for point in acceleration.indices
    where acceleration[point].isFinite && Self.quietG.contains(acceleration[point].length) {
      let unit = acceleration[point].unit
      if let gravity, gravity[point].isFinite { quietByGravity.append((unit * gravity[point].unit).sum()) }
      for case (let reading, let gravity?) in byAttitude where gravity[point].isFinite {
        quietByAttitude[reading, default: []].append((unit * gravity[point].unit).sum())
      }
    }
    addResiduals(stretch, measured)
  }

  /// The step at which the accelerations are compared, in s. With a step of this length, a shock, which only the faster
  /// stream records, hardly counts.
  private static let residualStepS = 0.05

  private mutating func addResiduals(_ stretch: MotionStretch, _ measured: TimedVectors) {
    // As unit vectors, so that a wrong unit of gravity is not taken for another movement.
    let vectors = stretch.gravity?.map(\.unit) ?? stretch.attitude?.map(bestReading.gravity)
    guard let vectors, let user = stretch.userAcceleration,
      let gravities = TimedVectors(times: stretch.times, values: vectors),
      let users = TimedVectors(times: stretch.times, values: user)
    else { return }
    let count = Int(stretch.lengthS / Self.residualStepS)
    func sampled(_ vectors: TimedVectors) -> [SIMD3<Double>] {
      vectors.sampled(from: stretch.startS, step: Self.residualStepS, count: count)
    }
    for (acceleration, (gravity, user)) in zip(sampled(measured), zip(sampled(gravities), sampled(users))) {
      guard acceleration.isFinite, gravity.isFinite, user.isFinite else { continue }
      for convention in AccelerationConvention.allCases {
        let (gravitySign, userSign) = convention.signs
        let difference = acceleration - gravity * Double(gravitySign) - user * Double(userSign)
        squares[convention, default: 0] += (difference * difference).sum()
      }
      let expected = gravity + user
      products += (acceleration * expected).sum()
      factorSquares.acceleration += (acceleration * acceleration).sum()
      factorSquares.motion += (expected * expected).sum()
      let moved = acceleration - gravity
      motionSquares += (moved * moved).sum()
      squareCount += 1
    }
  }

  // MARK: Findings

  /// Whether an agreement is clear enough to judge a convention.
  private static func isClear(_ agreement: RotationAgreement) -> Bool {
    agreement.count >= leastPairs && agreement.shownRMS >= leastRotation
      && abs(agreement.correlation) >= clearCorrelation
  }

  /// The right reading of the attitude: the layout's unless another reading is clearly better.
  var bestReading: AttitudeReading {
    let byRotation = rotationByAttitude.max { abs($0.value.correlation) < abs($1.value.correlation) }
    if let best = byRotation, Self.isClear(best.value) {
      let stated = rotationByAttitude[.layout]?.correlation ?? 0
      let found = best.value.correlation
      // A negative correlation means a rotation in the opposite direction, for any reading.
      return found - (found > 0 ? stated : -abs(stated)) > Self.clearDifference ? best.key : .layout
    }
    if let best = gravityByAttitude.max(by: { abs($0.value) < abs($1.value) }), gravityRows > 0 {
      let (fit, stated) = (abs(best.value), abs(gravityByAttitude[.layout] ?? 0))
      return fit > 0.995 * Double(gravityRows) && stated < 0.92 * Double(gravityRows) ? best.key : .layout
    }
    let medians = quietByAttitude.filter { $0.value.count >= 2 * Self.leastQuiet }.mapValues(Self.median)
    guard let best = medians.max(by: { abs($0.value) < abs($1.value) }), let stated = medians[.layout] else {
      return .layout
    }
    return abs(best.value) > 0.95 && abs(stated) < 0.5 ? best.key : .layout
  }

  /// The agreement of the rotation rate with the attitude or, if that is not clear, with gravity; nil if neither is
  /// clear.
  var rotation: RotationAgreement? {
    [rotationByAttitude[bestReading], rotationByGravity].compactMap(\.self).first(where: Self.isClear)
  }

  /// The mean cosine between recorded gravity and gravity from the attitude; nil if they cannot be compared.
  var gravityCosine: Double? {
    gravityRows > 0 ? gravityByAttitude[bestReading].map { $0 / Double(gravityRows) } : nil
  }

  /// The median cosine between the resting accelerometer and gravity, recorded or from the attitude; nil if the
  /// accelerometer hardly rested.
  func quietCosine(byAttitude: Bool) -> Double? {
    let cosines = byAttitude ? quietByAttitude[bestReading] ?? [] : quietByGravity
    guard cosines.count >= Self.leastQuiet else { return nil }
    let median = Self.median(cosines)
    return abs(median) >= Self.clearCosine ? median : nil
  }

  /// The mean of the vertical component of the acceleration, in g; nil for less than 10 s. A sensor that comes back to
  /// its place reads gravity in the mean, whatever its motion.
  var verticalG: Double? {
    vertical.magnitudesG.count >= 20 ? vertical.sumG / Double(vertical.magnitudesG.count) : nil
  }

  /// The magnitude, in g, that a fifth of the means of the acceleration do not reach; 0 without means.
  var calmG: Double {
    let sorted = vertical.magnitudesG.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 5]
  }

  /// The root mean square of the acceleration less gravity and user acceleration, in g, by their signs; nil if they
  /// cannot be compared.
  var residuals: [AccelerationConvention: Double]? {
    guard squareCount > 0, !isUserAccelerationZero else { return nil }
    return squares.mapValues { ($0 / Double(squareCount)).squareRoot() }
  }

  /// The correlation of the acceleration with gravity plus user acceleration, whatever the units; nil if they cannot be
  /// compared.
  var accelerationCorrelation: Double? {
    let norm = (factorSquares.acceleration * factorSquares.motion).squareRoot()
    return norm > 0 && !isUserAccelerationZero ? products / norm : nil
  }

  /// Whether gravity plus user acceleration follows the acceleration, so that the motion is on time.
  var isOnTime: Bool {
    guard let layout = residuals?[.layout], let motionG else { return false }
    return layout < 0.3 * motionG
  }

  /// The root mean square of the acceleration less gravity, in g; nil if unknown.
  var motionG: Double? { squareCount > 0 ? (motionSquares / Double(squareCount)).squareRoot() : nil }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Samples of a motion in a few seconds, with the acceleration around them.
struct MotionStretch {
  var startS: Double
  var lengthS: Double
  var times: [Double]
  var rotation: [SIMD3<Double>]?
  var gravity: [SIMD3<Double>]?
  /// The attitude as recorded; in the layout, w x y z.
  var attitude: [SIMD4<Double>]?
  var userAcceleration: [SIMD3<Double>]?
  /// The acceleration, from before the stretch to after it; nil without an accelerometer.
  var acceleration: TimedVectors?

  /// How vigorous the motion is: the mean square of the rotation rate.
  var vigour: Double {
    guard let rotation, !rotation.isEmpty else { return 0 }
    return rotation.reduce(0) { $0 + ($1 * $1).sum() } / Double(rotation.count)
  }

  /// The pairs of neighbouring samples without a gap between them: the row of the first, and the interval in s.
  var pairs: [(row: Int, intervalS: Double)] {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let longest = 2.5 * (steps.sorted().dropFirst(steps.count / 2).first ?? 0)
    return steps.enumerated().filter { $0.element > 0 && $0.element <= longest }.map { ($0.offset, $0.element) }
  }
}

/// An order and a direction of an attitude's four numbers.
struct AttitudeReading: Hashable, CaseIterable {
  var isScalarLast = false
  var isInverse = false

  static let layout = Self()
  static let allCases = [
    Self(), Self(isInverse: true), Self(isScalarLast: true), Self(isScalarLast: true, isInverse: true),
  ]

  init(isScalarLast: Bool = false, isInverse: Bool = false) {
    self.isScalarLast = isScalarLast
    self.isInverse = isInverse
  }

  /// The attitude as w x y z, from the device's frame to the world's.
  func attitude(_ recorded: SIMD4<Double>) -> SIMD4<Double> {
    let ordered = isScalarLast ? SIMD4(recorded.w, recorded.x, recorded.y, recorded.z) : recorded
    return isInverse ? ordered * SIMD4(1, -1, -1, -1) : ordered
  }

  /// Gravity in the device's frame: the attitude's inverse applied to (0, 0, -1).
  func gravity(_ recorded: SIMD4<Double>) -> SIMD3<Double> {
    let read = attitude(recorded)
    let (w, x, y, z) = (read.x, read.y, read.z, read.w)
    let square = (read * read).sum()
    return SIMD3(2 * (w * y - x * z), -2 * (y * z + w * x), 2 * (x * x + y * y) - square) / square
  }

  /// The corrections for a recording with this reading of the attitude.
  var conventions: Set<RecordingCorrections.Convention> {
    var conventions: Set<RecordingCorrections.Convention> = []
    if isScalarLast { conventions.insert(.attitudeScalarLast) }
    if isInverse { conventions.insert(.attitudeInverse) }
    return conventions
  }
}
