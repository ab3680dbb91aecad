import Glibc

/// Cuts the smoothed pitch into intervals of one posture, sample by sample.
///
/// A new posture is pending until it has lasted long enough; then it counts from its first sample on. A posture that
/// does not last counts as the posture around it. A head that nods about a limit has several short postures in a row.
/// In that case the previous posture ends after twice the shortest allowed duration, and the mildest of the short
/// postures counts. Smoothing and postures begin anew after a gap.
struct PostureTrack: Sendable {
  let rules: PostureRules
  private(set) var records = PostureRecords()
  private var smoothed: Double?
  private var current: PostureInterval?
  private var pending: PostureInterval?
  /// The samples since the pitch left the current posture, as an interval of their mildest posture; and the current
  /// posture as it was then.
  private var away: (since: PostureInterval, before: PostureInterval)?
  private var lastTime = 0.0

  init(_ rules: PostureRules) { self.rules = rules }

  mutating func take(time: Double, pitch: Double, _ joined: JoinedSample) {
    if joined.begins == .gap || joined.begins == .clockStep { finish() }
    let smooth = smooth(pitch, after: joined.step)
    defer { lastTime = time }
    guard let interval = current else {
      current = PostureInterval(rules.posture(smooth, after: nil), at: time, pitch: smooth, joined)
      return
    }
    let posture = rules.posture(smooth, after: pending?.posture ?? interval.posture)
    if posture == interval.posture {
      settle(.tooShort, at: time)
      away = nil
      current?.add(smooth, joined)
      return
    }
    if away == nil {
      away = (PostureInterval(posture, at: time, pitch: smooth, joined), interval)
    } else {
      away?.since.add(smooth, joined, posture)
    }
    if var waiting = pending, waiting.posture == posture {
      waiting.add(smooth, joined)
      pending = waiting
    } else {
      settle(.tooShort, at: time)
      pending = PostureInterval(posture, at: time, pitch: smooth, joined)
    }
    if let waiting = pending, let last = current, time - waiting.startTime >= rules.minDurationS {
      replace(last, by: waiting)
    } else if let away, time - away.since.startTime >= 2 * rules.minDurationS {
      replace(away.before, by: away.since)
    }
  }

  private mutating func replace(_ last: PostureInterval, by next: PostureInterval) {
    var last = last
    last.endTime = next.startTime
    records.intervals.append(last)
    (current, pending, away) = (next, nil, nil)
  }

  /// Ends the current stretch.
  mutating func finish() {
    settle(.cut, at: lastTime)
    if var interval = current {
      interval.endTime = lastTime
      interval.isCut = true
      records.intervals.append(interval)
    }
    (current, away, smoothed) = (nil, nil, nil)
  }

  /// Rejects the pending posture: its samples stay with the previous one.
  private mutating func settle(_ reason: RejectedPosture.Reason, at time: Double) {
    guard var waiting = pending else { return }
    waiting.endTime = time
    current?.absorb(waiting)
    records.rejected.append(RejectedPosture(interval: waiting, reason: reason))
    pending = nil
  }

  private mutating func smooth(_ pitch: Double, after step: Double) -> Double {
    guard let before = smoothed, rules.timeConstantS > 0 else {
      smoothed = pitch
      return pitch
    }
    let value = before + (1 - exp(-step / rules.timeConstantS)) * (pitch - before)
    smoothed = value
    return value
  }
}
