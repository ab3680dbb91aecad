import Foundation
import SPRecordings
import SPSignals
import SPSimulation
import SPSwings
import SPTables
import Testing

/// The tables of a run over a file against those of what is found live in the same samples, and by one call.
/// Tables of findings without a pipeline.
struct LiveTablesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  enum Kind: CaseIterable, Sendable {
    case whole, gaps, jitter, missingValues, duplicates, clockStep, noUserAcceleration, noAttitude, earlyEnd
  }

  private func samples(_ kind: Kind) throws -> SensorSamples {
    var settings = SimulationSettings(sport: .tennis, seed: 51)
    settings.durationS = 60
    settings.swingsPerMinute = 14
    settings.distractorsPerMinute = 6
    settings.missShare = 0.3
    if kind == .gaps { (settings.gapCount, settings.gapLengthRangeS) = (6, 0.1...1) }
    if kind == .jitter { settings.jitterUS = 200 }
    var samples = SensorSamples(try SimulatedSession(settings))
    let middle = samples.motion.time[samples.motion.time.count / 2]
    func change(_ body: (StreamSamples) -> StreamSamples) {
      (samples.acceleration, samples.motion) = (body(samples.acceleration), body(samples.motion))
    }
    switch kind {
    case .whole, .gaps, .jitter: break
    case .missingValues: change { $0.missing { row, _ in row % 997 == 500 ? 4 : row % 1009 == 3 ? 1 : 0 } }
    case .duplicates:
      change { samples in
        var samples = samples
        for row in stride(from: 300, to: samples.time.count, by: 301) { samples.time[row] = samples.time[row - 1] }
        return samples
      }
    case .clockStep:
      change { samples in
        var samples = samples
        for row in samples.time.indices where samples.time[row] >= middle { samples.time[row] -= 20 }
        return samples
      }
    case .noUserAcceleration: samples.motion.datasets["user_acceleration"] = nil
    case .noAttitude: samples.motion.datasets["attitude"] = nil
    case .earlyEnd: samples.motion = samples.motion.filtered { _, time in time < middle + 10 }
    }
    return samples
  }

  /// Takes the samples of half a second after the other, whatever the stamps say.
  private func live(_ samples: SensorSamples, _ path: String) throws -> DecidedSwings {
    let layout = MotionLayout(
      hasUserAcceleration: samples.motion.datasets["user_acceleration"] != nil,
      hasAttitude: samples.motion.datasets["attitude"] != nil)
    // What the file tells of itself.
    let feed = try RecordingFeed(
      Recording(opening: path),
      [StreamSelection(.accelerometer, ["acceleration"]), StreamSelection(.deviceMotion, ["rotation_rate"])])
    let live = LiveSwings(
      .standard(for: .tennis),
      prologue: .known(acceleration: try feed.prologue(of: 0), motion: try feed.prologue(of: 1)),
      layout: layout, overlaps: .clockStep)
    for step in 0..<max(samples.acceleration.time.count / 400, samples.motion.time.count / 100) + 1 {
      _ = try live.take(
        SwingBatch(
          acceleration: samples.acceleration.block(["acceleration"], 400 * step..<400 * (step + 1)),
          motion: samples.motion.block(
            ["rotation_rate", "gravity", "user_acceleration", "attitude"], 100 * step..<100 * (step + 1))))
    }
    return try live.finish().decided
  }

  @Test("They are those of the file, byte for byte", arguments: Kind.allCases)
  func sameBytes(kind: Kind) throws {
    let samples = try samples(kind)
    let path = folder("live.h5")
    try samples.write(to: path, recordingID: "live")
    let pipeline = try TestPipelines.loadWritingText("tennis.json")
    _ = try pipeline.run(on: path, environment: .init(outputFolder: folder("out")))
    let start = try #require([samples.acceleration.time.first, samples.motion.time.first].compactMap(\.self).min())
    let found = try Recording(opening: path).findSwings(by: .standard(for: .tennis))
    try expectWritten(try live(samples, path), of: RecordingIdentity(recordingID: "live", startTime: start), "live")
    try expectWritten(found.decided, of: found.identity, "findSwings")
    #expect(found.doubts.isEmpty == (kind != .missingValues))
  }

  /// Expects findings to give the tables that the run has written.
  private func expectWritten(_ decided: DecidedSwings, of identity: RecordingIdentity, _ source: String) throws {
    let swings = FeatureTable(rows: SwingColumns.rows(of: decided.labelled, identity), columns: SwingColumns.all)
    let rejected = FeatureTable(
      rows: decided.rejected,
      columns: [IdentityColumns.recordingID.map { _ in identity }]
        + RejectedColumns.all.withTimeFromStart(after: SwingRowDescriptions.rejected.timeColumn) { _ in
          identity.startTime
        })
    #expect(swings.rowCount >= 5 && rejected.rowCount >= 5)
    for (name, table) in [("swings", swings), ("rejected", rejected)] {
      let written = try Data(contentsOf: URL(fileURLWithPath: folder("out/\(name)/live.csv")))
      let isSame = written == Data(CSV.encode(table))
      #expect(isSame, "\(name) by \(source)")
    }
  }

  @Test("findSwings takes the sensor's range from the file, unless it is given")
  func range() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 51)
    settings.durationS = 10
    settings.clipRangeG = 8
    let path = folder("clipped.h5")
    try SimulatedRecordingWriter.write(SimulatedSession(settings), to: path)
    var rules = SwingRules.standard(for: .tennis)
    #expect(try Recording(opening: path).findSwings(by: rules).findings.rules.impacts.rangeG == 8)
    rules.impacts.rangeG = 16
    #expect(try Recording(opening: path).findSwings(by: rules).findings.rules.impacts.rangeG == 16)
  }

  @Test("findSwings corrects late device motion as the reader does, or as it is told to")
  func correction() throws {
    var samples = try samples(.whole)
    for row in samples.motion.time.indices { samples.motion.time[row] += 0.02 }
    let path = folder("live.h5")
    try samples.write(to: path, recordingID: "live")
    let pipeline = try TestPipelines.loadWritingText("tennis.json", overrides: ["in.correct_motion_offset=true"])
    _ = try pipeline.run(on: path, environment: .init(outputFolder: folder("out")))
    let rules = SwingRules.standard(for: .tennis)
    let corrected = try Recording(opening: path).findSwings(by: rules, correctingMotion: .measured)
    try expectWritten(corrected.decided, of: corrected.identity, "findSwings")
    let offset = try #require(corrected.motionOffset)
    // As the reader's page states for simulated recordings.
    #expect(abs(offset.correctedS - 0.02) < 0.0001)

    let asRecorded = try Recording(opening: path).findSwings(by: rules)
    #expect(asRecorded.motionOffset?.correctedS == 0 && asRecorded.decided.swings != corrected.decided.swings)
    #expect(try abs(#require(asRecorded.motionOffset?.estimate).seconds - 0.02) < 0.0001)
    let known = try Recording(opening: path).findSwings(by: rules, correctingMotion: .known(seconds: offset.correctedS))
    #expect(known.decided.swings == corrected.decided.swings)
    for seconds in [-10.1, 1e9, .nan, .infinity] {
      let error = #expect(throws: RecordingError.self) {
        try Recording(opening: path).findSwings(by: rules, correctingMotion: .known(seconds: seconds))
      }
      #expect(error?.message == "its offset is given as \(seconds) s; expected -10 to 10 s")
    }
  }

  @Test("An offset that cannot be measured is not corrected, and says so")
  func unknownOffset() throws {
    try samples(.noUserAcceleration).write(to: folder("live.h5"), recordingID: "live")
    let found = try Recording(opening: folder("live.h5")).findSwings(correctingMotion: .measured)
    #expect(found.motionOffset == MotionOffset(estimate: nil, correctedS: 0))
  }

  @Test("A stream that the rules need and that is missing is named; impacts need no motion")
  func missingStreams() throws {
    var samples = try samples(.whole)
    samples.motion.datasets["gravity"] = nil
    samples.motion.datasets["attitude"] = nil
    try samples.write(to: folder("no-gravity.h5"), recordingID: "a")
    try samples.write(to: folder("no-motion.h5"), recordingID: "b", hasMotion: false)
    let motionAlone = try RecordingWriter(
      path: folder("motion-alone.h5"), attributes: RecordingAttributes(recordingID: "c"))
    try motionAlone.addStream(.deviceMotion, datasets: samples.motion.datasets.keys.sorted(), nominalRateHz: 200)
    try motionAlone.append(to: .deviceMotion, time: samples.motion.time, samples.motion.datasets)
    try motionAlone.finish()
    for (file, message) in [
      ("no-motion.h5", "has no stream device_motion; it has accelerometer"),
      ("motion-alone.h5", "has no stream accelerometer; it has device_motion"),
    ] {
      let error = #expect(throws: RecordingError.self) { try Recording(opening: folder(file)).findSwings() }
      #expect(try #require(error).message.hasPrefix(message), "\(file)")
    }
    let estimated = try Recording(opening: folder("no-gravity.h5")).findSwings()
    #expect(estimated.doubts.contains { $0.hasPrefix("device_motion: gravity and attitude were not recorded") })
    let impacts = try Recording(opening: folder("no-gravity.h5")).findSwings(
      by: SwingRules(), correctingMotion: .measured)
    #expect(!impacts.findings.impacts.isEmpty && impacts.decided.swings.isEmpty && impacts.motionOffset == nil)
  }
}

extension StreamSamples {
  /// Some rows of those datasets that there are, one after another, as far as they go.
  fileprivate func block(_ names: [String], _ rows: Range<Int>) -> SampleBlock? {
    let rows = rows.clamped(to: time.indices)
    guard !rows.isEmpty else { return nil }
    return SampleBlock(
      times: time[rows],
      channels: names.flatMap { name -> [SampleBlock.Channel] in
        guard let values = datasets[name] else { return [] }
        let width = width(name)
        return (0..<width).map { SampleBlock.Channel(values, first: rows.lowerBound * width + $0, step: width) }
      })
  }
}
