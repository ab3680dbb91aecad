import ArgumentParser
import SPRecordings
import SPReporting

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
