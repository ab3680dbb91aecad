import Foundation
import SPHDF5
import SPRecordings
import SPSignals
import TestSupport
import Testing

/// The bundled tennis recording, with its datasets changed.
private struct AlteredRecording {
  static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Data/tennis-000001.h5").path

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy in which the values of datasets and the timestamps of the device motion are other ones.
  ///
  /// - Parameters:
  ///   - leavingOut: datasets of the device motion that the copy does not have.
  ///   - lateS: added to the timestamps of the device motion.
  ///   - change: the new values of a dataset of the device motion or the accelerometer, from the old ones.
  /// - Returns: the path of the copy.
  func path(
    leavingOut: Set<String> = [], lateS: Double = 0, change: (String, [[Float]]) -> [[Float]] = { $1 }
  ) throws -> String {
    let original = try Recording(opening: Self.source)
    let path = folder.path + "/altered.h5"
    try? FileManager.default.removeItem(atPath: path)
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "altered"))
    for name in [StreamName.accelerometer, .deviceMotion] {
      let stream = try original.stream(name)
      let names = stream.datasetNames.filter { !leavingOut.contains($0) }
      let times = try stream.timeBase.times(0..<stream.count)
      try writer.addStream(name, datasets: names, nominalRateHz: nil)
      var datasets: [String: [Float]] = [:]
      for dataset in names {
        datasets[dataset] = QualityScene.rows(change(dataset, try original.all(dataset, of: name)))
      }
      try writer.append(to: name, time: name == .deviceMotion ? times.map { $0 + lateS } : times, datasets)
    }
    try writer.finish()
    return path
  }
}

private func negated(_ channels: [[Float]]) -> [[Float]] { channels.map { $0.map { -$0 } } }

/// Recordings that contradict their description.
struct ContradictionTests {
  typealias Convention = RecordingCorrections.Convention
  private let altered: AlteredRecording

  init() throws { altered = try AlteredRecording() }

  /// What breaks each convention, and the kind of the contradiction.
  private static func broken(_ convention: Convention) -> (
    kind: Contradiction.Kind, change: (String, [[Float]]) -> [[Float]]
  ) {
    func change(_ dataset: String, _ new: @escaping ([[Float]]) -> [[Float]]) -> (String, [[Float]]) -> [[Float]] {
      { $0 == dataset ? new($1) : $1 }
    }
    let degrees = Float(180 / Double.pi)
    return switch convention {
    case .rotationRateInDegrees: (.rotationUnit, change("rotation_rate") { $0.map { $0.map { $0 * degrees } } })
    case .rotationRateInRadians: (.rotationUnit, change("rotation_rate") { $0.map { $0.map { $0 / degrees } } })
    case .rotationRateOpposite: (.rotationDirection, change("rotation_rate", negated))
    case .attitudeScalarLast: (.attitude, change("attitude") { Array($0[1...]) + [$0[0]] })
    case .attitudeInverse: (.attitude, change("attitude") { [$0[0]] + negated(Array($0[1...])) })
    case .gravityOpposite: (.gravity, change("gravity", negated))
    case .accelerationOpposite: (.acceleration, change("acceleration", negated))
    case .userAccelerationOpposite: (.userAcceleration, change("user_acceleration", negated))
    }
  }

