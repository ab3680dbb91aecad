import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPReporting

struct LabelListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the labels of recordings in the order of time.",
    usage: "swingpipe label list [<options>] <input> ...",
    discussion: """
      Times are shown on the recording's own clock and, with a plus, after its first sample of acceleration or device \
      motion: in the two forms in which commands take them. A start that is not known is -.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData))
      """)

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "List the labels of this kind alone, such as dive; may be repeated. Their indexes stay those among all labels.",
      valueName: "kind"),
    transform: LabelKind.init(parsing:))
  var kind: [LabelKind] = []

  @Flag(help: "Print them as JSON, a list with one object per recording.")
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
