import ArgumentParser
import SPBasics
import SPImportBatches
import SPImporting
import SPRecordings

/// Labels that are imported together with recordings.
struct ImportLabelArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Labels: a file (CSV, Audacity label track, ELAN export), or a folder with a file named after each recording. Words \
      of your own for hits and misses, tiers and offsets: swingpipe label add --from.
      """, valueName: "path"),
    completion: .file(extensions: ["csv", "txt"]))
  var labels: String?

  @Option(
    help: ArgumentHelp(
      """
      What their times count from: recording (its own clock), start (its first sample of acceleration) or unix (1970). \
      (default: recording for CSV, else start)
      """, valueName: "clock"))
  var labelsClock: LabelClock?

  func validate() throws {
    if labels == nil, labelsClock != nil {
      throw ValidationError("--labels-clock is given without --labels; expected both")
    }
  }

  /// The real path of the label file or folder, which is left out of the search for sources; empty without --labels. A
  /// folder of labels must therefore not contain the sources.
  var files: Set<String> { labels.map { [Folder.realPath($0)] } ?? [] }

  /// The labels for some sources; nil without --labels.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func labels(for sources: [ImportSource]) throws -> ImportLabels? {
    try labels.map { path in
      try telling(option: "--labels") { try ImportLabels(path, clock: labelsClock, for: sources) }
    }
  }
}
