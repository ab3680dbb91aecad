import ArgumentParser
import SPBasics
import SPImporting
import SPRecordings

extension LabelFormat: ExpressibleByArgument {}
extension LabelClock: ExpressibleByArgument {}
extension LabelKind: ExpressibleByArgument {}

extension LabelKind {
  /// Parses the name of a kind.
  /// - Throws: `ValidationError` with the expected name.
  init(parsing text: String) throws {
    guard let kind = LabelKind(rawValue: text) else {
      throw ValidationError("\"\(text)\" is not a kind of label; expected \(Self.expectation)")
    }
    self = kind
  }
}

/// The options for reading a file of labels.
struct LabelFileArguments: ParsableArguments {
  @Option(help: "Format of the file (default: recognised by its content).")
  var format: LabelFormat?

  @Option(
    help: ArgumentHelp(
      """
      Zero of the file's times (default: recording for csv, else start). It is the zero of the recording's \
      own clock (recording), its first sample of acceleration (start), or 1970 (unix).
      """, valueName: "clock"))
  var clock: LabelClock?

  @Option(
    name: .customLong("offset-s"), parsing: .unconditional,
    help: ArgumentHelp("Time to add to the times of the file, in s (default: 0).", valueName: "s"))
  var offsetS: Double?

  @Option(help: ArgumentHelp("Tier to read from an ELAN file with several tiers.", valueName: "name"))
  var tier: String?

  @Option(parsing: .singleValue, help: Self.help(.hit, "forehand,backhand"))
  var hitWords: [String] = []

  @Option(parsing: .singleValue, help: Self.help(.miss, "air"))
  var missWords: [String] = []

  @Option(parsing: .singleValue, help: Self.help(.ignore, "unclear"))
  var ignoreWords: [String] = []

  @Option(parsing: .singleValue, help: Self.help(.distractor, "clap"))
  var distractorWords: [String] = []

  @Option(
    help: ArgumentHelp(
      "Kind of labels without a text (default: a single --kind, else see FILES OF LABELS).", valueName: "kind"),
    transform: LabelKind.init(parsing:))
  var unnamed: LabelKind?

  private static func help(_ kind: LabelKind, _ example: String) -> ArgumentHelp {
    ArgumentHelp(
      "More texts that mean \(kind.rawValue), such as \(example); may be repeated.",
      valueName: "words")
  }

  /// The given options.
  var given: [String] {
    let options: [(String, Bool)] = [
      ("--format", format != nil), ("--clock", clock != nil), ("--offset-s", offsetS != nil), ("--tier", tier != nil),
      ("--hit-words", !hitWords.isEmpty), ("--miss-words", !missWords.isEmpty),
      ("--ignore-words", !ignoreWords.isEmpty), ("--distractor-words", !distractorWords.isEmpty),
      ("--unnamed", unnamed != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  func validate() throws {
    if let offsetS, !offsetS.isFinite {
      throw ValidationError("--offset-s is \(offsetS); expected a number of seconds")
    }
    _ = try words([])
  }

  /// The meanings of texts.
  /// - Parameter others: further kinds, which texts may name. If there is just one, labels without a text are of this
  ///   kind, unless --unnamed states another kind.
  /// - Throws: `ValidationError` for an empty word, or a word with two meanings.
  private func words(_ others: [LabelKind]) throws -> LabelWords {
    func list(_ options: [String]) -> [String] {
      options.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }
    do {
      return try LabelWords(
        [
          .hit: list(hitWords), .miss: list(missWords), .ignore: list(ignoreWords), .distractor: list(distractorWords),
        ], others: others, unnamed: unnamed ?? (others.count == 1 ? others[0] : nil))
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// The labels of a file, on the clock of a recording. Columns that were not read are reported on standard error.
  /// - Parameter others: further kinds, which texts may name. If there is just one, labels without a text are of this
  ///   kind, unless --unnamed states another kind.
  /// - Throws: `FileError`, `LabelFileError`, or `ValidationError` for a word with two meanings.
  func annotations(
    from path: String, kinds others: [LabelKind] = [], on timeline: LabelTimeline
  ) throws -> Annotations {
    let track = try LabelTrack(contentsOf: path, format: format, tier: tier)
    if !track.unreadColumns.isEmpty {
      let names = track.unreadColumns.map { "\"\($0)\"" }.joined(separator: ", ")
      StandardStreams.error("\(path): \(inflected("column", for: Double(track.unreadColumns.count))) \(names) ignored")
    }
    return try track.annotations(words: words(others), clock: clock, offsetS: offsetS ?? 0, on: timeline)
  }
}
