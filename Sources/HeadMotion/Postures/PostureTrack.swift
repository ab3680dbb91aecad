import Foundation

/// Cuts the smoothed pitch into intervals of one posture, sample by sample.
///
/// A new posture counts from its first sample on, once it has lasted long enough; until then it is pending, and what does not
/// last stays with the posture around it. Smoothing and postures begin anew after a gap.
struct PostureTrack: Sendable {
  let rules: PostureRules
  private(set) var records = PostureRecords()
  private var smoothed: Double?
  private var current: PostureInterval?
  private var pending: PostureInterval?
  private var lastTime = 0.0

  init(_ rules: PostureRules) { self.rules = rules }

  mutating func take(time: Double, pitch: Double, _ joined: JoinedSample) {
    if joined.begins == .gap || joined.begins == .clockStep { finish() }
    let smooth = smooth(pitch, after: joined.step)
    defer { lastTime = time }
    guard var interval = current else {
      current = PostureInterval(rules.posture(smooth, after: nil), at: time, pitch: smooth, joined)
      return
    }
    let posture = rules.posture(smooth, after: pending?.posture ?? interval.posture)
    if posture == interval.posture {
      settle(.tooShort, at: time)
      current?.add(smooth, joined)
      return
    }
    if var waiting = pending, waiting.posture == posture {
      waiting.add(smooth, joined)
      pending = waiting
    } else {
      settle(.tooShort, at: time)
      pending = PostureInterval(posture, at: time, pitch: smooth, joined)
    }
    guard let waiting = pending, time - waiting.startTime >= rules.minDurationS else { return }
    interval = current ?? interval
    interval.endTime = waiting.startTime
    records.intervals.append(interval)
    current = waiting
    pending = nil
  }

  /// Ends the present stretch.
  mutating func finish() {
    settle(.cut, at: lastTime)
    if var interval = current {
      interval.endTime = lastTime
      interval.isCut = true
      records.intervals.append(interval)
    }
    current = nil
    smoothed = nil
  }

  /// Refuses what is pending: its samples stay with the posture before.
  private mutating func settle(_ reason: RefusedPosture.Reason, at time: Double) {
    guard var waiting = pending else { return }
    waiting.endTime = time
    current?.absorb(waiting)
    records.refused.append(RefusedPosture(interval: waiting, reason: reason))
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