  @Test(
    "Each convention that is not the layout's is named, and its correction reads the right values",
    arguments: Convention.allCases)
  func conventions(convention: Convention) throws {
    let (kind, change) = Self.broken(convention)
    let path = try altered.path(change: change)
    if convention == .rotationRateInRadians {
      // Such values were stored as deg/s: only the attribute is wrong.
      let file = try File(opening: path, for: .readingAndWriting)
      let dataset = try file.openDataset("/device_motion/rotation_rate")
      try dataset.write(try dataset.read(as: Float.self).map { $0 * Float(180 / Double.pi) })
      try dataset.attributes.set("units", to: "deg/s")
      try file.close()
    }
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [kind])
    #expect(found.corrections == RecordingCorrections([convention]))
    let corrected = try Recording(opening: path, corrections: found.corrections)
    #expect(try corrected.contradictions().isEmpty)
    let unaltered = try AlteredRecording()
    let right = try Recording(opening: try unaltered.path())
    for dataset in ["attitude", "gravity", "rotation_rate", "user_acceleration"] {
      for (left, right) in zip(
        try corrected.all(dataset, of: .deviceMotion), try right.all(dataset, of: .deviceMotion))
      {
        #expect(deviation(left, right) < 1e-4)
      }
    }
    let accelerations = (try corrected.acceleration(), try right.acceleration())
    #expect(accelerations.0 == accelerations.1)
  }

  @Test(
    "The sources of evidence need not all be there",
    arguments: [
      (Convention.attitudeScalarLast, ["gravity", "user_acceleration"]),
      (.attitudeInverse, ["gravity", "user_acceleration"]),
      (.attitudeScalarLast, ["rotation_rate"]), (.rotationRateInDegrees, ["attitude", "user_acceleration"]),
      (.rotationRateInDegrees, ["gravity"]), (.accelerationOpposite, ["gravity", "user_acceleration"]),
      (.accelerationOpposite, ["user_acceleration"]), (.gravityOpposite, ["user_acceleration"]),
      (.gravityOpposite, ["attitude"]), (.gravityOpposite, ["attitude", "user_acceleration"]),
    ])
  func lessEvidence(convention: Convention, leavingOut: [String]) throws {
    let (kind, change) = Self.broken(convention)
    let path = try altered.path(leavingOut: Set(leavingOut), change: change)
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [kind])
    #expect(found.corrections == RecordingCorrections([convention]))
  }

  @Test(
    "A user acceleration in place of the acceleration is named", arguments: [[], ["user_acceleration"], ["gravity"]])
  func userAccelerationInstead(leavingOut: [String]) throws {
    let gravity = try Recording(opening: AlteredRecording.source).all("gravity", of: .deviceMotion)
    let path = try altered.path(leavingOut: Set(leavingOut)) { dataset, channels in
      guard dataset == "acceleration" else { return channels }
      // Four samples of the accelerometer come with each of the device motion.
      return zip(channels, gravity).map { values, gravity in
        values.indices.map { values[$0] - gravity[min($0 / 4, gravity.count - 1)] }
      }
    }
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [.userAccelerationInstead])
    #expect(found.first?.cause.hasSuffix("it seems to be a user acceleration") == true)
    #expect(found.corrections == RecordingCorrections())
  }

  @Test("Timestamps that cannot count from 1970 contradict the origin unix", arguments: ["unix", "boot", "start"])
  func timeOrigin(stated: String) throws {
    let path = try altered.path()
    let file = try File(opening: path, for: .readingAndWriting)
    try file.attributes.set("time_origin", to: stated)
    try file.close()
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == (stated == "unix" ? [.timeOrigin] : []))
  }

  @Test(
    "Device motion that is late is named with its offset, with and without user acceleration",
    arguments: [-1.5, 0.3, 0.7], [["user_acceleration"], [], ["gravity", "user_acceleration"]])
  func late(lateS: Double, leavingOut: [String]) throws {
    let path = try altered.path(leavingOut: Set(leavingOut), lateS: lateS)
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [.lateMotion])
    #expect(found.allSatisfy { $0.isMeaningless })
    #expect(abs(found.corrections.motionOffsetS - lateS) < 0.01)
    #expect(try Recording(opening: path, corrections: found.corrections).contradictions().isEmpty)
  }

  @Test("Clocks that share no time are brought together", arguments: [1.7e9, -86_400])
  func clocks(apartS: Double) throws {
    let path = try altered.path(leavingOut: ["user_acceleration"], lateS: apartS)
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [.clocks])
    #expect(abs(found.corrections.motionOffsetS - apartS) < 0.01)
    #expect(try Recording(opening: path, corrections: found.corrections).contradictions().isEmpty)
  }

  @Test("Clocks of streams that do not belong together are told without a correction")
  func unrelated() throws {
    let path = try altered.path(leavingOut: ["user_acceleration"], lateS: 1e6) { dataset, values in
      dataset == "acceleration" ? values.map { $0.reversed() } : values
    }
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [.clocks])
    #expect(found.corrections.isEmpty)
    #expect(found.first?.advice != nil)
  }

  @Test("A user acceleration that was never written is named")
  func zeros() throws {
    let path = try altered.path { $0 == "user_acceleration" ? $1.map { $0.map { _ in 0 } } : $1 }
    #expect(try Recording(opening: path).contradictions().map(\.kind) == [.zeros])
  }

  @Test("A value that no sensor measures is named, and a check fails")
  func impossible() throws {
    let path = try altered.path { dataset, values in
      var values = values
      if dataset == "rotation_rate" { values[1][700] = 3e19 }
      return values
    }
    let recording = try Recording(opening: path)
    let quality = try RecordingQuality(of: recording)
    #expect(quality.contradictions.map(\.kind) == [.impossibleValues])
    #expect(
      quality.contradictions.first?.cause
        == "rotation_rate reaches 3e+19 rad/s, which no sensor measures; expected at most 100 rad/s")
    let check = try RecordingCheck(of: recording, against: QualityLimits())
    #expect(check.status == .exceeds)
  }

  @Test("Texts that cannot be printed, and labels outside of the recording, are named")
  func description() throws {
    let path = try altered.path()
    do {
      let file = try File(opening: path, for: .readingAndWriting)
      try file.group.attributes.set("sport", to: "tennis\u{202E}")
      try file.group.attributes.set("recording_id", to: "a\u{7}")
      try file.put("/annotations/ignore/time", [12.0, 1e6], units: "s")
      try file.close()
    }
    let found = try Recording(opening: path).contradictions()
    #expect(found.map(\.kind) == [.text, .text, .labels])
    #expect(found.map(\.evidence).prefix(2) == ["\"a\\u{7}\"", "\"tennis\\u{202E}\""])
    #expect(!found.contains { $0.isMeaningless })
  }
}

