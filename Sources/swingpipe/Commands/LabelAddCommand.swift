import ArgumentParser
import SPBasics
import SPRecordings
import SPReporting
import SPTables

struct LabelAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a label, or the labels of a file, to a recording.",
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
      Times are in s on the recording's own clock, or after its start: +12.5. A moment can have only one label of a \
      kind: a second label within 1 ms is an error. Hits and misses count as one kind. An interval counts by its end.

      A kind is hit, miss, ignore, distractor, or any other name, such as dive, repetition or step. Labels are \
      moments, or intervals from a start to an end. The kinds ignore and distractor have only moments.

      FILES OF LABELS (--from):
        csv       A table with a header, separated by commas, semicolons or tabs.
                  The contact, moment or end is in the first of these columns:
                  contact_time_s, contact_time, onset_time_s, onset_s, end_time_s,
                  end_s, time_s, time. Optional columns are label, and
                  start_time_s, start_time or start_s. In a table with an end,
                  time_s or time is the start. # begins a comment. An empty table
                  states that the recording has no labels of its kind.
        audacity  Labels as Audacity exports them. A point is a contact. A region
                  reaches from the start of a swing to its contact.
        elan      ELAN's tab-delimited text, with the same meaning. Not .eaf.

      The text of a label is hit, miss, ignore, distractor, 1 or 0, a word of --hit-words and similar options, or a \
      kind of --kind. Labels without a text are of the kind --unnamed or, if you give a single --kind, of this kind. \
      Without both, a file without any text contains hits. Files named ignore.csv and distractors.csv, as swingpipe \
      export writes them, contain moments to ignore and distractors. A region of these two kinds is stored as its \
      middle.

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
    help: ArgumentHelp(
      "Onset of a swing's contact. For a miss, it is the time at which the swing passed the ball.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var contact: RecordingTime?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Start of the swing (optional) or of the interval.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var start: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("End of the interval; requires --kind and --start.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var end: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Time of the moment; requires --kind.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var at: RecordingTime?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Kind of the label, such as dive. With --from, it is a kind that texts may name, and may be repeated.",
      valueName: "kind"),
    transform: LabelKind.init(parsing:))
  var kind: [LabelKind] = []

  @Option(help: "Whether the swing met the ball (default: hit).")
  var label: Outcome?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Moment that scoring ignores.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var ignore: RecordingTime?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Time of a shock that is not a swing.", valueName: "time"),
    transform: RecordingTime.init(parsing:))
  var distractor: RecordingTime?

  @Option(
    help: ArgumentHelp("File of labels.", valueName: "file"), completion: .file(extensions: ["csv", "txt", "tsv"]))
  var from: String?

  @Flag(help: "Replace all existing labels, of any kind, by the file's labels.")
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
      throw ValidationError("--kind needs a time or a file; expected it with --at, --start and --end, or --from")
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
