import Foundation
import SPHeadMotion
import SPImporting
import SPRecordings
import SPSignals
import TestSupport
import Testing

@Suite(
  "Real exports of headphones", .enabled(if: SharedData.isPresent, "the folder shared/data is not beside the project"))
struct RealExportTests {
  private func findings(_ name: String, _ rules: HeadRules) throws -> HeadFindings {
    let folder = NSTemporaryDirectory() + "head-motion-tests-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/\(name).h5"
    _ = try Importer(ImportOptions(), toolVersion: "1.0").run(
      ImportSource(SharedData.path("headphones/\(name)-Headphone.csv")), to: path)
    let stream = try Recording(opening: path).stream(.headphoneMotion)
    let names = ["rotation_rate", "gravity", "user_acceleration", "attitude", "sensor_location"]
    let channels = try names.flatMap { try stream.signals($0) }.map {
      SampleBlock.Channel(try $0.samples(0..<stream.count))
    }
    var engine = HeadEngine(rules)
    try engine.consume(SampleBlock(times: try stream.timeBase.times(0..<stream.count)[...], channels: channels))
    return engine.finish()
  }

  private var rules: HeadRules {
    HeadRules(poseRateHz: 10, postures: PostureRules(), repetitions: RepetitionRules())
  }

  @Test("The dropout of 2.8 s is an interval without poses, and the reference held")
  func dropout() throws {
    let found = try findings("Skyr_3", rules)
    let gaps = found.connections.filter { $0.kind == .gap }
    let longest = try #require(gaps.max { $0.durationS < $1.durationS })
    #expect(abs(longest.durationS - 2.7873) < 1e-4)
    #expect(
      !(0..<found.poses.count).contains {
        found.poses[$0].time > longest.startTime && found.poses[$0].time < longest.endTime
      })
    let after = try #require(found.connections.first { $0.startTime == longest.endTime })
    #expect(after.reference == .held)
    // By NumPy on the file: the two quaternions' product has w = 0.99929448, which is 4.3047 degrees.
    let step = try #require(after.step)
    #expect(abs(step * 180 / .pi - 4.3047) < 0.01)
    #expect(found.connections.allSatisfy { $0.kind == .gap || $0.location == .left })
    #expect(found.summary.referenceState == .held || found.summary.referenceState == .uncertain)
  }

  @Test("Whoever sits and eats makes no repetition", arguments: ["Apfel_1", "Skyr_3"])
  func eating(_ name: String) throws {
    let found = try findings(name, rules)
    #expect(found.repetitions.isEmpty)
    #expect(!found.postures.isEmpty && found.summary.sampleCount == (name == "Skyr_3" ? 2270 : 3042))
  }

  @Test("Without a gap there is one connection")
  func clean() throws {
    let found = try findings("Apfel_1", rules)
    #expect(found.connections.map(\.kind) == [.connected] && found.summary.referenceState == .start)
    // By NumPy on the file: 3042 rows over 60.818 s at 10 poses a second.
    #expect((600...610).contains(found.poses.count))
  }
}
