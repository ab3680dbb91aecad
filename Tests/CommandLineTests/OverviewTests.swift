import Foundation
import SPRecordings
import SPSwings
import Testing

/// `swingpipe plot --overview`.
struct OverviewTests {
  private let recording = Project.path("Data/baseball-000001.h5")

  /// Draws an overview to standard output.
  private func drawn(_ recording: String, _ arguments: String...) async throws -> SVGPicture {
    let outcome = try await Tool.run(["plot", recording, "--overview", "-o", "-"] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return SVGPicture(outcome.output)
  }

  @Test("Acceleration and rotation by their sizes, with a row for each kind of label")
  func usual() async throws {
    let picture = try await drawn(recording)
    #expect(picture.isWellFormed && picture.title == "baseball-000001")
    let labels = try #require(try Recording(opening: recording).annotations())
    #expect(
      picture.description.hasPrefix(
        "labelled: \(labels.swings.count(where: \.isHit)) hits, \(labels.swings.count { !$0.isHit }) misses, "
          + "\(labels.distractors.count) shocks without a swing, \(labels.ignored.count) moment to ignore."))
    // The largest by NumPy: numpy.linalg.norm(acceleration, axis=1) is between 0.0913 and 44.6 g, of the rotation up to 19.4.
    for text in [
      "time from the recording's start, from 0.00 to 40.00 s", "acceleration (magnitude): ",
      "rotation rate (magnitude): ",
    ] {
      #expect(picture.description.contains(text), "\(text)")
    }
    // The first hit lies 3.0307 s after the first stamp.
    #expect(picture.description.contains("hits labelled: at 3.03 s, "))
    let part = try await drawn(recording, "--from", "+10", "--to", "+20").description
    #expect(part.contains("from 10.00 to 20.00 s") && part.hasPrefix("labelled: 1 hit, 1 miss."))
  }

