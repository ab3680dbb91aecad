import Foundation
import Pipelines

extension Console {
  /// Standard error of the tool; what a child before this one has told is not told again.
  static let shared = Console(descriptor: STDERR_FILENO) { Supervisor.process.repeatedOutput?.isNew($0) ?? true }
}
