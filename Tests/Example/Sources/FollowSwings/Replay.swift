import Foundation
import Swingpipe

/// A recording as a watch would have sent it: a batch of both streams a second.
struct Replay: AsyncSequence {
  typealias Element = SwingBatch

  private let acceleration: [any Signal]
  private let motion: [any Signal]
  /// Whether the motion has an attitude and user acceleration, in the order of the channels.
  let layout: MotionLayout

  init(of url: URL) throws {
    let recording = try Recording(contentsOf: url)
    acceleration = try recording.triaxial("acceleration", of: .accelerometer).axes
    let stream = try recording.stream(.deviceMotion)
    layout = MotionLayout(
      hasUserAcceleration: stream.datasetNames.contains("user_acceleration"),
      hasAttitude: stream.datasetNames.contains("attitude"))
    var motion = try stream.signals("rotation_rate") + recording.gravity().axes
    if layout.hasUserAcceleration { motion += try stream.signals("user_acceleration") }
    if layout.hasAttitude { motion += try stream.signals("attitude") }
    self.motion = motion
  }

  struct Iterator: AsyncIteratorProtocol {
    let replay: Replay
    var nextAcceleration = 0
    var nextMotion = 0

    /// The samples of another second; nil at the end of both streams.
    mutating func next() async throws -> SwingBatch? {
      let starts = [
        try Self.time(of: nextAcceleration, in: replay.acceleration), try Self.time(of: nextMotion, in: replay.motion),
      ]
      guard let startS = starts.compactMap(\.self).min() else { return nil }
      let endS = startS + 1
      return SwingBatch(
        acceleration: try Self.block(of: replay.acceleration, from: &nextAcceleration, upTo: endS),
        motion: try Self.block(of: replay.motion, from: &nextMotion, upTo: endS))
    }

    private static func time(of next: Int, in signals: [any Signal]) throws -> Double? {
      next < signals[0].count ? try signals[0].timeBase.time(at: next) : nil
    }

    private static func block(
      of signals: [any Signal], from next: inout Int, upTo endS: Double
    ) throws -> SampleBlock {
      let times = signals[0].timeBase
      let range = next..<Swift.max(next, try times.firstIndex(atOrAfter: endS))
      next = range.upperBound
      return SampleBlock(
        times: try times.times(range)[...], channels: try signals.map { SampleBlock.Channel(try $0.samples(range)) })
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(replay: self) }
}
