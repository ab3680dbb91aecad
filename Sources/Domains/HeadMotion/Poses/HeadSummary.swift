import Glibc
import SPSignals

/// The least, the largest and the mean of an angle.
package struct AngleRange: Hashable, Sendable {
  /// The least, in rad.
  package private(set) var least = Double.infinity
  /// The largest, in rad.
  package private(set) var largest = -Double.infinity
  private var sum = 0.0
  private var count = 0

  /// The mean over the samples, in rad; nil without any.
  package var mean: Double? { count > 0 ? sum / Double(count) : nil }

  mutating func add(_ angle: Double) {
    least = min(least, angle)
    largest = max(largest, angle)
    sum += angle
    count += 1
  }

  mutating func add(_ other: AngleRange) {
    least = min(least, other.least)
    largest = max(largest, other.largest)
    sum += other.sum
    count += other.count
  }
}

/// The least and the largest of an angle that wraps from 180 to -180 degrees, and its mean direction.
package struct DirectionRange: Hashable, Sendable {
  /// The least, in rad.
  package private(set) var least = Double.infinity
  /// The largest, in rad.
  package private(set) var largest = -Double.infinity
  private var sum = SIMD2<Double>.zero

  /// The mean direction over the samples, in rad; nil without any.
  package var meanDirection: Double? { least <= largest ? atan2(sum.y, sum.x) : nil }

  /// - Parameter direction: the cosine and sine of the angle.
  mutating func add(_ angle: Double, _ direction: SIMD2<Double>) {
    least = min(least, angle)
    largest = max(largest, angle)
    sum += direction
  }
}

/// Figures of a recording, updated sample by sample.
struct HeadFigures: Sendable {
  var sampleCount = 0
  var leftOutCount = 0
  var firstTime: Double?
  var lastTime: Double?
  /// Time between samples, without gaps, in s, by earbud.
  var locationS = [Double](repeating: 0, count: BudLocation.allCases.count)
  var yaw = DirectionRange(), pitch = DirectionRange(), roll = DirectionRange()
  /// How far yaw moved while the head was still, in rad, and how long it was still, in s.
  var stillYaw = 0.0
  var stillS = 0.0
  private var lastStill: Quaternion?

  /// - Parameter angles: the angles of the rotation from the reference.
  mutating func take(
    _ sample: HeadSample, _ joined: JoinedSample, _ relative: Quaternion?, _ angles: EulerAngles?, isStill: Bool
  ) {
    sampleCount += 1
    firstTime = firstTime ?? sample.time
    lastTime = sample.time
    let isGap = joined.begins == .gap || joined.begins == .clockStep
    if !isGap { locationS[Int(sample.location.rawValue)] += joined.step }
    if let relative, let angles {
      let directions = EulerDirections(relative)
      yaw.add(angles.yaw, directions.yaw)
      pitch.add(angles.pitch, directions.pitch)
      roll.add(angles.roll, directions.roll)
    }
    if isStill, joined.begins == nil, let lastStill {
      let turned = joined.attitude * lastStill.conjugate
      stillYaw += 2 * atan2(turned.canonical.vector.z, turned.canonical.scalar)
      stillS += joined.step
    }
    lastStill = isStill ? joined.attitude : nil
  }
}

/// The summary of a recording of headphone motion.
package struct HeadSummary: Sendable {
  /// First timestamp, in s; nil without samples.
  package var startTime: Double?
  /// Last timestamp, in s.
  package var endTime: Double?
  /// The number of samples that count, and the number of samples left out. A sample is left out if a value is missing,
  /// or if its timestamp repeats the previous timestamp or goes back a little.
  package var sampleCount: Int, leftOutCount: Int
  /// Time with samples of each earbud, in s.
  package var locationS: [BudLocation: Double]
  /// The number of gaps and disconnections, and their time together, in s.
  package var gapCount: Int, gapS: Double
  /// How often another earbud took over without a gap.
  package var handoverCount: Int
  /// The reference.
  package var reference: ReferencePose?
  /// The least certain state of the reference.
  package var referenceState: ReferenceState?
  /// Angles from the reference.
  package var yaw: DirectionRange, pitch: DirectionRange, roll: DirectionRange
  /// How far yaw moved for each second that the head was still, in rad/s; nil if it was still for less than
  /// `minStillS`.
  package var stillYawRate: Double?
  /// How long the head was still, in s.
  package var stillS: Double
  /// Time in each posture, in s; nil without an interval of posture.
  package var postureS: [Posture: Double]?

  /// The least time that the head must be still to measure drift, in s. Over less time, a very slow turn looks like
  /// drift.
  package static let minStillS = 30.0

  init(_ records: HeadRecords, _ connections: [HeadConnection], _ postures: [PostureInterval]) {
    let figures = records.figures
    startTime = figures.firstTime
    endTime = figures.lastTime
    sampleCount = figures.sampleCount
    leftOutCount = figures.leftOutCount
    locationS = Dictionary(
      uniqueKeysWithValues: BudLocation.allCases.map { ($0, figures.locationS[Int($0.rawValue)]) })
    let gaps = connections.filter { $0.kind != .connected }
    gapCount = gaps.count
    gapS = gaps.reduce(0) { $0 + $1.durationS }
    handoverCount = connections.count { $0.startedBy == .handover }
    reference = records.reference
    referenceState = records.connections.last?.referenceSinceStart
    (yaw, pitch, roll) = (figures.yaw, figures.pitch, figures.roll)
    stillYawRate = figures.stillS >= Self.minStillS ? figures.stillYaw / figures.stillS : nil
    stillS = figures.stillS
    postureS = postures.isEmpty ? nil : postures.reduce(into: [:]) { $0[$1.posture, default: 0] += $1.durationS }
  }
}