  @Test("Hours are drawn in hours, with gaps, and a shock of one sample anywhere is at its full size")
  func hours() async throws {
    let scratch = try Scratch()
    let writer = try RecordingWriter(path: scratch("day.h5"), attributes: RecordingAttributes(recordingID: "day"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 50)
    // Four hours at 50 Hz, without the third, and shocks at places that no block or column begins at.
    let times = (0..<720_000).filter { !(360_000..<540_000).contains($0) }.map { Double($0) / 50 }
    let shocks: [Int: Float] = [1: 20, 123_457: 30, 300_001: 25, 540_000 - 1: 22]
    for start in stride(from: 0, to: times.count, by: 90_000) {
      let block = start..<min(start + 90_000, times.count)
      let values = block.flatMap { [0, -(shocks[$0] ?? 1), 0] as [Float] }
      try writer.append(to: .accelerometer, time: Array(times[block]), ["acceleration": values])
    }
    try writer.finish()
    let whole = try await drawn(scratch("day.h5"))
    #expect(whole.description.contains("time from the recording's start, from 0.000 to 4.000 h"))
    #expect(whole.description.contains("acceleration (magnitude): 1 to 30 g"))
    #expect(whole.description.contains("no samples in acceleration: 2.000 to 3.000 h"))
    #expect(whole.source.utf8.count < 400_000)
    // Each by itself, in a stretch so long that a column holds many samples.
    for (index, size) in shocks where index != 123_457 {
      let time = times[index]
      let stretch = try await drawn(scratch("day.h5"), "--from", "\(max(0, time - 1200))", "--to", "\(time + 1200)")
      #expect(stretch.description.contains("acceleration (magnitude): 1 to \(Int(size)) g"), "\(index)")
      #expect(stretch.description.contains(" min"))
    }
  }

  @Test("Streams that are asked for have a panel for each dataset; codes stay as they are until the next one")
  func streams() async throws {
    let scratch = try Scratch()
    let writer = try RecordingWriter(path: scratch("ride.h5"), attributes: RecordingAttributes(recordingID: "ride"))
    try writer.addStream("cycling", datasets: ["power", "speed"], nominalRateHz: 1)
    try writer.append(
      to: "cycling", time: (0..<600).map(Double.init),
      ["power": (0..<600).map { Float($0 % 100) }, "speed": [Float](repeating: 8, count: 600)])
    try writer.addStream("workout_state", datasets: ["state"], nominalRateHz: nil)
    try writer.append(to: "workout_state", time: [0, 400, 590], ["state": [2, 4, 3]])
    try writer.finish()
    // Without a wrist's motion all that there is.
    let all = try await drawn(scratch("ride.h5")).description
    let expected = ["workout state: running, ended, paused", "power: 0 to 99 W", "speed: 8 to 8 m/s"]
    let places = expected.compactMap { all.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted(), "\(all)")
    #expect(!all.contains("no samples"))
    let one = try await drawn(scratch("ride.h5"), "--streams", "workout_state").description
    #expect(one.contains("workout state: running, ended, paused") && !one.contains("power"))
    let motion = try await drawn(recording, "--streams", "device_motion").description
    for text in [
      "attitude (w; x; y; z): ", "rotation rate (magnitude): ", "gravity (x; y; z): ",
      "user acceleration (magnitude): ",
    ] {
      #expect(motion.contains(text), "\(text)")
    }
    let absent = try await Tool.run(["plot", scratch("ride.h5"), "--overview", "--streams", "heart_rate", "-o", "-"])
    #expect(absent.status == 1 && absent.errors.hasSuffix("has no stream heart_rate; it has cycling, workout_state\n"))
  }

  @Test("A recording of nothing, and one of no samples")
  func nothing() async throws {
    let scratch = try Scratch()
    let writer = try RecordingWriter(path: scratch("a.h5"), attributes: RecordingAttributes(recordingID: "a"))
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.finish()
    let outcome = try await Tool.run(["plot", scratch("a.h5"), "--overview", "-o", "-"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("nothing can be drawn: it has no samples of any stream"))
  }

  @Test("The picture has a name of its own, in the folder at work")
  func ownName() async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["plot", recording, "--overview", "--format", "png"], in: scratch.path)
    #expect(outcome.status == 0 && outcome.errors == "drawn: baseball-000001-overview.png\n")
    #expect(scratch.files() == ["baseball-000001-overview.png"])
  }

  @Test("With a sport it marks what is found, beside the labels")
  func found() async throws {
    let outcome = try await Tool.run(["plot", recording, "--overview", "--sport", "baseball", "-o", "-"])
    let picture = SVGPicture(outcome.output)
    #expect(outcome.status == 0 && picture.isWellFormed)
    #expect(picture.description.contains("found: 5 hits, 3 misses"))
    #expect(picture.description.contains("hits found: ") && picture.description.contains("misses found: "))
  }

  @Test(
    "What an overview does not show is refused",
    arguments: [
      (["--overview", "--swing", "1"], "--swing does not go with --overview"),
      (["--overview", "--pipeline", "push_ups"], "--overview marks swings, and push_ups looks for none"),
      (["--overview", "--set", "a.b=1"], "--set sets options of a pipeline"),
      (["--overview", "--panels", "raw"], "--panels does not go with --overview"),
      (["--overview", "--compare-rate-hz", "100"], "--compare-rate-hz does not go with --overview"),
      (["--overview", "--streams", "cyclin"], "unknown stream \"cyclin\"; did you mean \"cycling\"?"),
      (["--streams", "cycling"], "--streams goes with --overview"),
      (["--overview", "--from", "+50000"], "lies after the end; expected 68585.248218 to 68625.24"),
    ] as [([String], String)])
  func faults(_ item: (arguments: [String], message: String)) async throws {
    let scratch = try Scratch()
    let outcome = try await Tool.run(["plot", recording, "-o", scratch("a.svg")] + item.arguments)
    #expect(outcome.status == 64 && outcome.errors.contains(item.message), "\(outcome.errors)")
    #expect(scratch.files().isEmpty)
  }
}
