import ArgumentParser
import SPBasics
import SPBatches
import SPImportBatches
import SPImporting
import SPStages

struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make recordings from the files of other programs: CSV, zip, FIT, TCX, GPX, UDDF, HDF5, MATLAB.",
    discussion: """
      Writes a recording, OUTPUT/<recording_id>.h5 in layout version 1, for each file. A folder becomes one recording \
      if it contains Sensor Logger's Metadata.csv or several of its sensor files, phyphox's meta, or the \
      recording.json of an export. Other folders are searched for files. So are zip archives of activities, such as \
      the bulk exports of Strava and Garmin.

      A file with several workouts or dives becomes several recordings, such as OUTPUT/<recording_id>-1-swimming.h5. \
      For an export of Apple Health, the command writes OUTPUT/<recording_id>-<start>.h5 for each workout.

      The format is recognised by the content:

      \(ImportFormat.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      The import converts values to the units of the layout, and signs to Apple's frames, in which gravity points \
      down. Rows change only if an option asks for it. The import reports faults, and swingpipe check --details lists \
      them again. Each recording stores its source and all changes.

      If you repeat the command, it imports only the remaining sources. An existing recording is an error if it was \
      imported from other contents, with other options or by another version, because you may have added labels to it. \
      --overwrite replaces it. If a source fails, the import reports the failure and continues.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData, .temporary, .interrupted))
      """)

  @Argument(
    help: ArgumentHelp("Files, or folders to search.", valueName: "source"),
    completion: .file(extensions: ImportSource.extensions.sorted()))
  var sources: [String]

  @Option(name: .shortAndLong, help: "Folder for the recordings, created if missing.", completion: .directory)
  var output: String

  @OptionGroup var arguments: ImportArguments

  @OptionGroup var labelArguments: ImportLabelArguments

  @Option(
    name: [.customShort("j", allowingJoined: true), .long], parsing: .unconditional,
    help: "How many sources to import at a time (default: one per granted processor).")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Join all sources into one recording with this id. The sources must be text files on the same clock.",
      valueName: "id"))
  var join: String?

  @Flag(help: "Replace existing recordings. Labels that you added to them are lost.")
  var overwrite = false

  @Flag(help: "Start no new source after a failure.")
  var failFast = false

  @Flag(help: "Print the result of each source as JSON.")
  var json = false

  @OptionGroup var progress: ProgressArguments

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    try OutputArgument.validate(output, apartFrom: sources)
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
    guard arguments.startTime == nil || found.sources.count == 1 else {
      StandardStreams.error(
        "error: --start-time dates one recording, but these are \(counted(found.sources.count, "source")); expected one source"
      )
      throw ExitCode.usage
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
