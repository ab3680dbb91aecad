import ArgumentParser
import SPPipelines
import SPReporting

/// How commands that inspect one recording end.
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
