import Files
import HeadMotion
import Recordings
import Signals

/// The measurement of headphone motion as its samples pass.
///
/// It is `@unchecked Sendable` because the stages of one run run one after another.
final class HeadMeasurement: StreamConsumer, @unchecked Sendable {
  let selections: [StreamSelection]
  private var engine: HeadEngine
  private let derivesGravity: Bool

  /// Prepares to measure a recording by some rules.
  /// - Parameter folder: a folder for poses that are too many for memory; nil keeps all of them in memory.
  init(_ rules: HeadRules, of recording: Recording, scratch folder: String? = nil) {
    let names = recording.streams[.headphoneMotion]?.datasetNames ?? []
    derivesGravity = !names.contains("gravity")
    let hasLocation = names.contains("sensor_location")
    // In the order of the engine's channels. Required datasets are requested even if missing, so that the pass
    // reports it.
    let datasets =
      ["rotation_rate"] + (derivesGravity ? [] : ["gravity"]) + ["user_acceleration", "attitude"]
      + (hasLocation ? ["sensor_location"] : [])
    selections = [StreamSelection(.headphoneMotion, datasets)]
    engine = HeadEngine(
      rules, layout: HeadMotionLayout(hasLocation: hasLocation), poses: folder.map(PoseFile.init))
  }

  func consume(_ block: SampleBlock, of place: Int) throws {
    // Gravity comes after the rotation rate; without it the attitude does, before the user acceleration.
    try engine.consume(derivesGravity ? block.insertingGravity(fromAttitudeAt: 6) : block)
  }

  /// The results, once all samples have passed.
  func findings(events: [ConnectionEvent]) -> HeadFindings {
    let measured = engine
    return measured.finish(events: events)
  }
}

/// Poses in an unnamed file, which is created when the first ones are moved out of memory.
///
/// It is `@unchecked Sendable` because it is written during the pass and read only after it.
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