@Suite("Contradictions in real recordings", .enabled(if: SharedData.isPresent, "the reference data is absent"))
struct RealContradictionTests {
  private static func recordings(in folder: String) -> [String] {
    let root = SharedData.path(folder)
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    // Two of each kind: all of them take a minute.
    let kinds = Dictionary(grouping: names.filter { $0.hasSuffix(".h5") }.sorted()) { name in
      name.split(separator: "/").dropLast().joined()
    }
    return kinds.values.flatMap { folder == "sessions" ? $0 : Array($0.prefix(2)) }.sorted().map { root + "/" + $0 }
  }

  @Test(
    "Real motion, and sessions composed from it, raise no alarm", arguments: ["sessions", "real-motion/recordings"])
  func noAlarm(folder: String) throws {
    let paths = Self.recordings(in: folder)
    #expect(!paths.isEmpty)
    for path in paths {
      let found = try Recording(opening: path).contradictions()
      #expect(found.isEmpty, "\(path): \(found.map(\.sentence))")
    }
  }

  @Test(
    "Files of laboratories are told by their fault",
    arguments: [
      ("good", "/grav", nil), ("01_gyro_deg_s_no_unit", "/grav", Contradiction.Kind.rotationUnit),
      ("02_quat_xyzw", "/quat", .attitude), ("03_gravity_up", "/grav", .gravity),
      ("04_clocks_apart", "/grav", .clocks), ("05_motion_700ms_late", "/grav", .lateMotion),
    ])
  func laboratory(name: String, gravity: String, kind: Contradiction.Kind?) throws {
    let vertical = gravity == "/quat" ? "attitude" : "gravity"
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: .timestamps(path: "/t", unit: nil), datasets: ["acceleration": DatasetMapping(path: "/acc")]),
      .deviceMotion: StreamMapping(
        time: .timestamps(path: "/t2", unit: nil),
        datasets: ["rotation_rate": DatasetMapping(path: "/gyr"), vertical: DatasetMapping(path: gravity)]),
    ])
    let path = SharedData.path("lab-files/\(name).h5")
    let found = try Recording(opening: path, layout: .mapped(mapping)).contradictions()
    #expect(found.map(\.kind) == (kind.map { [$0] } ?? []))
    let corrected = try Recording(opening: path, layout: .mapped(mapping), corrections: found.corrections)
    #expect(try corrected.contradictions().isEmpty)
  }

  @Test(
    "An accelerometer that reads +1 g upwards is told as one",
    arguments: [
      "02_undisturbed_slow_rotation_B", "07_undisturbed_fast_rotation_B", "16_undisturbed_fast_translation_B",
      "24_disturbed_tapping_A",
    ])
  func broad(trial: String) throws {
    let time = TimeMapping.regular(startS: 0, rateHz: 285.714)
    let mapping = RecordingMapping(streams: [
      .accelerometer: StreamMapping(
        time: time, datasets: ["acceleration": DatasetMapping(path: "/imu_acc", unit: .metersPerSecondSquared)]),
      .deviceMotion: StreamMapping(
        time: time,
        datasets: ["rotation_rate": DatasetMapping(path: "/imu_gyr"), "attitude": DatasetMapping(path: "/opt_quat")]),
    ])
    let path = SharedData.path("broad/\(trial).hdf5")
    let found = try Recording(opening: path, layout: .mapped(mapping)).contradictions()
    #expect(found.map(\.kind) == [.acceleration])
    let corrected = try Recording(opening: path, layout: .mapped(mapping), corrections: found.corrections)
    #expect(try corrected.contradictions().isEmpty)
  }
}
