import Glibc

/// How a supervised program ended, for the process that watched it.
public struct SupervisedEnding {
  /// Why there will be no other process.
  public enum Reason: Hashable, Sendable {
    /// The last process ended by itself, with this status.
    case exit(Int32)
    /// A signal ended the last process.
    case signal(Int32)
    /// The last process was killed, or did not end in time after it was asked to.
    case killed
    /// Processes ended again and again, for no file that could be to blame.
    ///
    /// - Parameters:
    ///   - sentence: a description.
    ///   - wasKilled: whether the system killed them, as it does if memory is short: a retry may succeed.
    case unexplained(sentence: String, wasKilled: Bool)
  }

  /// Why there will be no other process.
  public let reason: Reason
  /// Whether a signal that asks programs to end was passed on to the last process.
  public let wasAskedToEnd: Bool
  private let signals: SignalRelay

  init(_ reason: Reason, _ signals: SignalRelay) {
    self.reason = reason
    wasAskedToEnd = signals.wasPassedOn
    self.signals = signals
  }

  /// Ends this process by a signal, so that a shell knows of it.
  public func raise(_ number: Int32) -> Never {
    signals.restore()
    signals.release()
    signal(number, SIG_DFL)
    Glibc.raise(number)
    exit(128 + number)
  }
}
