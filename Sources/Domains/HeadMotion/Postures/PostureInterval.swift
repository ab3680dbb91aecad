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
