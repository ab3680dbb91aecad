import ArgumentParser
import SPBasics
import SPPipelines
import SPRecordings
import SPReporting

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
