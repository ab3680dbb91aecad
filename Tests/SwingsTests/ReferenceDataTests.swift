import Foundation
import SPRecordings
import SPSignals
import SPSwings
import TestSupport
import Testing

@Suite("Detection on reference recordings", .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct ReferenceDataTests {
  @Test("Labelled hits are found and called hits, labelled misses are not", arguments: 1...6)
  func sessions(number: Int) throws {
    let recording = try Recording(opening: SharedData.path("sessions/dev-0\(number).h5"))
    let annotations = try #require(try recording.annotations())
    let detection = try Detection(recording)
    let contacts = annotations.swings.filter(\.isHit).map(\.contactTime)
    let found = contacts.filter { detection.hit(near: $0) != nil }
    #expect(!contacts.isEmpty && Double(found.count) >= 0.98 * Double(contacts.count))
    let misses = annotations.swings.filter { !$0.isHit }.map(\.contactTime)
    #expect(!misses.isEmpty && misses.allSatisfy { detection.hit(near: $0) == nil })
    let foundMisses = misses.filter { contact in
      detection.swings.contains { $0.label == .miss && abs($0.swing.anchorTime - contact) <= 0.15 }
    }
    #expect(Double(foundMisses.count) >= 0.98 * Double(misses.count))
    // Found are up to 2.0 and 5.0 ms in a session; starts at samples, 5 ms apart, would be late by up to as much again.
    let pairs = annotations.swings.filter(\.isHit).compactMap { swing in
      detection.hit(near: swing.contactTime).map { (label: swing, found: $0.swing) }
    }
    let onsets = pairs.compactMap { pair in pair.found.impact.map { abs($0.onsetTime - pair.label.contactTime) } }
    #expect(onsets.count == pairs.count && Statistics.percentile(onsets, 95) <= 0.0025)
    let starts = pairs.map { abs($0.found.startTime - ($0.label.startTime ?? .nan)) }
    #expect(Statistics.percentile(starts, 95) <= 0.0075)
  }

  @Test("The impacts of a real watch recording are those that were checked by hand")
  func realTennis() throws {
    let rows = try SharedData.numbers("tennis-watch-800hz/forehand-accelerometer-first-9s.csv")
    let times = try TimeBase(scanning: MemoryTimestamps(rows.map { $0[0] }))
    let axes = (1...3).map { column in MemorySignal(rows.map { Float($0[column]) }, timeBase: times, unit: .g) }
    let acceleration = Triaxial(x: axes[0], y: axes[1], z: axes[2])
    let detection = try Detection(acceleration: acceleration, motion: nil)
    // Columns: index, onset in s, time of the largest raw |z| in s, height in g. The largest filtered |z| is in the
    // same burst but, in the second contact, in its next lobe.
    let truth = try SharedData.numbers("tennis-watch-800hz/impacts_truth.csv")
    #expect(detection.impacts.count == 3 && truth.count == 3)
    for (impact, expected) in zip(detection.impacts, truth) {
      #expect(abs(impact.onsetTime - expected[1]) <= 0.0013)
      #expect(!impact.isSaturated)
    }
    // By numpy.convolve(z, scipy.signal.firwin(75, 60, window=("kaiser", kaiser_beta(60)), pass_zero=False), "same").
    let filtered = [
      (time: 56260.914099, peak: -33.155), (time: 56262.752203, peak: -23.733), (time: 56264.600263, peak: 16.421),
    ]
    let onZ = try Detection(acceleration: acceleration, motion: nil, axis: .z).impacts
    #expect(onZ.map(\.onsetTime) == detection.impacts.map(\.onsetTime))
    for (impact, expected) in zip(onZ, truth) { #expect(abs(impact.time - expected[2]) < 0.0051) }
    for (impact, expected) in zip(onZ, filtered) {
      #expect(abs(impact.time - expected.time) < 0.0001)
      #expect(abs(impact.peak - expected.peak) < 0.01)
    }
  }

  private struct GolfTruth: Decodable {
    struct Labels: Decodable {
      var top: Double
      var impact: Double
    }
    var labels: Labels
  }

  private static let golfLayout = RecordingLayout.mapped(
    RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .timestamps(path: "/accelerometer/t", unit: .seconds),
        datasets: ["acceleration": DatasetMapping(path: "/accelerometer/xyz", unit: .g)]),
      .deviceMotion: StreamMapping(
        time: .timestamps(path: "/deviceMotion/t", unit: .seconds),
        datasets: [
          "attitude": DatasetMapping(
            path: "/deviceMotion/quaternion_xyzw", columns: [3, 0, 1, 2], unit: .dimensionless),
          "gravity": DatasetMapping(path: "/deviceMotion/gravity", unit: .g),
          "user_acceleration": DatasetMapping(path: "/deviceMotion/userAcceleration", unit: .g),
          "rotation_rate": DatasetMapping(path: "/deviceMotion/rotationRate", unit: .radiansPerSecond),
        ]),
    ]))

  @Test("Golf swings start at the top of the backswing", arguments: 1...6)
  func golf(capture: Int) throws {
    let truth = try JSONDecoder().decode(
      GolfTruth.self, from: SharedData.data("golf-mocap/capture-\(capture)-hit.truth.json"))
    let recording = try Recording(
      opening: SharedData.path("golf-mocap/capture-\(capture)-hit.h5"), layout: Self.golfLayout)
    let hits = try Detection(recording, isPractice: true).hits
    #expect(hits.count == 1)
    let swing = try #require(hits.first).swing
    #expect(abs(swing.startTime - truth.labels.top) <= 0.025)
    // The motion steps by up to 10 g a sample on y just ahead of the contact.
    #expect(abs(try #require(swing.impact).onsetTime - truth.labels.impact) < 0.0026)
  }

  @Test("Golf swings that met nothing are no hits", arguments: 1...6)
  func golfMiss(capture: Int) throws {
    let recording = try Recording(
      opening: SharedData.path("golf-mocap/capture-\(capture)-miss.h5"), layout: Self.golfLayout)
    let detection = try Detection(recording, isPractice: true)
    #expect(detection.hits.isEmpty && detection.impacts.isEmpty)
    #expect(detection.swings.map(\.label) == [.miss])
  }
}
