import CProcess
import Foundation
import Synchronization

/// The signals that ask the program to end, which a parent passes on to its child.
///
/// One that the caller has set to be ignored, as `nohup` does with a hang-up, stays so in parent and children.
struct PassedSignals {
  private static let all = [SIGINT, SIGTERM, SIGHUP]
  private static let child = Atomic<pid_t>(0)
  private static let isPassed = Atomic(false)

  private let handled = all.filter { cprocess_ignores($0) == 0 }

  /// Whether one of them has been passed on.
  var wasPassedOn: Bool { Self.isPassed.load(ordering: .relaxed) }

  /// Has signals wait until there is a child to pass them on to.
  func hold() { set(SIG_BLOCK) }

  /// Lets signals through, those that waited first.
  ///
  /// Programs that start others from threads of theirs may also hand down signals that are blocked.
  func release() { set(SIG_UNBLOCK) }

  /// Passes signals on to a process from now on.
  func passOn(to process: pid_t) {
    Self.child.store(process, ordering: .relaxed)
    Self.isPassed.store(false, ordering: .relaxed)
    for number in handled {
      signal(number) { number in
        PassedSignals.isPassed.store(true, ordering: .relaxed)
        // Those of the terminal have reached the child already, which takes a second one so soon for an echo.
        kill(PassedSignals.child.load(ordering: .relaxed), number)
      }
    }
  }

  /// Has signals do what they did before.
  func restore() { for number in handled { signal(number, SIG_DFL) } }

  private func set(_ how: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Self.all { sigaddset(&signals, number) }
    sigprocmask(how, &signals, nil)
  }
}
