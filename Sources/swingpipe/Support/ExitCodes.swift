import ArgumentParser

/// How swingpipe ends, as shells see it (sysexits where there is one).
extension ExitCode {
  /// Some recordings failed; the outputs of the others are valid.
  static let someFailed = ExitCode(1)
  /// The command line cannot be understood, or names inputs that are not there.
  static let usage = ExitCode(64)
  /// The pipeline is at fault.
  static let pipelineFault = ExitCode(78)
  /// Interrupted from the keyboard.
  static let interrupted = ExitCode(130)

  /// What the help says of them.
  static let explanation = """
    EXIT CODES:
      0    all well
      1    some recordings failed, or do not suit the pipeline; the others are valid
      64   the command line or an input is at fault
      78   the pipeline is at fault
      130  interrupted with Ctrl-C; nothing half-written is left
    """
}
