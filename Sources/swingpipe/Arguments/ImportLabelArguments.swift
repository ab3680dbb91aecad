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
      File or folder of labels. A file is CSV, an Audacity label track or an ELAN export. A folder has a file named \
      after each recording. For your own words, tiers and offsets, use swingpipe label add --from.
      """, valueName: "path"),
    completion: .file(extensions: ["csv", "txt"]))
  var labels: String?

  @Option(
    help: ArgumentHelp(
      """
      Zero of the labels' times (default: recording for CSV, else start). It is the zero of the recording's \
      own clock (recording), its first sample of acceleration (start), or 1970 (unix).
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
