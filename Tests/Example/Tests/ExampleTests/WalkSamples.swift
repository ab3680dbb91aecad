import Foundation
import Swingpipe

/// Samples whose truth is known: the acceleration of a wrist at rest, 1 g on z, with a push of 0.6 g at each step.
struct WalkSamples {
  static let rateHz = 100.0
  /// Middles of the pushes, in s: twelve steps, and later three that are too few for a walk.
  static let walk = (0..<12).map { 5 + 0.55 * Double($0) }
  static let stray = (0..<3).map { 20 + 0.55 * Double($0) }

  private static let pushS = 0.2

  let times = (0..<3000).map { Double($0) / rateHz }
  var z: [Float] {
    times.map { time in
      let middle = (Self.walk + Self.stray).first { abs(time - $0) < Self.pushS / 2 }
      return middle.map { Float(1 + 0.6 * cos(.pi * (time - $0) / Self.pushS)) } ?? 1
    }
  }

  /// The samples in blocks of a size.
  func blocks(of size: Int) -> [SampleBlock] {
    let (rest, z) = ([Float](repeating: 0, count: times.count), z)
    return stride(from: 0, to: times.count, by: size).map { start in
      let channels = [rest, rest, z].map { SampleBlock.Channel($0, first: start) }
      return SampleBlock(times: times[start..<min(start + size, times.count)], channels: channels)
    }
  }

  /// The samples as a stage reads them from a slot.
  func signals() throws -> Triaxial {
    let timeBase = try TimeBase(scanning: MemoryTimestamps(times))
    let rest = MemorySignal([Float](repeating: 0, count: times.count), timeBase: timeBase, unit: .g)
    return Triaxial(x: rest, y: rest, z: MemorySignal(z, timeBase: timeBase, unit: .g))
  }

  /// The samples as a recording.
  func write(to url: URL) throws {
    let writer = try RecordingWriter(to: url, attributes: RecordingAttributes(recordingID: "stroll"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: Self.rateHz)
    try writer.append(to: .accelerometer, time: times, ["acceleration": z.flatMap { [0, 0, $0] }])
    try writer.finish()
  }
}
