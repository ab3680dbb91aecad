import CProcess
import Glibc
import SPHDF5
import Synchronization

/// Passes the signals that ask the program to end on to its child, and tells when the child has not ended in time.
///
/// A signal that the caller has set to be ignored, as `nohup` does with a hang-up, stays ignored in parent and
/// children.
final class SignalRelay {
  private static let all = [SIGINT, SIGTERM, SIGHUP]
  /// A shell and a tool like `timeout` may each pass on the same signal: a second one this soon after the first, in s,
  /// does not count.
  private static let echoS = 1.0
  /// How long a child may take to end in good order, in s.
  private static let graceS = 1.7
  /// How long it may take after a second request, in s.
  private static let secondGraceS = 0.5

  /// The descriptor to which the handler writes the number of a signal.
  private static let inlet = Atomic<Int32>(-1)

  private let handled = all.filter { cprocess_ignores($0) == 0 }
  private let outlet: Int32
  private var first: ContinuousClock.Instant?
  private var end: ContinuousClock.Instant?

  /// Nil if the system has no pipe left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    outlet = ends[0]
    for descriptor in ends {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    Self.inlet.store(ends[1], ordering: .relaxed)
  }

  /// Whether a signal has been passed on.
  var wasPassedOn: Bool { first != nil }

  /// Blocks the signals until there is a child to pass them on to.
  func hold() { set(SIG_BLOCK) }

  /// Unblocks the signals, and delivers the waiting signals.
  ///
  /// It is also needed at the start: a thread that blocks signals may have started the program with blocked signals.
  func release() { set(SIG_UNBLOCK) }

  /// Installs the handler of the signals.
  func begin() {
    for number in handled {
      signal(number) { number in
        let code = errno
        var byte = UInt8(number)
        _ = write(SignalRelay.inlet.load(ordering: .relaxed), &byte, 1)
        errno = code
      }
    }
  }

  /// Gives the signals their default action again.
  func restore() { for number in handled { signal(number, SIG_DFL) } }

  /// Whether a child that was asked to end has not done so in time.
  var isOverdue: Bool { end.map { $0 <= .now } ?? false }

  /// Waits until a child has ended, or must be checked again, and passes signals on to the first child.
  func pause(for children: [GuardedProcess]) {
    let left = end.map { max(0, ($0 - .now) / .seconds(1)) } ?? .infinity
    if GuardedProcess.pause(children, for: left, or: outlet), let first = children.first { passOn(to: first.id) }
  }

  private func passOn(to process: pid_t) {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = read(outlet, &numbers, numbers.count)
    for number in numbers.prefix(max(0, count)).map(Int32.init) {
      let now = ContinuousClock.now
      let isSecond = first.map { (now - $0) / .seconds(1) > Self.echoS } ?? false
      first = first ?? now
      // The first Ctrl-C asks for an end in good order, without a time limit. A second one, or another signal, sets a
      // limit.
      if number != SIGINT || isSecond {
        let latest = now + .seconds(isSecond ? Self.secondGraceS : Self.graceS)
        end = min(end ?? latest, latest)
      }
      // Signals of the terminal have reached the child already. The child ignores a second signal that comes so soon.
      kill(process, number)
    }
  }

  private func set(_ how: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Self.all { sigaddset(&signals, number) }
    sigprocmask(how, &signals, nil)
  }
}
