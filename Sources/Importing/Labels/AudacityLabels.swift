import SPBasics

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
