import ArgumentParser
import Files
import Foundation
import Pipelines
import Reports

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page of a run to look at: what was found, drawn; figures, quality, failures.",
    usage: """
      swingpipe report <output> [--output <file>] [--max-swings <count>]
                       [--quiet]
      """,
    discussion: """
      Writes one HTML file that needs nothing else: no network, no other file. It holds what was run, what became of each \
      recording, how the figures of hits and misses spread, and a picture of each swing, aligned at the contact, with the \
      800 Hz acceleration against what a sensor of 100 Hz would show of it. It is for browsers, phones and paper.

      Of other pipelines it shows what they find: depth profiles of dives, power and heart rate of workouts with the power \
      curve and the time in zones, angles of a head, postures and repetitions.

      Recordings are read again for the pictures, where they are as they were; those that are gone or have changed have \
      none, and the page says so. The same folder gives the same bytes.

      \(ExitCode.explanation(.success, .usage, .unusableData, .temporary, .interrupted))
      """)

  @OptionGroup var folder: OutputFolderArgument

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write; '-' is standard output. (default: report.html in the folder)", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var file: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many swings are drawn at most, evenly spread over all; tables and figures are of all.", valueName: "count"))
  var maxSwings = 2000

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws {
    if maxSwings < 0 { throw ValidationError("--max-swings is \(maxSwings); expected 0 or more") }
    if file?.isEmpty == true { throw ValidationError("--output is empty; expected a file, or - for standard output") }
  }

  func run() async throws {
    let path = try target()
    let builder = ReportBuilder(
      output: OutputFolder(folder.output), maxPictures: maxSwings, jobs: GrantedProcessors.current.count,
      progress: { [quiet] line in if !quiet { StandardStreams.error(line) } })
    let made = try await make(builder)
    guard !made.wasInterrupted, let report = made.result else {
      StandardStreams.error("interrupted; nothing was written")
      throw ExitCode.interrupted
    }
    try write(report.page(), to: path)
    guard !quiet else { return }
    for omission in report.omissions { StandardStreams.error("warning: \(omission)") }
  }

  /// - Returns: the report; nil where it was interrupted on the way.
  private func make(_ builder: ReportBuilder) async throws -> (result: Report?, wasInterrupted: Bool) {
    do {
      return try await Interruption.cancelling {
        do {
          return try await builder.report()
        } catch is CancellationError {
          return nil
        }
      }
    } catch {
      StandardStreams.error("error: \(error)")
      throw error is OutputStatus.NoOutput
        ? ExitCode.usage
        : isWorthRetrying(error) ? ExitCode.temporary : ExitCode.unusableData
    }
  }

  /// The file to write; nil for standard output.
  /// - Throws: `ExitCode.usage`, after it was said that something else than a report is there.
  private func target() throws -> String? {
    guard file != "-" else { return nil }
    do {
      return try OutputTarget.resolved(shownPath, for: .report)
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw ExitCode.usage
    }
  }

  private var shownPath: String { file ?? OutputFolder(folder.output).path + "/report.html" }

  private func write(_ page: [UInt8], to path: String?) throws {
    guard let path else { return StandardStreams.output(Data(page)) }
    do {
      try WholeFile.write(page, to: path)
    } catch {
      StandardStreams.error("error: --output: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.usage
    }
    if !quiet { StandardStreams.error("\(shownPath): \(String(format: "%.1f", Double(page.count) / 1e6)) MB") }
  }
}
