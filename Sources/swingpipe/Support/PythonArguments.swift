import ArgumentParser
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
    if let python { PythonInterpreter.choose(python) }
    if allowPython { PythonInterpreter.allow() }
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
