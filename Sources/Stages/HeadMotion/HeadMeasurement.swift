import Files
import HeadMotion
import Recordings
import Signals

/// What is measured of headphone motion as its samples pass.
///
/// It is `@unchecked Sendable` because the stages of one run work one after another.
final class HeadMeasurement: StreamConsumer, @unchecked Sendable {
  let selections: [StreamSelection]
  private var engine: HeadEngine
  private let derivesGravity: Bool

  /// Prepares to measure a recording by some rules.
  /// - Parameter folder: where poses may be put that are too many for memory; nil holds all of them.
  init(_ rules: HeadRules, of recording: Recording, scratch folder: String? = nil) {
    let names = recording.streams[.headphoneMotion]?.datasetNames ?? []
    derivesGravity = !names.contains("gravity")
    let hasLocation = names.contains("sensor_location")
    // In the order of the engine's channels. What it cannot do without is asked for even where it is missing, so that
    // the pass says so.
    let datasets =
      ["rotation_rate"] + (derivesGravity ? [] : ["gravity"]) + ["user_acceleration", "attitude"]
      + (hasLocation ? ["sensor_location"] : [])
    selections = [StreamSelection(.headphoneMotion, datasets)]
    engine = HeadEngine(
      rules, layout: HeadMotionLayout(hasLocation: hasLocation), poses: folder.map(PoseFile.init))
  }

  func consume(_ block: SampleBlock, of place: Int) throws {
    // Gravity comes behind the rotation rate; without it the attitude follows that and the user acceleration.
    try engine.consume(derivesGravity ? block.insertingGravity(fromAttitudeAt: 6) : block)
  }

  /// What was found, once all samples have passed.
  func findings(events: [ConnectionEvent]) -> HeadFindings {
    let measured = engine
    return measured.finish(events: events)
  }
}

/// Poses in a file without a name, which is made when the first ones are put away.
///
/// It is `@unchecked Sendable` because it is written during the pass and only read after it.
private final class PoseFile: PoseStore, @unchecked Sendable {
  private let folder: String
  private var file: UnnamedFile?

  init(_ folder: String) { self.folder = folder }

  func append(_ poses: [StoredPose]) throws {
    let file = try self.file ?? UnnamedFile(in: folder)
    self.file = file
    try file.append(poses)
  }

  func read(_ range: Range<Int>) throws -> [StoredPose] { try file?.read(range) ?? [] }
}
