import ArgumentParser
import Inspection
import Recordings

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
    try await LabelEdit.perform(on: recording) { annotations, timeline in
      let labels = annotations.labels
      guard !labels.isEmpty || (all && !annotations.labelledSets.isEmpty) else {
        throw LabelEdit.Fault(description: "has no labels; nothing was removed")
      }
      if all, kind.isEmpty { return LabelEdit.removing(at: nil, from: annotations, on: timeline) }
      // A swing's hits and misses are labelled together.
      let sets: Set<LabelSet> = all ? annotations.labelledSets.filter { Set($0.kinds).isSubset(of: kind) } : []
      let positions = try positions(in: labels, sets, timeline.originS)
      return LabelEdit.removing(at: positions, unlabelling: sets, from: annotations, on: timeline)
    }
  }

  /// The positions of the labels to remove; there may be none of the sets, which are labelled as having none.
  private func positions(
    in labels: [Annotations.Label], _ sets: Set<LabelSet>, _ origin: Double
  ) throws -> Set<Int> {
    if let wrong = index.first(where: { !labels.indices.contains($0) }) {
      throw LabelEdit.Fault(description: "has no label \(wrong); expected --index from 0 to \(labels.count - 1)")
    }
    let candidates = labels.indices.filter { kind.isEmpty || kind.contains(labels[$0].kind) }
    guard !candidates.isEmpty || !sets.isEmpty else {
      let named = kind.map(\.rawValue).joined(separator: " or ")
      throw LabelEdit.Fault(description: "has no label of the kind \(named); nothing was removed")
    }
    guard let at else { return Set(all ? candidates : index) }
    let moment = at.onClock(of: origin)
    let reach = within ?? 0.05
    func told(_ position: Int) -> String { "index \(position), \(LabelWording.text(labels[position], start: origin))" }
    let near = candidates.sorted { abs(labels[$0].time - moment) < abs(labels[$1].time - moment) }
    // The margin allows for the rounding of decimal numbers: 12.55 - 12.5 exceeds 0.05 in Double.
    let found = near.filter { abs(labels[$0].time - moment) <= reach + 1e-9 }
    guard let first = found.first else {
      throw LabelEdit.Fault(
        description: "has no label within \(reach) s of \(moment) s; the nearest is \(near.first.map(told) ?? "none")")
    }
    guard found.count == 1 else {
      throw LabelEdit.Fault(
        description:
          "has \(found.count) labels within \(reach) s of \(moment) s: \(found.map(told).joined(separator: "; ")); "
          + "expected --index, or a smaller --within")
    }
    return [first]
  }
}
