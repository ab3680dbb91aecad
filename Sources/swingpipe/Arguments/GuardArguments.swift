import ArgumentParser
import SPHDF5
import SPPython

/// The longest time that a command waits for a file that makes no progress.
struct GuardArguments: ParsableArguments {
  @Option(
    name: .customLong("stall-timeout-s"),
    help: ArgumentHelp(
      "Give up on a file after this time without progress; 0 sets no limit",
      valueName: "s"))
  var stallTimeoutS = FileGuard.usualStallTimeoutS

  func validate() throws {
    guard stallTimeoutS >= 0, stallTimeoutS.isFinite else {
      throw ValidationError("--stall-timeout-s is \(stallTimeoutS); expected 0 or more")
    }
    Supervisor.process.giveUp(after: stallTimeoutS)
    PythonInterpreter.giveUp(after: stallTimeoutS)
  }
}
