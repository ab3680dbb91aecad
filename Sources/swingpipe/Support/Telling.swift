import ArgumentParser
import SPBasics
import SPBatches
import SPImporting
import SPPipelines
import SPWorkoutPlans

/// Runs work of a library; an error is written to standard error and becomes an exit code.
/// - Parameters:
///   - option: the option that the messages name; nil for none.
///   - code: the code that is thrown; nil for the one that fits the error.
///   - work: the work.
/// - Throws: `ExitCode`.
@discardableResult
func telling<Result>(option: String? = nil, as code: ExitCode? = nil, _ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch {
    let fitting = told(error, option: option)
    throw code ?? fitting
  }
}

/// Writes an error of a library to standard error.
/// - Returns: the exit code that fits it.
func told(_ error: any Error, option: String? = nil) -> ExitCode {
  switch error {
  case let code as ExitCode: return code
  case let error as PipelineError:
    StandardStreams.error(error.diagnostics)
    return .pipelineFault
  case let error as PlanError:
    error.faults.forEach { StandardStreams.error("\($0)") }
    return .pipelineFault
  default:
    let messages =
      switch error {
      case let fault as InputSearch.Fault: fault.messages
      case let fault as ImportSource.Fault: fault.messages
      default: ["\(error)"]
      }
    for message in messages { StandardStreams.error("error: " + (option.map { "\($0): " } ?? "") + message) }
    return isWorthRetrying(error) ? .temporary : .usage
  }
}
