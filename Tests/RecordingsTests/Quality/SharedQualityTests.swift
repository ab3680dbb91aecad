import Foundation
import SPRecordings
import SPSignals
import TestSupport
import Testing

@Suite("Quality of real recordings", .enabled(if: SharedData.isPresent, "the reference data is absent"))
struct SharedQualityTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  /// Columns of a table of numbers by their titles; rows that lack any of them are left out.
  private static func columns(_ file: String, separator: Character = ",", _ titles: [String]) throws -> [[Float]] {
    let lines = try String(contentsOfFile: SharedData.path(file), encoding: .utf8).split(whereSeparator: \.isNewline)
    let header = lines[0].split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    let places = try titles.map { title in try #require(header.firstIndex { $0.hasPrefix(title) }) }
    let rows = lines.dropFirst().compactMap { line -> [Float]? in
      let cells = line.split(separator: separator, omittingEmptySubsequences: false)
      let values = places.compactMap { $0 < cells.count ? Float(cells[$0].trimmingCharacters(in: .whitespaces)) : nil }
      return values.count == places.count ? values : nil
    }
    return titles.indices.map { column in rows.map { $0[column] } }
  }

  private static func titles(_ name: String, _ components: [String] = ["X", "Y", "Z"]) -> [String] {
    components.map { name + $0 }
  }

  private func motion(_ columns: [[Float]], rateHz: Double) -> QualityScene.Stream {
    let datasets = zip(["attitude", "gravity", "user_acceleration", "rotation_rate"], [0..<4, 4..<7, 7..<10, 10..<13])
    return .init(
      name: .deviceMotion, time: columns[0].indices.map { Double($0) / rateHz },
      datasets: Dictionary(
        uniqueKeysWithValues: datasets.map { ($0, QualityScene.rows($1.map { columns[$0] })) }))
  }

  // Counted with NumPy on the file: runs of the extremes and samples within 0.5 % of the range.
  @Test("A smash that clips both sensors is told sample by sample")
  func badminton() throws {
    let found = try Self.columns("badminton/smash-clipped-16g.csv", ["ax", "ay", "az", "wx", "wy", "wz"])
    let time = found[0].indices.map { Double($0) / 100 }
    let rates = found[3...].map { channel in channel.map { Float(Double($0) * Unit.degreesPerSecond.scale) } }
    let quality = try RecordingQuality(
      of: scene.recording(
        .init(name: .accelerometer, time: time, datasets: ["acceleration": QualityScene.rows(Array(found[..<3]))]),
        .init(name: .deviceMotion, time: time, datasets: ["rotation_rate": QualityScene.rows(rates)])))
    let (acceleration, rotation) = (quality.streams[0].datasets[0], quality.streams[1].datasets[0])
    #expect(acceleration.range == FullScale(16, .recognised))
    #expect(acceleration.channels.map { $0.clipping?.samples.rows } == [nil, 2, 1])
    #expect(acceleration.channels[1].clipping?.samples.first.map(\.row) == [38])
    #expect(rotation.range?.text(.radiansPerSecond) == "2000 deg/s")
    #expect(rotation.channels.map { $0.clipping?.samples.rows } == [3, 4, 2])
    #expect(rotation.channels.map { $0.clipping?.samples.first.map(\.row) } == [[43], [40, 43], [42]])
    #expect(quality.kinds == [.clippedSamples, .clippedSamples])
    #expect(quality.faults[0].text == "3 clipped samples in 2 episodes, where values stop at 15.974 g")
    #expect(quality.faults[1].text == "9 clipped samples in 4 episodes, where values stop at 1998.657 deg/s")
  }

  @Test("An 800 Hz watch that reaches 34 g clips nowhere, and has no fault")
  func tennis() throws {
    let text = try String(
      contentsOfFile: SharedData.path("tennis-watch-800hz/forehand-accelerometer-first-9s.csv"), encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ",").compactMap { Double($0) } }
    let quality = try RecordingQuality(
      of: scene.recording(
        .init(
          name: .accelerometer, time: rows.map { $0[0] },
          datasets: ["acceleration": rows.flatMap { $0.dropFirst().map { Float($0) } }], nominalRateHz: 800)))
    #expect(quality.faults.isEmpty)
    #expect(quality.streams[0].datasets[0].range == nil)
    #expect(abs(try #require(quality.streams[0].datasets[0].largestMagnitude) - 34.42775) < 1e-4)
  }

  @Test(
    "Motion of real watches is by the layout's conventions, and raises no alarm",
    arguments: ["block", "topspin-forehand"])
  func tableTennis(name: String) throws {
    let titles =
      Self.titles("motionQuaternion", ["W", "X", "Y", "Z"]) + Self.titles("motionGravity")
      + Self.titles("motionUserAcceleration") + Self.titles("motionRotationRate")
      + Self.titles("accelerometerAcceleration")
    let found = try Self.columns("table-tennis-watch/\(name).csv", separator: "|", titles)
    let accelerometer = QualityScene.Stream(
      name: .accelerometer, time: found[0].indices.map { Double($0) / 50 },
      datasets: ["acceleration": QualityScene.rows(Array(found[13...]))])
    let quality = try RecordingQuality(of: scene.recording(accelerometer, motion(found, rateHz: 50)))
    #expect(quality.faults.isEmpty)
    #expect(try #require(quality.streams[1].gravity).layoutResidualG < 1e-4)
    #expect(quality.acceleration?.convention == .layout)
  }

  @Test("Headphones whose gravity is in m/s^2 are told so, and a swim is clean")
  func sensorLogger() throws {
    let titles =
      Self.titles("quaternion", ["W", "X", "Y", "Z"]) + Self.titles("gravity") + Self.titles("acceleration")
      + Self.titles("rotationRate")
    let head = try Self.columns("headphones/Apfel_1-Headphone.csv", titles)
    let found = try RecordingQuality(of: scene.recording(motion(head, rateHz: 50)))
    #expect(found.kinds == [.gravityConvention])
    #expect(abs(try #require(found.streams[0].gravity).gravityNormMedianG - 9.80665) < 1e-4)
    #expect(found.streams[0].gravity?.convention == .layout)
    let swim = try Self.columns("swim/backstroke-WristMotion.csv", titles)
    #expect(try RecordingQuality(of: scene.recording(motion(swim, rateHz: 100))).faults.isEmpty)
  }

  @Test("Composed sessions clip nowhere and agree; what was laid still at their start stands still")
  func session() throws {
    let quality = try RecordingQuality(of: Recording(opening: SharedData.path("sessions/dev-04.h5")))
    #expect(quality.kinds == [.heldValues, .heldValues, .heldValues])
    #expect(quality.faults.map(\.dataset) == ["attitude", "gravity", "user_acceleration"])
    // 2386 equal rows from the first, by NumPy.
    let gravity = try #require(quality.streams[1].datasets.first { $0.name == "gravity" })
    #expect(gravity.channels.map { $0.held?.first.map(\.rows) } == [[2386], [2386], [2386]])
    #expect(quality.acceleration?.convention == .layout)
    #expect(try #require(quality.streams[1].gravity).layoutResidualG < 1e-3)
  }
}
