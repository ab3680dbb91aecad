import ArgumentParser
import SPBasics
import SPBatches
import SPImporting
import SPPipelines
import SPWorkoutPlans

/// The exit codes of swingpipe, from sysexits.h if it has a suitable code.
extension ExitCode {
  /// Some recordings failed. The outputs of all other recordings are valid.
  static let someFailed = ExitCode(1)
  /// The command line cannot be understood, or names inputs that do not exist.
  static let usage = ExitCode(64)
  /// The data are at fault, and a retry does not help.
  static let unusableData = ExitCode(65)
  /// A failure that is worth a retry, such as a full disk, an I/O error, or input that changed while it was read.
  static let temporary = ExitCode(75)
  /// The pipeline is at fault.
  static let pipelineFault = ExitCode(78)
  /// Interrupted from the keyboard.
  static let interrupted = ExitCode(130)

  /// The text on exit codes for a command's help.
  ///
  /// - Parameters:
  ///   - codes: The codes that the command ends with.
  ///   - success: The meaning of 0, if it is more than success.
  ///   - someFailed: The meaning of `someFailed`, if it is not about recordings.
  ///   - pipelineFault: The meaning of `pipelineFault`, if it is not about a pipeline.
  static func explanation(
    _ codes: ExitCode..., success: String? = nil, someFailed: String? = nil, pipelineFault: String? = nil
  ) -> String {
    let lines = meanings.filter { codes.contains($0.code) }.map { code, meaning in
      let own =
        code == .success
        ? success : code == .someFailed ? someFailed : code == .pipelineFault ? pipelineFault : nil
      return "  \(code.rawValue)".padded(to: 7) + (own ?? meaning)
    }
    return (["EXIT CODES:"] + lines).joined(separator: "\n")
  }

  // Each meaning is short enough for a line of 80 columns.
  private static let meanings: [(code: ExitCode, meaning: String)] = [
    (.success, "success"),
    (.someFailed, "some recordings failed or are unsuited; all other results are valid"),
    (.usage, "the command line or an input is wrong"),
    (.unusableData, "the data are wrong: a retry will not help"),
    (.temporary, "a retry may help: no space, an I/O error, or an input that changed"),
    (.pipelineFault, "the pipeline is wrong"),
    (.interrupted, "interrupted with Ctrl-C; no half-written file is left"),
  ]
}

/// Runs work of a library. An error is written to standard error and becomes an exit code.
/// - Parameters:
///   - option: The option that the messages name; nil for none.
///   - code: The exit code to throw; nil for the code of the error.
///   - work: The work.
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
/// - Returns: the exit code for the error.
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
