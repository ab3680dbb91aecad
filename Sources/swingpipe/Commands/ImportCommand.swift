import ArgumentParser
import SPBasics
import SPBatches
import SPImportBatches
import SPImporting
import SPStages

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make recordings from other programs' files: CSV, zip, FIT, TCX, GPX, UDDF, HDF5, MATLAB.",
    discussion: """
      Writes OUTPUT/<recording_id>.h5, in layout version 1, for each file. A folder with the files of one recording \
      (Sensor Logger's Metadata.csv, phyphox's meta, or the recording.json of an export beside them) becomes one \
      recording; other folders are searched, and so are zip archives of activities, such as the bulk exports of \
      Strava and Garmin. A file with several workouts or dives becomes a recording for each, such as \
      OUTPUT/<recording_id>-1-swimming.h5, and an export of Apple Health OUTPUT/<recording_id>-<start>.h5 for each \
      workout. The format is recognised by the content:

      \(ImportFormat.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      Values are converted to the units of the layout and the signs of Apple's frames, in which gravity points down. \
      Nothing else about the rows is changed unless an option says so; faults are reported, and swingpipe info \
      reports them again. The recording keeps where it came from and what was done to it.

      A second import does what is left. A recording that was imported from other contents, with other options, or by \
      another version is an error, since labels may have been added to it: --overwrite imports it again. A source \
      that fails is reported and the others go on.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .interrupted))
      """)

  @Argument(
    help: ArgumentHelp("Files, and folders that are searched.", valueName: "source"),
    completion: .file(extensions: ImportSource.extensions.sorted()))
  var sources: [String]

  @Option(name: .shortAndLong, help: "Folder for the recordings; it is made if it is missing.", completion: .directory)
  var output: String

  @OptionGroup var arguments: ImportArguments

  @OptionGroup var labelArguments: ImportLabelArguments

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: "How many sources to work on at a time (default: the processors that the system or scheduler grants).")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Join all sources into one recording with this id: text files whose timestamps are on one clock.",
      valueName: "id"))
  var join: String?

  @Flag(help: "Replace recordings that exist already, with the labels that were added to them.")
  var overwrite = false

  @Flag(help: "Start no further source once one has failed.")
  var failFast = false

  @Flag(help: "Print what became of each source on standard output, as JSON.")
  var json = false

  @OptionGroup var progress: ProgressArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try OutputArgument.validate(output)
    if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); expected 1 or more") }
    if join?.isEmpty == true { throw ValidationError("--join is empty; expected an identifier") }
    guard !sources.isEmpty else { throw ValidationError("no source is given; expected files or folders") }
  }

  func run() async throws {
    var options = try arguments.options()
    if options.mapping == nil, options.format == nil { options.textMappings = KnownTextMappings.all }
    let excluded = labelArguments.files.union([Folder.realPath(output)])
    let mappings = options.textMappings
    let found = try telling {
      try ImportSource.search(sources, joinedAs: join, excluding: excluded, scratch: output, by: mappings)
    }
    if !progress.quiet { found.notes.forEach(StandardStreams.error) }
    try OutputArgument.create(output)
    var importer = Importer(options, toolVersion: ToolVersion.current)
    importer.knownMappings = { KnownMappings.all }
    var batch = ImportBatch(importer, into: output)
    batch.labels = try labelArguments.labels(for: found.sources)
    batch.jobs = jobs ?? batch.jobs
    batch.replaces = overwrite
    batch.stopsAtFailure = failFast
    batch.observers = BatchObservers(progress.display)
    batch.crashes = Supervisor.crashHistory
    let (outcome, wasInterrupted) = try await Interruption.cancelling { [batch] in try await batch.run(found.sources) }
    if json { StandardStreams.output(json: try outcome.json()) }
    for report in outcome.reports where report.status == .failed || !progress.quiet {
      report.lines.forEach(StandardStreams.error)
    }
    if wasInterrupted {
      StandardStreams.error(outcome.interruption)
      throw ExitCode.interrupted
    }
    guard let failure = outcome.failure else { return }
    StandardStreams.error(failure)
    if outcome.isWorthRetrying {
      StandardStreams.error("a retry may succeed: run the same command again")
      throw ExitCode.temporary
    }
    throw outcome.count(.failed) == outcome.reports.count ? ExitCode.unusableData : ExitCode.someFailed
  }
}
