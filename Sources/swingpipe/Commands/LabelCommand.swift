import ArgumentParser
import SPBasics
import SPBatches
import SPHDF5
import SPImporting
import SPPipelines
import SPRecordings
import SPReporting
import SPTables

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "List, add or remove the labels of a recording.",
    discussion: """
      Labels say where the swings are and which swings met the ball. Scoring, training, reports and the tests of \
      pipelines use them.

      A hit or a miss is the onset of a swing's contact, with an optional start of the swing. A moment to ignore is \
      not scored. A distractor is a shock that is not a swing. Other kinds, such as dive, repetition or step, are \
      moments or intervals.

      A change replaces the file of the recording. If the command fails, the recording is unchanged.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .interrupted))
      """,
    subcommands: [LabelListCommand.self, LabelAddCommand.self, LabelRemoveCommand.self])
}

extension LabelEdit {
  /// Changes a recording's labels and reports the change. Ctrl-C leaves the recording unchanged.
  ///
  /// - Parameters:
  ///   - path: the recording.
  ///   - edit: makes the change from the present labels.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  static func perform(
    on path: String, _ edit: @escaping @Sendable (Annotations, LabelTimeline) throws -> LabelEdit
  ) async throws {
    let path = try InputArguments.recording(path)
    do {
      let done = try await Interruption.cancelling {
        try apply(to: path, by: "swingpipe \(ToolVersion.current)", edit)
      }.result
      StandardStreams.output(
        (["\(path.withoutControls): \(done.summary)"] + done.details).joined(separator: "\n") + "\n")
    } catch is CancellationError {
      throw ExitCode.interrupted
    } catch {
      StandardStreams.error("error: \((error as? Fault).map { "\(path): \($0)" } ?? "\(error)")\(hint(on: error))")
      throw exitCode(for: error)
    }
  }

  private static func exitCode(for error: any Error) -> ExitCode {
    if isWorthRetrying(error) { return .temporary }
    return error is LabelFileError || error is RecordingError || error is HDF5Error ? .unusableData : .usage
  }

  /// A hint at the option that helps; empty if no option helps.
  private static func hint(on error: any Error) -> String {
    switch (error as? LabelFileError)?.remedy {
    case .words(let words):
      let word = words.first ?? ""
      return ", as in --hit-words \(word.contains { !$0.isLetter && !$0.isNumber } ? "\"\(word)\"" : word)"
    case .clock: return "; see --clock and --offset-s"
    case .tier: return "; see --tier"
    case nil: return ""
    }
  }
}

struct LabelListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the labels of recordings in order of time.",
    usage: "swingpipe label list [<options>] <input> ...",
    discussion: """
      Shows each time on the recording's own clock and, with a plus sign, after its first sample of acceleration or \
      device motion. Commands accept both forms. An unknown start is shown as -.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData))
      """)

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "List only labels of this kind, such as dive; may be repeated. The indexes count all labels.",
      valueName: "kind"),
    transform: LabelKind.init(parsing:))
  var kind: [LabelKind] = []

  @Flag(help: "Print the labels as JSON: a list of objects, one per recording.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func run() throws {
    var found: [LabelListing] = []
    var failures = 0
    let crashes = Supervisor.crashHistory
    let outcomes = crashes.map(try InputArguments.recordings(in: inputs), for: "labels") { path in
      Result { try crashes.attempt(path, as: "labels", failsAtOnce: false) { try LabelListing(path, kinds: kind) } }
    }
    for outcome in outcomes {
      do {
        found.append(try outcome.get())
      } catch {
        StandardStreams.error("error: \(error)")
        failures += 1
      }
    }
    StandardStreams.output(
      found.map(\.text).joined(separator: "\n"), json: JSONValue.array(found.map(\.json)).pretty + "\n", isJSON: json)
    if failures > 0 { throw found.isEmpty ? ExitCode.unusableData : .someFailed }
  }
}

struct LabelRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove labels from a recording, and print them.",
    usage: """
      swingpipe label remove <recording> --at <time> [--within <s>]
                             [--kind <kind>]
      swingpipe label remove <recording> --index <index> ...
      swingpipe label remove <recording> --all [--kind <kind>]
      """,
    discussion: """
      If you remove the last swing, the recording states that it has no swings. After --all, it states nothing about \
      swings. The same applies to other kinds.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .interrupted))
      """)

  @Argument(help: "Recording, in layout version 1.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time of the label, in s on the recording's own clock or after its start: +12.5. For a swing, it is the contact.",
      valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var at: RecordingTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest distance of the label from --at, in s (default: 0.05).", valueName: "s"))
  var within: Double?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Index of a label in swingpipe label list, from 0; may be repeated.", valueName: "index"))
  var index: [Int] = []

  @Flag(help: "Remove all labels, or all labels of --kind.")
  var all = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Remove only labels of this kind, such as dive; may be repeated. Requires --at or --all.", valueName: "kind"),
    transform: LabelKind.init(parsing:))
  var kind: [LabelKind] = []

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    let asked = [("--at", at != nil), ("--index", !index.isEmpty), ("--all", all)].filter(\.1).map(\.0)
    guard asked.count == 1 else {
      let found = asked.isEmpty ? "none" : asked.joined(separator: " and ")
      throw ValidationError("expected one of --at, --index and --all, found \(found)")
    }
    if !kind.isEmpty, !index.isEmpty {
      throw ValidationError("--kind does not go with --index, which already selects labels; expected one of the two")
    }
    guard let within else { return }
    if at == nil { throw ValidationError("--within is about a moment; expected it with --at") }
    if !(within >= 0 && within.isFinite) { throw ValidationError("--within is \(within); expected 0 s or more") }
  }

  func run() async throws {
    let way: LabelChoice.Way =
      at.map { .near($0, withinS: within ?? 0.05) } ?? (all ? .all : .positions(index))
    let choice = LabelChoice(way, of: kind)
    try await LabelEdit.perform(on: recording) { annotations, timeline in
      try LabelEdit.removing(choice, from: annotations, on: timeline)
    }
  }
}
