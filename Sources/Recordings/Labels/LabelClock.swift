/// The zero from which the times of labels count.
public enum LabelClock: String, Hashable, Sendable, CaseIterable {
  /// The recording's own clock.
  case recording
  /// The recording's first sample of acceleration.
  case start
  /// 1970-01-01T00:00:00Z.
  case unix

  /// The text that follows "counted from" in messages.
  package var origin: String {
    switch self {
    case .recording: "the zero of the recording's own clock"
    case .start: "the recording's start"
    case .unix: "1970"
    }
  }
}

/// The position of a recording on its clock, needed to place labels.
public struct LabelTimeline: Hashable, Sendable {
  /// From the first timestamp to the last, in s on the recording's clock.
  public var span: ClosedRange<Double>
  /// The first timestamp of the acceleration, or the start of `span` without acceleration, in s on the recording's
  /// clock.
  public var startS: Double
  /// The time of `startS` in s since 1970; nil if not known.
  public var unixStartS: Double?
  /// The recording's start, from which times such as `+12.5` count, in s on the recording's clock. It is not the least
  /// timestamp if the clock steps back.
  public var originS: Double

  /// Makes a timeline; the recording's start is the start of the span unless it is given.
  public init(span: ClosedRange<Double>, startS: Double, unixStartS: Double? = nil, originS: Double? = nil) {
    self.span = span
    self.startS = startS
    self.unixStartS = unixStartS
    self.originS = originS ?? span.lowerBound
  }

  /// The timeline of a recording: the span of acceleration and device motion, or without these of all its streams.
  ///
  /// - Returns: nil for a recording without samples.
  /// - Throws: the errors of scanning timestamps. A start time that cannot be determined is nil.
  public init?(of recording: Recording) throws {
    var spans: [StreamName: ClosedRange<Double>] = [:]
    for (name, stream) in recording.streams { spans[name] = try stream.timeBase.span }
    self.init(of: recording.attributes, spans: spans)
    if let start = try recording.startTime() { originS = start }
  }

  /// The timeline of a recording from the first and last timestamps of its streams; nil without timestamps.
  public init?(of attributes: RecordingAttributes, spans: [StreamName: ClosedRange<Double>]) {
    let found = spans.ofMotionOrAll.values
    guard let first = found.map(\.lowerBound).min(), let last = found.map(\.upperBound).max() else { return nil }
    let start = spans[.accelerometer]?.lowerBound ?? first
    self.init(
      span: first...last, startS: start, unixStartS: (try? attributes.start(firstTimestampS: start)).flatMap(\.self))
  }

  /// Converts a time to the recording's clock.
  ///
  /// - Parameters:
  ///   - time: the time, in s.
  ///   - clock: the clock of the time.
  ///   - offsetS: added to the time, in s.
  /// - Returns: nil for `unix` if it is not known when the recording started.
  package func moment(_ time: Double, on clock: LabelClock, offsetS: Double = 0) -> Double? {
    switch clock {
    case .recording: time + offsetS
    case .start: startS + time + offsetS
    // The large numbers are subtracted first, which is exact.
    case .unix: unixStartS.map { time - $0 + startS + offsetS }
    }
  }
}
