import Texts

/// Reads the files that Audacity writes at File > Export Other > Export Labels:
/// https://manual.audacityteam.org/man/importing_and_exporting_labels.html.
enum AudacityLabels {
  static func read(_ text: LabelText) throws(LabelFileError) -> [LabelTrack.Label] {
    var labels: [LabelTrack.Label] = []
    // The second line of a label gives the lowest and the highest frequency of the selection.
    for line in text.lines where !line.text.hasPrefix("\\") {
      let cells = line.cells
      guard cells.count > 1 else {
        throw LabelFileError(
          path: text.path, line: line.number, "has \(cells.count) column; expected start, end and text between tabs")
      }
      let times = try [("start", cells[0]), ("end", cells[1])].map { (name, cell) throws(LabelFileError) -> Double in
        // The decimal sign depends on the system's language.
        guard let time = LabelNumber.value(cell, decimalComma: true) else {
          throw LabelFileError(
            path: text.path, line: line.number, "the \(name) is \"\(cell)\"; expected a number of seconds")
        }
        return time
      }
      labels.append(
        LabelTrack.Label(
          line: line.number, startS: times[0], contactS: times[1], text: cells.dropFirst(2).joined(separator: " ")))
    }
    return labels
  }
}

/// Labels as a label track of Audacity: one line per label, with start and end in s and a text, separated by
/// tabs.
///
/// Source: the Audacity manual, "Importing and Exporting Labels".
public enum AudacityTrack {
  /// The labels of a recording by time: labels with a start as regions, and all others as points.
  ///
  /// - Parameters:
  ///   - labels: on the recording's clock.
  ///   - start: the time of the sound's first sample on that clock, in s. Earlier labels are left out; regions that
  ///     begin earlier begin there.
  public static func text(_ labels: Annotations, from start: Double) -> String {
    labels.labels.filter { $0.time >= start }.sorted { $0.time < $1.time }.map { label in
      let end = label.time - start
      let begin = min(end, max(0, (label.startTime ?? label.time) - start))
      let times = [begin, end].map { String(printf: "%.6f", $0) }
      return "\(times[0])\t\(times[1])\t\(label.kind.rawValue)\n"
    }.joined()
  }
}
