import SPBasics
import SPRecordings

/// The estimate of gravity and attitude for tables without them.
enum EstimatedGravity {
  /// The note on a recording with the estimate, or on a recording that keeps its motion; empty if no estimate is
  /// wanted.
  /// - Parameter motion: the datasets of the source's device motion.
  static func notes(isWanted: Bool, isMade: Bool, motion: Set<String>) -> [String] {
    guard isWanted else { return [] }
    guard !isMade else {
      return ["device_motion: gravity and attitude are estimated from rotation rate and acceleration"]
    }
    let reason =
      motion.isDisjoint(with: ["gravity", "attitude"])
      ? "it lacks a rotation rate or an acceleration to estimate gravity from" : "it has gravity or attitude"
    return ["without effect on this source: --estimate-gravity, as \(reason)"]
  }

  /// Writes tables with the estimate, which needs the whole recording. The rows therefore go through a temporary
  /// recording.
  ///
  /// - Parameters:
  ///   - folder: a folder with space for a second copy of the recording.
  ///   - writer: a writer without streams.
  ///   - advanced: called with the finished fraction.
  /// - Returns: the spans of time of the streams, and the changes to their rows.
  /// - Throws: `ImportError`, the errors of reading and writing, `CancellationError`.
  static func write(
    _ tables: TableImport, _ attributes: RecordingAttributes, in folder: String, into writer: RecordingWriter,
    advanced: (Double) -> Void
  ) throws -> ImportedRows {
    let scratch = try PendingFile(for: folder + "/.measured")
    let measured = try RecordingWriter(path: scratch.temporaryPath, attributes: attributes)
    let rows = try tables.run(into: measured) { advanced(0.5 * $0) }
    try measured.finish()
    var options = ImportOptions()
    options.format = .swingpipe
    options.estimatesGravity = true
    let file = try RecordingImport(scratch.temporaryPath, options) { [] }
    var estimated = ImportedRows(rows.repairs)
    estimated += try file.run(into: writer) { advanced(0.5 + 0.5 * $0) }
    try file.close()
    return estimated
  }
}

extension TableImport {
  /// Whether gravity is to be estimated, and the tables have the necessary datasets.
  var estimatesGravity: Bool {
    let motion = datasets(of: .deviceMotion)
    return options.estimatesGravity && motion.contains("rotation_rate") && !motion.contains("gravity")
      && !motion.contains("attitude") && datasets(of: .accelerometer).contains("acceleration")
  }
}
