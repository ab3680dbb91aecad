import SPBasics
import SPRecordings

/// Reads a table of labels with a header.
struct CSVLabels {
  /// Names of columns, in order of preference.
  private static let contactNames =
    ["contact_time_s", "contact_time", "onset_time_s", "onset_s"] + endNames + timeNames
  private static let startNames = ["start_time_s", "start_time", "start_s"]
  private static let endNames = ["end_time_s", "end_s"]
  /// The time of a moment or, in a table with ends, of a start.
  private static let timeNames = ["time_s", "time"]
  private static let textNames = ["label", "is_hit"]

  private(set) var labels: [LabelTrack.Label] = []
  /// Whether its rows are intervals with an end, rather than contacts.
  let hasEnds: Bool
  let unreadColumns: [String]

  init(_ text: LabelText) throws(LabelFileError) {
    guard let header = text.lines.first else { throw LabelFileError(path: text.path, "has no header") }
    let separator = ["\t", ";", ","].first { header.text.contains($0) } ?? ","
    let names = try Self.cells(header, separator, text.path).map { $0.trimmed }
    let keys = names.map { $0.lowercased() }
    if let twice = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }) {
      throw LabelFileError(
        path: text.path, line: header.number, "has two columns \"\(names[twice])\"; expected each name once")
    }
    func column(_ candidates: [String]) -> Int? { candidates.lazy.compactMap { keys.firstIndex(of: $0) }.first }
    guard let contact = column(Self.contactNames) else {
      throw LabelFileError(
        path: text.path, line: header.number,
        "has no column of contacts; expected a header with one of \(Self.contactNames.joined(separator: ", ")), "
          + "found \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    hasEnds = Self.endNames.contains(keys[contact])
    let start = column(Self.startNames) ?? (hasEnds ? column(Self.timeNames) : nil)
    let label = column(Self.textNames)
    unreadColumns = names.indices.filter { ![contact, start, label].contains($0) }.map { names[$0] }

    for line in text.lines.dropFirst() {
      let row = Row(
        path: text.path, line: line.number, names: names, cells: try Self.cells(line, separator, text.path),
        decimalComma: separator != ",")
      try row.checkCount()
      labels.append(
        LabelTrack.Label(
          line: line.number, startS: try start.flatMap { column throws(LabelFileError) in try row.start(column) },
          contactS: try row.seconds(contact), text: label.map { row.cells[$0] }))
    }
  }

  /// A line, with the information that its errors need.
  private struct Row {
    let path: String
    let line: Int
    let names: [String]
    let cells: [String]
    let decimalComma: Bool

    func checkCount() throws(LabelFileError) {
      guard cells.count != names.count else { return }
      let isDecimal = !decimalComma && cells.count > names.count
      throw LabelFileError(
        path: path, line: line,
        "has \(cells.count) columns; expected \(names.count), as in the header"
          + (isDecimal ? " (numbers with a decimal comma need semicolons or tabs between columns)" : ""))
    }

    func seconds(_ column: Int) throws(LabelFileError) -> Double {
      guard let time = LabelNumber.value(cells[column], decimalComma: decimalComma) else {
        throw LabelFileError(
          path: path, line: line, "column \"\(names[column])\" is \"\(cells[column])\"; expected a number of seconds")
      }
      return time
    }

    /// A start, which may be empty.
    func start(_ column: Int) throws(LabelFileError) -> Double? {
      let cell = cells[column].trimmed.lowercased()
      return cell.isEmpty || cell == "nan" ? nil : try seconds(column)
    }
  }

  /// The cells of a line. A quoted cell may contain the separator, and doubled quotes.
  private static func cells(
    _ line: LabelText.Line, _ separator: Character, _ path: String
  ) throws(LabelFileError) -> [String] {
    var cells = [""]
    var isQuoted = false
    var rest = line.text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        cells[cells.count - 1].append("\"")
      case "\"" where isQuoted: isQuoted = false
      case "\"" where cells[cells.count - 1].allSatisfy(\.isWhitespace):
        isQuoted = true
        cells[cells.count - 1] = ""
      case separator where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    guard !isQuoted else {
      throw LabelFileError(path: path, line: line.number, "has a quote that is not closed; expected it on this line")
    }
    return cells
  }
}

/// Labels as comma-separated values: one file each for hits and misses, moments to ignore, distractors, and each
/// further kind. Times are in s on the recording's clock.
package enum LabelCSV {
  private static let names = [LabelSet.hitsAndMisses, .ignored, .distractors].map { (set: $0, file: $0.name + ".csv") }
  private static let suffix = "_labels.csv"

  /// The kind of labels without a text in a file of this name; nil if no file of labels has the name.
  package static func kind(ofFile name: String) -> LabelKind? {
    if let known = names.first(where: { $0.file == name }) {
      return known.set == .hitsAndMisses ? .hit : known.set.kinds[0]
    }
    return name.hasSuffix(suffix) ? LabelKind(rawValue: String(name.dropLast(suffix.count))) : nil
  }

  /// The kind of the labels in a file with the name of exported moments to ignore or distractors, which have no texts.
  ///
  /// Other names of exported files have no such meaning: `monday_labels.csv` may contain somebody's hits.
  package static func exportedKind(at path: String) -> LabelKind? {
    kind(ofFile: Folder.split(path).name).flatMap { $0 == .ignore || $0 == .distractor ? $0 : nil }
  }

  /// The files to write. The files of the layout's own sets come first.
  ///
  /// A set that is labelled but empty gives a file with only a header.
  package static func files(of labels: Annotations) -> [(name: String, text: String)] {
    let known = names.filter { !labels.labels(of: $0.set).isEmpty || labels.isLabelled($0.set) }
    let others = labels.labelledSets.filter { set in !names.contains { $0.set == set } }.map { ($0, $0.name + suffix) }
    return (known + others.sorted { $0.1 < $1.1 }).map { set, file in (file, text(labels.labels(of: set), set)) }
  }

  private static func text(_ labels: [Annotations.Label], _ set: LabelSet) -> String {
    let times = labels.map { [$0.startTime.map(ShortestText.text) ?? "", ShortestText.text($0.time)] }
    if set == .hitsAndMisses {
      return lines(["start_time_s", "contact_time_s", "label"], zip(times, labels).map { $0 + [$1.kind.rawValue] })
    }
    guard labels.contains(where: { $0.startTime != nil }) else {
      return lines([StreamCatalog.timeColumn], times.map { [$0[1]] })
    }
    return lines(["start_time_s", "end_time_s"], times)
  }

  private static func lines(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
