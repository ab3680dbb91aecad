import SPBasics
import SPPipelines
import SPPython
import SPRecordings

/// The function in Python that a stage calls.
struct PythonFunctionOptions: Hashable, Sendable {
  var file = ""
  var function: String?

  /// Reads the declaration of the function.
  /// - Throws: `OptionFault`.
  func declared(_ kind: PythonFunction.Kind) throws -> PythonFunction {
    do {
      return try PythonFunction(in: file, named: function, kind: kind)
    } catch let fault as PythonFunction.Fault {
      throw OptionFault(fault.option, fault.description)
    }
  }
}

extension PythonFunctionOptions {
  /// The ports of the streams that the function receives. As long as the function is unknown, these are the ports of
  /// all streams that a function of this kind may receive.
  func streamPorts(_ kind: PythonFunction.Kind) -> [Port] {
    guard let function = try? declared(kind) else {
      let streams: [Port] = [.optionalPassing(.accelerometer), .optionalPassing(.acceleration)]
      return kind == .features ? streams + [.optionalPassing(.deviceMotion)] : streams
    }
    return function.streams.map { name in
      switch name {
      case "acceleration": .passing(.acceleration)
      case "device_motion": .passing(.deviceMotion)
      default: .passing(.accelerometer)
      }
    }
  }
}

/// Options of a stage that calls a function in Python.
protocol PythonStageOptions: StageOptions {
  var code: PythonFunctionOptions { get set }
}

extension PythonStageOptions {
  /// The options that name the function.
  /// - Parameter example: A file with a function.
  static func functionFields(example: JSONValue) -> [OptionField<Self>] {
    [
      OptionField(
        "file", \.code.file, .file(of: "a file in Python"),
        help: "File with the function, relative to the pipeline's file. Its content is part of what results depend on."
      ).required(example: example),
      .optional(
        "function", \.code.function, .string(isEmptyAllowed: false),
        help: "Name of the function; null if the file has one with the stage's decorator."),
    ]
  }
}

/// A stage that calls a function in Python.
package protocol PythonStage: Stage {
  /// The function.
  var function: PythonFunction { get }
}

extension PythonStage {
  /// The content of the function's file.
  package var fileHashes: [String: ContentHash] { ["file": function.hash] }

  /// Calls the function, and reports that work continues meanwhile.
  func call(_ message: PythonMessage, _ environment: RunEnvironment) throws -> PythonReply {
    try PythonHosts.call(message, of: function) {
      environment.progress?.touch()
      try Task.checkCancellation()
    }
  }

  /// Warns about the function's printed text, with its first lines and the number of further lines.
  func report(_ printed: [String], _ workspace: inout Workspace) {
    let lines = printed.flatMap { $0.split(separator: "\n") }
    guard !lines.isEmpty else { return }
    let rest = lines.count > 3 ? " | and \(lines.count - 3) more lines" : ""
    workspace.warn("\(function.name) printed: \(lines.prefix(3).joined(separator: " | "))\(rest)")
  }

  /// Requires that code may be executed.
  func requirePermission() throws {
    guard PythonInterpreter.isAllowed else { throw PythonNotAllowed(path: function.path) }
  }
}

extension Pipeline {
  /// The files of code that the pipeline executes, in the order of its stages.
  package var pythonFiles: [String] { stages.compactMap { ($0.stage as? any PythonStage)?.function.path } }
}

/// An error for a pipeline with code that nobody has allowed to execute.
package struct PythonNotAllowed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file with the code.
  package let path: String

  package init(path: String) { self.path = path }

  /// The file, and how to allow it.
  package var description: String {
    "the pipeline executes \(path); expected --allow-python, for code that you have read or whose author you trust"
  }
}

extension RecordingIdentity {
  /// The facts about a recording that a function in Python receives.
  var json: JSONValue {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    return [
      "recording_id": .string(recordingID), "subject_id": text(subjectID), "sport": text(sport), "wrist": text(wrist),
      "start_time_s": startTime.map { .number($0) } ?? .null,
    ]
  }
}
