import ArgumentParser
import SPBasics
import SPRecordings
import SPReporting
import SPTables

struct LabelAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add labels to a recording: one, or those of a file.",
    usage: """
      swingpipe label add <recording> --contact <time> [--start <time>]
                          [--label <label>]
      swingpipe label add <recording> (--ignore <time> | --distractor <time>)
      swingpipe label add <recording> --kind <kind> (--at <time> |
                          --start <time> --end <time>)
      swingpipe label add <recording> --from <file> [--kind <kind> ...]
                          [--replace] [<options>]
      """,
    discussion: """
      Times are in s on the recording's own clock, or after its start: +12.5. A swing, or a moment of a kind, that \
      already has a label within 1 ms is an error.

      A kind is hit, miss, ignore, distractor, or any other name, such as dive, repetition or step. Its labels are moments, \
      or intervals from a start to an end.

      FILES OF LABELS (of --from):
        csv       a header with contact_time_s and perhaps start_time_s and label;
                  also contact_time, onset_time_s, onset_s, time_s or time for the
                  contact, of several the first, end_time_s or end_s for an
                  interval, and start_time or start_s; between commas, semicolons
                  or tabs; # begins a comment; a table without rows says that
                  there are no swings, or none of what its labels would be
        audacity  labels as Audacity exports them: a point is a contact, a region
                  reaches from a swing's start to its contact
        elan      ELAN's tab-delimited text, likewise; no .eaf

      Texts are hit, miss, ignore or distractor, 1 or 0, words of --hit-words and the like, or a kind of --kind. Where no \
      label has a text, all are of the one --kind, or else hits, but in a table called ignore.csv or distractors.csv, as \
      export names them, what it is called. A moment to ignore or a distractor lies in the middle of its \
      region.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .interrupted))
      """)

  /// Whether a swing met the ball.
  enum Outcome: String, ExpressibleByArgument, CaseIterable {
    case hit, miss
  }

  @Argument(help: "Recording, in layout version 1.", completion: .file(extensions: ["h5", "hdf5"]))
  var recording: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Onset of a contact, or when a miss passed the ball.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var contact: RecordingTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of that swing, if it is known, or of an interval.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var start: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("End of an interval of --kind.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var end: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Moment of --kind.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var at: RecordingTime?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Kind of the label, such as dive; with --from, a kind that its texts may name, and may be repeated.",
      valueName: "kind"),
    transform: LabelKind.init(parsing:))
  var kind: [LabelKind] = []

  @Option(help: "Whether that swing met the ball. (default: hit)")
  var label: Outcome?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Moment that counts neither for nor against a detector.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var ignore: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Shock that is not a swing.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var distractor: RecordingTime?

  @Option(
    help: ArgumentHelp("File with labels.", valueName: "file"), completion: .file(extensions: ["csv", "txt", "tsv"]))
  var from: String?

  @Flag(help: "Replace all existing labels, of whatever kind, by those of the file.")
  var replace = false

  @OptionGroup var file: LabelFileArguments

  /// The labels to add.
  private enum Source {
    case moment(LabelKind, RecordingTime)
    case file(String)
  }

  /// The labels that the options describe.
  /// - Throws: `ValidationError` if the options describe no labels or several sources of labels.
  private func source() throws -> Source {
    let named = kind.first ?? .hit
    let asked: [(option: String, source: Source?)] = [
      ("--contact", contact.map { .moment(label == .miss ? .miss : .hit, $0) }),
      ("--ignore", ignore.map { .moment(.ignore, $0) }), ("--distractor", distractor.map { .moment(.distractor, $0) }),
      ("--at", at.map { .moment(named, $0) }), ("--end", end.map { .moment(named, $0) }),
      ("--from", from.map { .file($0) }),
    ].filter { $0.source != nil }
    guard asked.count == 1, let source = asked[0].source else {
      let found = asked.isEmpty ? "none" : asked.map(\.option).joined(separator: " and ")
      throw ValidationError(
        "expected one of --contact, --ignore, --distractor, --at, --end and --from, found \(found)")
    }
    return source
  }

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    _ = try source()
    if label != nil, contact == nil { throw ValidationError("--label is about a swing; expected it with --contact") }
    if start != nil, contact == nil, end == nil {
      throw ValidationError("--start is about a swing or an interval; expected it with --contact or --end")
    }
    if (at ?? end) != nil, kind.count != 1 {
      let option = at == nil ? "--end" : "--at"
      throw ValidationError("\(option) is about a kind; expected it with one --kind, as in --kind dive")
    }
    if !kind.isEmpty, (at ?? end) == nil, from == nil {
      throw ValidationError("--kind says what is labelled; expected it with --at, --start and --end, or --from")
    }
    if end != nil, start == nil { throw ValidationError("--end is about an interval; expected it with --start") }
    if end != nil, let kind = kind.first, !kind.mayHaveStart {
      throw ValidationError("\(kind.rawValue) labels moments; expected --at")
    }
    if from == nil, let option = (replace ? ["--replace"] : file.given).first {
      throw ValidationError("\(option) is about a file of labels; expected it with --from")
    }
  }

  func run() async throws {
    let source = try source()
    try await LabelEdit.perform(on: recording) { annotations, timeline in
      switch source {
      case .moment(let kind, let time): try add(kind, at: time, to: annotations, timeline)
      case .file(let path): try add(path, to: annotations, timeline)
      }
    }
  }

  private func add(_ path: String, to present: Annotations, _ timeline: LabelTimeline) throws -> LabelEdit {
    let added = try file.annotations(from: path, kinds: kind, on: timeline)
    let name = Folder.split(path).name.withoutControls
    return try replace
      ? LabelEdit.replacing(present, by: added, from: name)
      : LabelEdit.adding(added, from: name, to: present, on: timeline)
  }

  private func add(
    _ kind: LabelKind, at time: RecordingTime, to present: Annotations, _ timeline: LabelTimeline
  ) throws -> LabelEdit {
    let origin = timeline.originS
    let made = Annotations.Label(kind: kind, startTime: start?.onClock(of: origin), time: time.onClock(of: origin))
    if let begin = made.startTime, begin >= made.time {
      throw LabelEdit.Fault(
        description:
          "--start is \(begin) s and \(end == nil ? "--contact" : "--end") \(made.time) s; expected the start before it"
      )
    }
    let edit = try LabelEdit.adding(made, to: present, on: timeline)
    if let doubt = LabelEdit.doubt(about: made, beside: present, on: timeline) {
      StandardStreams.error("warning: \(recording): \(doubt)")
    }
    return edit
  }
}
