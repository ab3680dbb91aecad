import Foundation
import Recordings
import Signals
import Simulation
import Swings
import Tables
import Testing

/// The tables of a run over a file against those of what is found live in the same samples, and by one call.
@Suite("Tables of findings without a pipeline")
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
    let found = try Recording(opening: path).findSwings(by: .standard(for: .tennis)).decided
    try expectWritten(try live(samples, path), from: start, "live")
    try expectWritten(found, from: start, "findSwings")
  }

  /// Expects findings to give the tables that the run has written.
  private func expectWritten(_ decided: DecidedSwings, from start: Double, _ source: String) throws {
    let identity = RecordingIdentity(recordingID: "live", startTime: start)
    let swings = FeatureTable(
      rows: decided.measured.map { SwingColumns.Row(identity: identity, swing: $0) }, columns: SwingColumns.all)
    let rejected = FeatureTable(
      rows: decided.rejected,
      columns: [IdentityColumns.recordingID.map { _ in identity }]
        + RejectedColumns.all.withTimeFromStart(after: SwingRows.rejected.timeColumn) { _ in start })
    #expect(swings.rowCount >= 5 && rejected.rowCount >= 5)
    for (name, table) in [("swings", swings), ("rejected", rejected)] {
      let written = try Data(contentsOf: URL(fileURLWithPath: folder("out/\(name)/live.csv")))
      let isSame = written == Data(CSV.encode(table))
      #expect(isSame, "\(name) by \(source)")
    }
  }

  @Test("findSwings corrects late device motion as the reader does, and names a stream that is missing")
  func correction() throws {
    var samples = try samples(.whole)
    for row in samples.motion.time.indices { samples.motion.time[row] += 0.02 }
    let path = folder("live.h5")
    try samples.write(to: path, recordingID: "live")
    let pipeline = try TestPipelines.loadWritingText("tennis.json", overrides: ["in.correct_motion_offset=true"])
    _ = try pipeline.run(on: path, environment: .init(outputFolder: folder("out")))
    let rules = SwingRules.standard(for: .tennis)
    let corrected = try Recording(opening: path).findSwings(by: rules, correctingMotion: .measured).decided
    let start = try #require([samples.acceleration.time.first, samples.motion.time.first].compactMap(\.self).min())
    try expectWritten(corrected, from: start, "findSwings")
    #expect(try Recording(opening: path).findSwings(by: rules).decided.swings != corrected.swings)

    samples.motion.datasets["gravity"] = nil
    samples.motion.datasets["attitude"] = nil
    try samples.write(to: folder("none.h5"), recordingID: "none")
    let error = #expect(throws: RecordingError.self) { try Recording(opening: folder("none.h5")).findSwings() }
    #expect("\(try #require(error))".contains("gravity"))
    let impacts = try Recording(opening: folder("none.h5")).findSwings(by: SwingRules())
    #expect(!impacts.impacts.isEmpty && impacts.decided.swings.isEmpty)
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
