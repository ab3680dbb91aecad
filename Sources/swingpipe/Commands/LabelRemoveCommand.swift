import ArgumentParser
import SPRecordings
import SPReporting

struct LabelRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove labels from a recording, and say which.",
    usage: """
      swingpipe label remove <recording> --at <time> [--within <s>]
                             [--kind <kind>]
      swingpipe label remove <recording> --index <index> ...
      swingpipe label remove <recording> --all [--kind <kind>]
      """,
    discussion: """
      A recording whose last swing was removed states that it has no swings; after --all it no longer states anything \
      about swings. The same holds for other kinds.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .interrupted))
      """)

  @Argument(help: "Recording, in layout version 1.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Contact of a swing, or another labelled moment, in s on the recording's own clock or after its start: +12.5.",
      valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var at: RecordingTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far from --at the label may lie, in s. (default: 0.05)", valueName: "s"))
  var within: Double?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Position of a label in swingpipe label list, from 0; may be repeated.", valueName: "index"))
  var index: [Int] = []

  @Flag(help: "Remove all labels, of whatever kind unless --kind says which.")
  var all = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "With --at or --all, remove labels of this kind alone, such as dive; may be repeated.", valueName: "kind"),
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
      throw ValidationError("--kind is given with --index, which says which labels already; expected one of them")
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
