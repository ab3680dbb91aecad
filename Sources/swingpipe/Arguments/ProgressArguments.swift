import ArgumentParser
import Logging
import SPBatches

/// The output of a command to standard error while it works.
struct ProgressArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Write only errors to standard error.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Format of standard error; json writes one object per line",
      discussion: """
        A terminal shows a progress line for each active recording and a line for the whole batch. Other outputs get a \
        line now and then. The remaining time is estimated from bytes. Objects have "time", "level", "event" and \
        "message".
        """,
      valueName: "format"))
  var logFormat = Console.Format.text

  func validate() throws { Console.shared.use(logFormat) }

  /// The logger for a library's messages.
  var logger: Logger { StandardErrorLog.logger(quiet: quiet) }

  /// The observers that show progress; empty if the command is quiet.
  var display: [any BatchObserver] { quiet ? [] : [ProgressReporter(to: Console.shared)] }

  /// Whether a command line requests JSON, even if the command line is invalid: the error is then written as JSON.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    let words = Array(arguments.prefix { $0 != "--" })
    return words.contains("--log-format=json")
      || zip(words, words.dropFirst()).contains { $0 == "--log-format" && $1 == "json" }
  }
}

extension Console.Format: ExpressibleByArgument {}
