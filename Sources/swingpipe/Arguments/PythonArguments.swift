import ArgumentParser
import FoundationEssentials
import Glibc
import SPPipelines
import SPPython
import SPStages

/// The permission to execute the code of a pipeline, and the Python to use.
struct PythonArguments: ParsableArguments {
  @Flag(
    help: "Run the pipeline's Python code. Use this option only if you have read the code or trust its author.")
  var allowPython = false

  @Option(
    help: ArgumentHelp(
      "Python for the pipeline's code (default: the active virtual environment's, or python3).",
      valueName: "program"),
    completion: .file())
  var python: String?

  func validate() throws {
    if python?.isEmpty == true { throw ValidationError("--python is empty; expected a program") }
    if let python {
      guard Self.isProgram(python) else {
        throw ValidationError("--python is \(python), which is not a program; expected a Python, such as python3")
      }
      PythonInterpreter.choose(python)
    }
    if allowPython { PythonInterpreter.allow() }
  }

  /// Whether there is a program at a path, or of a name in the folders of PATH.
  private static func isProgram(_ name: String) -> Bool {
    guard !name.contains("/") else { return access(name, X_OK) == 0 }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Requires that the code of a pipeline may be executed, if it has any.
  /// - Throws: `ExitCode.pipelineFault`, after the reason was written to standard error.
  func check(_ pipeline: Pipeline) throws {
    guard !allowPython, let file = pipeline.pythonFiles.first else { return }
    StandardStreams.error("error: \(PythonNotAllowed(path: file))")
    throw ExitCode.pipelineFault
  }

  /// The options in the form of a command line, for a script.
  var words: [String] {
    (allowPython ? ["--allow-python"] : []) + (python.map { ["--python", $0] } ?? [])
  }
}
