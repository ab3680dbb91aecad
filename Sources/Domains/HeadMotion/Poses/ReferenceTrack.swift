import SPSignals

/// The reference pose, from which all poses are measured.
package struct ReferencePose: Hashable, Sendable {
  /// When it was taken, in s; for `ReferenceRule.firstStillSecond`, the start of that second.
  package var time: Double
  /// The attitude, of length 1.
  package var attitude: Quaternion
  /// The earbud that it comes from.
  package var location: BudLocation
  /// How far the attitude turned near the reference although the head hardly did, in rad. It is large while a sensor still
  /// searches for its attitude.
  ///
  /// If the reference is a sample, the rotation rates predict the attitudes of the next half second. The turn is the
  /// largest angle between a measured and a predicted attitude. It is nil if a gap or another earbud follows at once.
  /// If the reference is the mean of a still second, the turn is the angle from the first attitude of this second.
  package var unexplainedTurn: Double?

  package init(time: Double, attitude: Quaternion, location: BudLocation) {
    self.time = time
    self.attitude = attitude
    self.location = location
  }
}

/// Finds the reference, and detects when the head is still.
struct ReferenceTrack: Sendable {
  let rule: ReferenceRule
  let stillRate: Double
  private(set) var value: ReferencePose?
  private var firstTime: Double?
  private var stillSince: Double?
  private var lastTime = 0.0
  private var sum = Quaternion(scalar: 0, vector: .zero)
  private var location = BudLocation.default
  /// The attitude that the rotation rates predict; nil before the reference, and half a second after it.
  private var prediction: Prediction?
  /// The attitude at `stillSince`.
  private var firstStill = Quaternion.identity

  private struct Prediction: Sendable {
    let start: Double
    var attitude: Quaternion
    /// The rotation rate of the last sample, in rad/s.
    var rotationRate: SIMD3<Double>
  }

  /// How long after the reference the attitudes are compared, in s.
  private static let comparedS = 0.5
  /// The longest time between two samples over which rotation rates are integrated, in s.
  private static let longestStepS = 0.1

  init(rule: ReferenceRule, stillRate: Double) {
    self.rule = rule
    self.stillRate = stillRate
  }

  /// Whether the head has been still for a second at the last sample.
  var isStill: Bool { stillSince.map { lastTime - $0 >= HeadRules.stillS } ?? false }

  mutating func take(_ sample: HeadSample, _ joined: JoinedSample) {
    let first = firstTime ?? sample.time
    firstTime = first
    lastTime = sample.time
    watchStillness(sample, joined)
    guard value == nil else { return compare(sample, joined) }
    switch rule {
    case .time(let afterStartS) where sample.time - first < afterStartS: break
    case .firstSample, .time:
      value = ReferencePose(time: sample.time, attitude: joined.attitude, location: sample.location)
      prediction = Prediction(start: sample.time, attitude: joined.attitude, rotationRate: sample.rotationRate)
    case .firstStillSecond:
      guard isStill, let stillSince, let mean = sum.normalized else { return }
      value = ReferencePose(time: stillSince, attitude: mean.canonical, location: location)
      value?.unexplainedTurn = (firstStill.conjugate * mean).angle
    }
  }

  /// Compares a sample after the reference with the predicted attitude.
  private mutating func compare(_ sample: HeadSample, _ joined: JoinedSample) {
    guard var predicted = prediction else { return }
    prediction = nil
    guard joined.begins == nil, joined.step <= Self.longestStepS, sample.time - predicted.start <= Self.comparedS else {
      return
    }
    let turn = Quaternion(rotationVector: (predicted.rotationRate + sample.rotationRate) / 2 * joined.step)
    predicted.attitude = (predicted.attitude * turn).normalized ?? predicted.attitude
    predicted.rotationRate = sample.rotationRate
    prediction = predicted
    let angle = (predicted.attitude.conjugate * joined.attitude).angle
    let largest = max(value?.unexplainedTurn ?? 0, angle)
    value?.unexplainedTurn = largest
  }

  private mutating func watchStillness(_ sample: HeadSample, _ joined: JoinedSample) {
    guard sample.rotationRate.length < stillRate else {
      stillSince = nil
      return
    }
    if stillSince == nil || joined.begins != nil {
      stillSince = sample.time
      sum = Quaternion(scalar: 0, vector: .zero)
      firstStill = joined.attitude
      location = sample.location
    }
    // Two quaternions describe an attitude; the one nearer to the sum is added.
    let q = joined.attitude
    let side = sum.scalar * q.scalar + (sum.vector * q.vector).sum() < 0 ? -1.0 : 1.0
    sum = Quaternion(scalar: sum.scalar + side * q.scalar, vector: sum.vector + side * q.vector)
  }
}
