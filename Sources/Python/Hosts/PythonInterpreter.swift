import Glibc
import SPBasics
import Synchronization

/// The Python that calls the functions of pipelines.
package struct PythonInterpreter: Hashable, Sendable {
  /// The path or the name of the program.
  package let program: String

  /// What a program that runs pipelines has decided.
  private struct Choice {
    var program: String?
    var isAllowed = false
    var stallTimeoutS = 30.0
  }

  private static let choice = Mutex(Choice())

  /// The first of these that is set: the Python that the program has chosen, `SWINGPIPE_PYTHON`, the Python of the active
  /// virtual environment, `python3` in the search path.
  package static var current: PythonInterpreter {
    let chosen = choice.withLock(\.program) ?? getenv("SWINGPIPE_PYTHON").map { String(cString: $0) }
    let environment = getenv("VIRTUAL_ENV").map { String(cString: $0) + "/bin/python3" }
    return PythonInterpreter(
      program: chosen ?? environment.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "python3")
  }

  /// Whether code of pipelines may be executed. It is not, unless someone allows it.
  package static var isAllowed: Bool { choice.withLock(\.isAllowed) }

  /// The longest time that a call may take, in s; 0 for no limit.
  package static var stallTimeoutS: Double { choice.withLock(\.stallTimeoutS) }

  /// Chooses a Python for this process.
  package static func choose(_ program: String) { choice.withLock { $0.program = program } }

  /// Allows this process to execute the code of pipelines.
  package static func allow() { choice.withLock { $0.isAllowed = true } }

  /// Sets the longest time that a call may take, in s; 0 for no limit.
  package static func giveUp(after seconds: Double) { choice.withLock { $0.stallTimeoutS = seconds } }

  /// What the declarations in a file are, as the host prints them. The file is parsed in an isolated Python, and not
  /// executed.
  func declarations(in file: [UInt8]) throws -> [UInt8] {
    let child = try ChildProgram(program, ["-I", "-S", "-c", Self.host, Self.stages, "declare", "-"])
    let answer: ChildProgram.Answer
    do {
      answer = try child.exchange(file, limitS: Self.declarationsS)
    } catch let fault as PythonFault where fault.isStall {
      throw PythonFault(
        "\(program) did not read the declarations within \(JSONValue.text(of: Self.declarationsS)) s; expected a Python, "
          + "see --python", isStall: true)
    }
    guard answer.exitCode == 0 else {
      throw PythonFault(
        "\(program) could not read the declarations\(answer.lastWords.isEmpty ? "" : ": \(answer.lastWords)"); expected "
          + "Python 3.10 or later, see --python")
    }
    return answer.bytes
  }

  /// How long reading declarations may take, in s.
  private static let declarationsS = 30.0

  // The Python programs that the tool starts are compiled in: no Python package has to be installed for them.

  /// The program that reads declarations and calls functions.
  static var host: String { String(decoding: PackageResources._host_py, as: UTF8.self) }
  /// The module with the decorators, for environments without the package `swingpipe`.
  static var stages: String { String(decoding: PackageResources.stages_py, as: UTF8.self) }
}

/// An error of Python, or of a function in it.
package struct PythonFault: Error, Sendable, CustomStringConvertible {
  /// The place, the error, and the last lines of the traceback.
  package let description: String
  /// Whether a call took too long.
  package var isStall = false

  init(_ description: String, isStall: Bool = false) {
    self.description = description
    self.isStall = isStall
  }
}
