import ArgumentParser
import FoundationEssentials
import Glibc
import SPBasics
import SPBatches
import SPReporting

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a web page of a run with metrics, pictures, data quality and failures.",
    usage: """
      swingpipe report <output> ... [--output <file>] [--split-by <column>]
                       [--units <a,b,...>] [--compare-rate-hz <rate>]
                       [--max-swings <count>] [--quiet]
      """,
    discussion: """
      Writes one HTML file that needs no network and no other files. It shows what was run, the outcome of each \
      recording, the spread of the metrics of hits and misses, and a picture of each swing, aligned at the contact. \
      The page is for browsers, phones and paper.

      The page compares sessions by their main metrics, person by person, with the change from one session to the \
      next. A session is one day of one person. With --split-by, it compares the values of a column of the main table \
      instead, such as wrist. Several folders make one report: swingpipe report monday tuesday.

      For other pipelines, the page shows their results. Dives: depth profiles. Workouts: power, heart rate, the power \
      curve and the time in zones. Heads: angles, postures and repetitions.

      Dates and times of day are in the local time that a recording states, or else in this machine's time zone (TZ). \
      By default, swings have angles in degrees, speeds in km/h and times in ms, and workouts have km/h and km. To see \
      the units of the tables: --units rad/s,rad,rad/s^2,m/s,s.

      If a folder has runs of different kinds, such as swings and rides, each kind has its own page: \
      report-swings.html, report-workouts.html.

      The report reads the recordings again for the pictures. If a recording is missing or has changed, the page says \
      so, and has no pictures of it. In one time zone, the same folder always gives the same bytes.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .interrupted))
      """)

  @Argument(help: "Output folders of swingpipe run.", completion: .directory)
  var outputs: [String]

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write (default: report.html in the output folder); '-' is standard output. If you give several output "
        + "folders, the default is in the current folder.",
      valueName: "file"),
    completion: .file(extensions: ["html"]))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Compare rows by this column of the main table (default: by session).",
      valueName: "column"))
  var splitBy: String?

  @Option(
    help: ArgumentHelp(
      "Units for metrics, tables and drawings. Available: \(DisplayUnit.all.map(\.symbol).joined(separator: ", ")).",
      valueName: "a,b,..."))
  var units: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Also draw each contact as a slower sensor of this rate would record it.", valueName: "rate"))
  var compareRateHz: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest number of swings to draw (default: 2000). The drawn swings are spread evenly over all folders. Tables "
        + "and metrics include all swings. By default, the page draws fewer swings if it would exceed 20 MB.",
      valueName: "count"))
  var maxSwings: Int?

  @Flag(name: .shortAndLong, help: "Write only errors to standard error.")
  var quiet = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if let maxSwings, maxSwings < 0 { throw ValidationError("--max-swings is \(maxSwings); expected 0 or more") }
    for output in outputs { try OutputArgument.validate(output, option: "the output folder") }
    if let rate = compareRateHz, !(rate > 0 && rate.isFinite) {
      throw ValidationError("--compare-rate-hz is \(rate); expected more than 0 Hz")
    }
    _ = try displayUnits()
    if file?.isEmpty == true { throw ValidationError("--output is empty; expected a file, or - for standard output") }
  }

  func run() async throws {
    var made: [(report: Report, path: String?, shownPath: String)] = []
    for (folders, shownPath) in pages {
      let (result, wasInterrupted) = try await make(folders, shownPath)
      guard !wasInterrupted, let result else {
        StandardStreams.error("interrupted; nothing was written")
        throw ExitCode.interrupted
      }
      made.append((result.report, result.path, shownPath))
    }
    for page in made {
      try write(page.report.page(), to: page.path, shownAs: page.shownPath)
      guard !quiet else { continue }
      for omission in page.report.omissions { StandardStreams.error("warning: \(omission)") }
    }
  }

  /// The output folders and the file of each page.
  private var pages: [(folders: [String], shownPath: String)] {
    if let file { return [(ReportPage.folders(of: outputs), file)] }
    let place = outputs.count == 1 ? OutputFolder(outputs[0]).path + "/" : ""
    return ReportPage.pages(of: outputs).map { ($0.folders, place + $0.fileName) }
  }

  /// Reads the output folders of a page and makes the report.
  /// - Returns: the report and the file to write it to; nil if the work was interrupted.
  private func make(
    _ folders: [String], _ shownPath: String
  ) async throws -> (result: (report: Report, path: String?)?, wasInterrupted: Bool) {
    do {
      return try await Interruption.cancelling {
        do {
          var options = ReportOptions()
          if let maxSwings {
            options.maxPictures = maxSwings
            options.maxPictureBytes = nil
          }
          options.maxPicturesName = "--max-swings"
          options.compareRateHz = compareRateHz
          options.splitColumn = splitBy
          options.units = try displayUnits()
          let builder = try await ReportBuilder(folders, options, jobs: GrantedProcessors.current.count)
          let path = try target(shownPath)
          let report = try await builder.report { [quiet] line in if !quiet { StandardStreams.error(line) } }
          return (report, path)
        } catch is CancellationError {
          return nil
        }
      }
    } catch let code as ExitCode {
      throw code
    } catch {
      // Only pages that the command names itself can be several.
      let advice =
        error is Report.MergingFault && file != nil && outputs.count == 1
        ? "; without --output, each kind has its own page" : ""
      StandardStreams.error("error: \(error)\(advice)")
      throw error is OutputStatus.NoOutput || error is Report.MergingFault || error is ReportBuilder.Fault
        ? ExitCode.usage
        : isWorthRetrying(error) ? ExitCode.temporary : ExitCode.unusableData
    }
  }

  /// The file to write; nil for standard output.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error: the path has something other than a
  ///   report, or its folder cannot be made or written into.
  private func target(_ shownPath: String) throws -> String? {
    guard file != "-" else { return nil }
    do {
      let path = try OutputTarget.resolved(shownPath, for: .report)
      let folder = Folder.split(path).folder
      if file != nil { try Folder.create(folder) }
      if access(folder, W_OK | X_OK) != 0 {
        throw FileError(path: folder, operation: "write into")
      }
      return path
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw ExitCode.usage
    }
  }

  /// The units of --units.
  /// - Throws: `ValidationError` for an unknown unit, and for two units of one quantity.
  private func displayUnits() throws -> [DisplayUnit] {
    do {
      return try units.map(DisplayUnit.list) ?? []
    } catch {
      throw ValidationError("--units: \(error)")
    }
  }

  private func write(_ page: [UInt8], to path: String?, shownAs shownPath: String) throws {
    guard let path else { return StandardStreams.output(Data(page)) }
    do {
      try WholeFile.write(page, to: path)
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
    if !quiet { StandardStreams.error("\(shownPath): \(String(printf: "%.1f", Double(page.count) / 1e6)) MB") }
  }
}
