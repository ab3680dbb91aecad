import Files
import HeadMotion
import Recordings
import Signals

/// The measurement of headphone motion as its samples pass.
final class HeadMeasurement {
  private var engine: HeadEngine
  private var events: [ConnectionEvent] = []

  /// Measures a stream by some rules.
  /// - Parameter folder: a folder for poses that are too many for memory; nil keeps all of them in memory.
  /// - Throws: `RecordingError` for a missing dataset.
  init(_ rules: HeadRules, of motion: PassingStream, scratch folder: String? = nil) throws {
    let names = motion.stream.datasetNames
    let derivesGravity = !names.contains("gravity")
    let hasLocation = names.contains("sensor_location")
    engine = HeadEngine(
      rules, layout: HeadMotionLayout(hasLocation: hasLocation), poses: folder.map(PoseFile.init))
    // In the order of the engine's channels. Required datasets are requested even if missing, so that the pass
    // reports it.
    let datasets =
      ["rotation_rate"] + (derivesGravity ? [] : ["gravity"]) + ["user_acceleration", "attitude"]
      + (hasLocation ? ["sensor_location"] : [])
    try motion.read(datasets) { [unowned self] block in
      // Gravity comes after the rotation rate; without it the attitude does, before the user acceleration.
      try engine.consume(derivesGravity ? block.insertingGravity(fromAttitudeAt: 6) : block)
    }
  }

  /// Takes connections and disconnections of the headphones.
  func takeConnections(_ block: SampleBlock) {
    events += zip(block.times, block.values(of: 0)).map { ConnectionEvent(time: $0, isConnected: $1 == 1) }
  }

  /// The results, once all samples have passed.
  var findings: HeadFindings {
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
