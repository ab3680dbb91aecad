import SPSignals

/// The reference pose, from which all poses are measured.
package struct ReferencePose: Hashable, Sendable {
  /// When it was taken, in s; for `ReferenceRule.firstStillSecond`, the start of that second.
  package var time: Double
  /// The attitude, of length 1.
  package var attitude: Quaternion
  /// The earbud that it comes from.
  package var location: BudLocation
  /// The angle from the reference to the next sample beyond twice the turn that the rotation rate explains, in rad. Of a
  /// correct sample it is nearly 0. It is nil for the mean of a second, or if a gap or another earbud follows.
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
  /// The rotation rate of the previous sample, in rad/s.
  private var previousRate = 0.0
  /// Whether the next sample follows the sample of the reference.
  private var isNext = false

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
    defer { previousRate = sample.rotationRate.length }
    guard value == nil else {
      if isNext, joined.begins == nil, let attitude = value?.attitude {
        let explained = 2 * max(previousRate, sample.rotationRate.length) * joined.step
        value?.unexplainedTurn = max(0, (attitude.conjugate * joined.attitude).angle - explained)
      }
      isNext = false
      return
    }
    switch rule {
    case .firstSample:
      value = ReferencePose(time: sample.time, attitude: joined.attitude, location: sample.location)
      isNext = true
    case .time(let afterStartS):
      guard sample.time - first >= afterStartS else { return }
      value = ReferencePose(time: sample.time, attitude: joined.attitude, location: sample.location)
      isNext = true
    case .firstStillSecond:
      guard isStill, let stillSince, let mean = sum.normalized else { return }
      value = ReferencePose(time: stillSince, attitude: mean.canonical, location: location)
    }
  }

  private mutating func watchStillness(_ sample: HeadSample, _ joined: JoinedSample) {
    guard sample.rotationRate.length < stillRate else {
      stillSince = nil
      return
    }
    if stillSince == nil || joined.begins != nil {
      stillSince = sample.time
      sum = Quaternion(scalar: 0, vector: .zero)
      location = sample.location
    }
    // Two quaternions describe an attitude; the one nearer to the sum is added.
    let q = joined.attitude
    let side = sum.scalar * q.scalar + (sum.vector * q.vector).sum() < 0 ? -1.0 : 1.0
    sum = Quaternion(scalar: sum.scalar + side * q.scalar, vector: sum.vector + side * q.vector)
  }
}
