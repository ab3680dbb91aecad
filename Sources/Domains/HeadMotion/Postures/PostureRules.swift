import Glibc

/// How far the head is lowered, by its pitch.
package enum Posture: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Above the limit of a warning.
  case good
  /// Below the limit of a warning.
  case warning
  /// Below the limit of a poor posture.
  case poor

  /// Milder postures are smaller.
  package static func < (left: Self, right: Self) -> Bool { left.severity < right.severity }

  private var severity: Int {
    switch self {
    case .good: 0
    case .warning: 1
    case .poor: 2
    }
  }
}

/// The rules for postures.
///
/// The pitch from the reference is smoothed by s += (1 - exp(-dt / tau)) (pitch - s), with the time dt since the
/// previous sample. AirPods deliver 25 samples per second. At this rate, the default tau of 0.04 s / -ln 0.8 = 0.179 s
/// keeps 0.8 of the previous value and takes 0.2 of the new sample. At other rates the same time constant gives the
/// same smoothing.
package struct PostureRules: Hashable, Sendable {
  /// The time constant tau, in s; 0 does not smooth.
  package var timeConstantS: Double
  /// Below this smoothed pitch, in rad, posture is a warning.
  package var warningPitch: Double
  /// Below this smoothed pitch, in rad, posture is poor.
  package var poorPitch: Double
  /// How far above a limit the pitch must rise again, in rad, to leave the posture below it.
  package var hysteresis: Double
  /// How long a new posture has to last to count, in s.
  package var minDurationS: Double

  /// The time constant, in s, that keeps 0.8 of the previous value and takes 0.2 of the new sample at 25 samples per
  /// second.
  package static let standardTimeConstantS = -0.04 / log(0.8)

  /// Makes rules; by default warnings begin 15 degrees and poor postures 20 degrees below the reference.
  package init(
    timeConstantS: Double = PostureRules.standardTimeConstantS, warningPitch: Double = -15 * .pi / 180,
    poorPitch: Double = -20 * .pi / 180, hysteresis: Double = 2 * .pi / 180, minDurationS: Double = 1
  ) {
    self.timeConstantS = timeConstantS
    self.warningPitch = warningPitch
    self.poorPitch = poorPitch
    self.hysteresis = hysteresis
    self.minDurationS = minDurationS
  }

  /// The posture for a smoothed pitch, given the previous posture.
  func posture(_ pitch: Double, after posture: Posture?) -> Posture {
    // A pitch below a limit must rise above it by the hysteresis to leave it.
    let poor = poorPitch + (posture == .poor ? hysteresis : 0)
    let warning = warningPitch + (posture == nil || posture == .good ? 0 : hysteresis)
    return pitch < poor ? .poor : pitch < warning ? .warning : .good
  }
}

/// An interval of one posture.
package struct PostureInterval: Hashable, Sendable {
  /// The posture.
  package var posture: Posture
  /// Timestamp of the first sample, in s.
  package var startTime: Double
  /// Timestamp of the first sample of the next posture, or of the last sample before a gap, in s.
  package var endTime: Double
  /// The mean, the least and the largest of the smoothed pitch over the samples, in rad.
  package var pitch = AngleRange()
  /// The earbud of the first sample.
  package var location: BudLocation
  /// The least certain state of the reference.
  package var reference: ReferenceState
  /// Whether a gap, or the end of the recording, ended it.
  package var isCut = false

  /// Its length, in s.
  package var durationS: Double { endTime - startTime }

  init(_ posture: Posture, at time: Double, pitch: Double, _ joined: JoinedSample) {
    self.posture = posture
    startTime = time
    endTime = time
    location = joined.location
    reference = joined.reference
    add(pitch, joined)
  }

  mutating func add(_ pitch: Double, _ joined: JoinedSample) {
    self.pitch.add(pitch)
    reference = max(reference, joined.reference)
  }

  /// Takes a sample of another posture; the milder of the two becomes the interval's posture.
  mutating func add(_ pitch: Double, _ joined: JoinedSample, _ other: Posture) {
    add(pitch, joined)
    posture = min(posture, other)
  }

  /// Takes the samples of the following interval.
  mutating func absorb(_ other: PostureInterval) {
    pitch.add(other.pitch)
    endTime = other.endTime
    reference = max(reference, other.reference)
  }
}

/// A change of posture that did not count.
package struct RejectedPosture: Hashable, Sendable {
  /// Why it did not count.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// Shorter than the shortest allowed duration.
    case tooShort = "too_short"
    /// A gap, or the end of the recording, came before it had lasted long enough.
    case cut
  }

  /// The interval that it would have formed.
  package var interval: PostureInterval
  /// Why it was rejected.
  package var reason: Reason
}

/// The measured postures of a recording.
struct PostureRecords: Sendable {
  var intervals: [PostureInterval] = []
  var rejected: [RejectedPosture] = []
}
