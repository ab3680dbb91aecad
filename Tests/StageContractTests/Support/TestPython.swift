import Foundation
import SPPipelines
import SPPython

/// The Python with NumPy that stages in Python are tested with: `make python` makes it.
enum TestPython {
  /// The stages that need it.
  static let types: Set<StageType> = ["features.python", "detectors.python"]

  private static let program = Project.root + "/.build/python/bin/python"

  /// Whether it is there. If so, these tests execute the project's own functions with it.
  static let isReady: Bool = {
    guard FileManager.default.isExecutableFile(atPath: program) else { return false }
    PythonInterpreter.choose(program)
    PythonInterpreter.allow()
    return true
  }()
}
