import Foundation
import Swingpipe
import Testing

@testable import FollowSwings

/// A recording as a watch would have sent it.
struct ReplayTests {
  @Test("Every sample comes, whichever stream goes on for longer", arguments: [2, 8])
  func wholeStreams(accelerationS: Double) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString).h5")
    defer { try? FileManager.default.removeItem(at: url) }
    let writer = try RecordingWriter(to: url, attributes: RecordingAttributes(recordingID: "replay"))
    func append(_ stream: StreamName, _ datasets: [String: [Float]], rateHz: Double, seconds: Double) throws -> Int {
      let times = (0..<Int(rateHz * seconds)).map { Double($0) / rateHz }
      try writer.addStream(stream, datasets: datasets.keys.sorted(), nominalRateHz: rateHz)
      try writer.append(to: stream, time: times, datasets.mapValues { row in times.flatMap { _ in row } })
      return times.count
    }
    let acceleration = try append(
      .accelerometer, ["acceleration": [0, 0, -1]], rateHz: 100, seconds: accelerationS)
    let motion = try append(
      .deviceMotion, ["rotation_rate": [0, 0, 0], "gravity": [0, 0, -1]], rateHz: 50, seconds: 5)
    try writer.finish()
    var counts = (acceleration: 0, motion: 0)
    for try await batch in try Replay(of: url) {
      counts.acceleration += batch.acceleration?.count ?? 0
      counts.motion += batch.motion?.count ?? 0
    }
    #expect(counts == (acceleration, motion))
  }
}
