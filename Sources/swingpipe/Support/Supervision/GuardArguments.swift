import ArgumentParser
import SPHDF5
import SPPython

/// How long a command waits for a file that makes no progress.
struct GuardArguments: ParsableArguments {
  @Option(
    name: .customLong("stall-timeout-s"),
    help: ArgumentHelp(
      "Give up on a file that makes no progress for so long, as damaged ones can make HDF5 do; 0 waits for ever.",
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
