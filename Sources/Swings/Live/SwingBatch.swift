import Signals

/// Samples as a watch or a network delivers them: some of each stream, or of one, or none.
///
/// The two streams may lag each other by seconds; within a stream batches follow each other. Batches of any size give
/// the same findings.
public struct SwingBatch: Sendable {
  /// Acceleration: x, y and z in g, gravity included; nil without any.
  public var acceleration: SampleBlock?
  /// Device motion, as ``MotionLayout`` has it; nil without any.
  public var motion: SampleBlock?

  /// A batch of the new samples of each stream.
  public init(acceleration: SampleBlock? = nil, motion: SampleBlock? = nil) {
    self.acceleration = acceleration
    self.motion = motion
  }
}

/// What is done with a batch whose first timestamp lies before the last one of its stream: one that was sent twice, or
/// late.
public enum OverlapRule: Hashable, Sendable {
  /// It is an error, and none of it is taken.
  case refuse
  /// Samples up to the last timestamp are passed over, as those that were sent twice; the others are taken.
  case skip
  /// The clock went back, as it may in a file: a new stretch of the recording begins.
  case clockStep
}

/// How a live stream comes to know of its rates what a file tells by its timestamps.
public enum LivePrologue: Hashable, Sendable {
  /// From the first timestamps of each stream, over so many seconds; nothing is told before. Five seconds of a watch
  /// are enough.
  case measured(overS: Double)
  /// As given, for sensors that are known, or to get just what a file gives.
  case known(acceleration: Prologue, motion: Prologue?)
}

/// A batch that cannot be taken.
public enum SwingBatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A batch begins before its stream's last timestamp, in s, and overlaps are refused.
  case overlap(SwingEngine.Stream, firstS: Double, lastS: Double)
  /// A block has another number of channels than its stream.
  case channels(SwingEngine.Stream, found: Int, expected: Int)
  /// A batch came after the end, or has samples of a stream that was ended.
  case ended

  /// What was found and what was expected.
  public var description: String {
    switch self {
    case .overlap(let stream, let first, let last):
      """
      a batch of the \(stream) begins at \(first) s, before the stream's last stamp at \(last) s; expected later samples, \
      or the overlap rule "skip" for samples that are sent twice, or "clockStep" for clocks that are set back
      """
    case .channels(let stream, let found, let expected):
      "a batch of the \(stream) has \(found) channels; expected \(expected)"
    case .ended: "a batch came after the end of its stream; expected none"
    }
  }
}
