/// A labelled or detected event: a moment, or an interval from a start to an end.
public struct Event: Hashable, Sendable {
  /// When the event starts, in s on the recording's clock; nil for a moment.
  public var startTime: Double?
  /// The moment, or the end of an interval, in s on the recording's clock.
  public var time: Double

  /// Makes an interval, or a moment with nil for its start.
  public init(startTime: Double? = nil, time: Double) {
    self.startTime = startTime
    self.time = time
  }

  /// Whether the event has a start and an end.
  public var isInterval: Bool { startTime != nil }

  /// The middle of an interval, or the moment.
  package var middle: Double { ((startTime ?? time) + time) / 2 }

  /// The length of an interval, in s; 0 for a moment.
  package var lengthS: Double { time - (startTime ?? time) }

  /// How far a time is outside the event, in s; 0 within.
  package func distance(of moment: Double) -> Double { max((startTime ?? time) - moment, moment - time, 0) }

  /// Returns the overlap of two intervals: their intersection divided by their union.
  ///
  /// - Returns: 0 for intervals that do not overlap, and for moments.
  package func overlap(with other: Event) -> Double {
    guard let startTime, let otherStart = other.startTime else { return 0 }
    let shared = min(time, other.time) - max(startTime, otherStart)
    let whole = max(time, other.time) - min(startTime, otherStart)
    return shared > 0 && whole > 0 ? shared / whole : 0
  }
}
