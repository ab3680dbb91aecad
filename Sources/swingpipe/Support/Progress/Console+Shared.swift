import Glibc
import SPBatches

extension Console {
  /// Standard error of the tool; messages that an earlier child process has written are not repeated.
  static let shared = Console(descriptor: STDERR_FILENO) { Supervisor.process.repeatedOutput?.isNew($0) ?? true }
}
