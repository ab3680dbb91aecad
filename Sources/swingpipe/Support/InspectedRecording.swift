import ArgumentParser
import SPPipelines
import SPReporting
import SPStages

/// The recording that `explain` or `plot` shows, and its pipeline if an output folder names it.
struct InspectedRecording {
  /// The recording's file.
  let path: String
  /// The swing's position among the swings of the recording; nil without a swing.
  var swing: Int?
  /// The swing's time on the recording's clock, in s, if the run found it.
  var swingTimeS: Double?
  /// The pipeline of the run, or the explicit pipeline; nil if neither is given.
  var pipeline: Pipeline?
  /// Whether the pipeline differs from the pipeline of the run.
  var isOtherPipeline = false

  /// Finds the recording, in a run if one is named.
  /// - Parameters:
  ///   - argument: A recording, or the output folder of a run.
  ///   - run: The output folder whose pipeline is used; nil for none.
  ///   - swing: If the argument is an output folder, a row of the joined table of swings.
  ///     Otherwise, the `swing_index` in the recording. Both count from 0.
  ///   - overrides: Options that replace options of the run's pipeline.
  ///   - explicit: Loads the pipeline that the options name; returns nil if the options name none.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  init(
    _ argument: String, run: String?, swing: Int?, overrides: [String], explicit: (_ path: String) throws -> Pipeline?
  ) throws {
    let isFolder = EarlierRun.isOutput(argument)
    guard let folder = run ?? (isFolder ? argument : nil) else {
      path = try InputArguments.recording(argument)
      self.swing = swing
      pipeline = try explicit(path)
      return
    }
    // Options for an explicit pipeline are not options of the run's pipeline.
    let named = try explicit(argument)
    let earlier = try InspectionError.reported { try EarlierRun(in: folder, overrides: named == nil ? overrides : []) }
    if isFolder, let swing {
      let found = try InspectionError.reported { try earlier.swing(inRow: swing) }
      StandardStreams.error(found.remark)
      (path, self.swing, swingTimeS) = (found.path, found.index, found.timeS)
    } else {
      path =
        try isFolder ? InspectionError.reported { try earlier.onlyRecording() } : InputArguments.recording(argument)
      self.swing = swing
    }
    if let warning = earlier.warning(about: path) { StandardStreams.error("warning: \(warning)") }
    pipeline = named ?? earlier.pipeline
    guard let named, !earlier.isSame(named) else { return }
    isOtherPipeline = true
    StandardStreams.error(
      "warning: the run in \(folder) used the pipeline \(earlier.pipeline.name)"
        + (named.name == earlier.pipeline.name ? " with other options" : ", not \(named.name)")
        + "; expected no --pipeline, --sport or --set to explain its results")
  }
}

/// The exit codes of commands that inspect one recording.
extension InspectionError {
  /// The code that a command ends with.
  var exitCode: ExitCode {
    if isWorthRetrying { return .temporary }
    return switch kind {
    case .request: .usage
    case .nothingThere, .unsuitable: .someFailed
    case .unusableData: .unusableData
    }
  }

  /// Does work; an `InspectionError` or a `PipelineError` is written to standard error and ends the command.
  /// - Throws: an `ExitCode` for these errors; any other error as it is.
  static func reported<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as InspectionError {
      error.lines.forEach(StandardStreams.error)
      throw error.exitCode
    } catch let error as PipelineError {
      StandardStreams.error(error.diagnostics)
      throw ExitCode.pipelineFault
    }
  }
}
