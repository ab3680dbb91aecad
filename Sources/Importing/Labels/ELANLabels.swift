import SPBasics

/// Reads the files that ELAN writes at File > Export As > Tab-delimited Text.
enum ELANLabels {
  /// The columns that contain the parts of a label.
  struct Columns {
    var begin: ELANTime.Column
    var end: ELANTime.Column
    /// The column with the names of the tiers; nil if each tier has its own column, or the file has only one tier.
    var tier: Int?
    /// Columns of annotations, with the name of the tier if each tier has its own column.
    var texts: [(index: Int, tier: String)]
    /// How many columns a line has.
    var count: Int
  }

  private typealias Row = (line: Int, cells: [String])

  static func read(_ text: LabelText, tier: String?) throws(LabelFileError) -> [LabelTrack.Label] {
    var rows = text.lines.map { Row(line: $0.number, cells: $0.cells) }
    let columns: Columns
    if let header = rows.first, header.cells.contains(where: { ELANTime.Form(heading: $0) != nil }) {
      rows.removeFirst()
      columns = try ELANHeader.columns(header.cells, path: text.path, line: header.line)
    } else {
      try check(rows, count: rows.first?.cells.count ?? 0, text.path)
      columns = try ELANShape.columns(rows.map(\.cells), path: text.path, line: rows.first?.line)
    }
    try check(rows, count: columns.count, text.path)

    var found: [(tier: String, label: LabelTrack.Label)] = []
    for row in rows {
      let begin = try seconds(columns.begin, row, text.path)
      let end = try seconds(columns.end, row, text.path)
      for column in columns.texts {
        let label = LabelTrack.Label(line: row.line, startS: begin, contactS: end, text: row.cells[column.index])
        // An empty cell means no label if each tier has its own column; otherwise every row is a label.
        if columns.texts.count > 1, label.text == nil { continue }
        found.append((columns.tier.map { row.cells[$0] } ?? column.tier, label))
      }
    }
    return try choose(tier, of: found, text.path)
  }

  private static func check(_ rows: [Row], count: Int, _ path: String) throws(LabelFileError) {
    guard let row = rows.first(where: { $0.cells.count != count }) else { return }
    throw LabelFileError(
      path: path, line: row.line, "has \(row.cells.count) columns; expected \(count), as in the line at the top")
  }

  private static func seconds(
    _ column: ELANTime.Column, _ row: Row, _ path: String
  ) throws(LabelFileError) -> Double {
    let cell = row.cells[column.index].trimmed
    guard let seconds = column.form.seconds(cell) else {
      throw LabelFileError(path: path, line: row.line, "column \(column.index + 1) is \"\(cell)\"; expected a time")
    }
    return seconds
  }

  /// The labels of the given tier, or of the only tier.
  private static func choose(
    _ tier: String?, of found: [(tier: String, label: LabelTrack.Label)], _ path: String
  ) throws(LabelFileError) -> [LabelTrack.Label] {
    var names: [String] = []
    for item in found where !names.contains(item.tier) { names.append(item.tier) }
    let listed = names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
    if let tier, !names.contains(tier) {
      throw LabelFileError(path: path, remedy: .tier, "has no tier \"\(tier)\"; it has \(listed)")
    }
    if tier == nil, names.count > 1 {
      throw LabelFileError(
        path: path, remedy: .tier, "has \(names.count) tiers; expected one to be chosen of \(listed)")
    }
    return found.filter { tier == nil || $0.tier == tier }.map(\.label)
  }
}

/// Finds the columns from a header.
enum ELANHeader {
  private static let tierNames: Set = ["tier", "tier name", "tiername"]
  /// Columns that do not describe a label.
  private static let passedOver: Set = ["participant", "file", "file name", "filename", "file path", "filepath"]

  static func columns(_ names: [String], path: String, line: Int) throws(LabelFileError) -> ELANLabels.Columns {
    // Begin, end, duration. If the names are not English, the columns are in this order.
    var times: [(name: String, columns: [ELANTime.Column])] = []
    var others: [Int] = []
    for (index, name) in names.enumerated() {
      guard let form = ELANTime.Form(heading: name), let dash = name.ranges(of: " - ").last else {
        others.append(index)
        continue
      }
      let what = name[..<dash.lowerBound].lowercased()
      if times.last?.name != what { times.append((what, [])) }
      times[times.count - 1].columns.append(ELANTime.Column(index: index, form: form))
    }
    func best(_ english: String, orAt position: Int) -> ELANTime.Column? {
      let isEnglish = times.contains { ["begin time", "end time", "duration"].contains($0.name) }
      let named = times.first { $0.name == english }
      return ELANTime.Column.best(
        (isEnglish ? named : times.indices.contains(position) ? times[position] : nil)?.columns ?? [])
    }
    guard let begin = best("begin time", orAt: 0), let end = best("end time", orAt: 1) else {
      throw LabelFileError(
        path: path, line: line,
        "has no begin or no end times; expected an export with both, as hh:mm:ss.ms, ss.msec or msec")
    }
    let tier = others.first { tierNames.contains(names[$0].lowercased()) }
    var texts = others.filter { $0 != tier && !passedOver.contains(names[$0].lowercased()) }
    if tier != nil { texts = texts.suffix(1) }
    guard !texts.isEmpty else {
      throw LabelFileError(path: path, line: line, "has no column of annotations; expected one beside the times")
    }
    return ELANLabels.Columns(
      begin: begin, end: end, tier: tier, texts: texts.map { ($0, names[$0]) }, count: names.count)
  }
}

/// Finds the columns of a file without a header from their content.
///
/// Names of tier and participant may come first. Then come begin, end and perhaps duration, each in the same forms in
/// the same order. The annotation follows the times.
enum ELANShape {
  static func columns(_ rows: [[String]], path: String, line: Int?) throws(LabelFileError) -> ELANLabels.Columns {
    let count = rows.first?.count ?? 0
    let forms = (0..<count).map { column in ELANTime.Form(column: rows.map { $0[column] }) }
    // Times with a duration are tried first, because they are the stricter match. An annotation follows in both cases.
    for kinds in [3, 2] {
      for width in ELANTime.Form.allCases.indices.reversed().map({ $0 + 1 }) {
        let length = kinds * width
        guard length < count else { continue }
        for start in 0..<count - length where isRegular(forms[start..<start + length], width: width) {
          let groups = (0..<kinds).map { kind in
            ELANTime.Column.best(
              (0..<width).map { offset in
                let index = start + kind * width + offset
                return ELANTime.Column(index: index, form: forms[index] ?? .frames)
              })
          }
          guard let begin = groups[0], let end = groups[1] else { continue }
          if kinds == 3, let duration = groups[2], !rows.allSatisfy({ isConsistent($0, begin, end, duration) }) {
            continue
          }
          return ELANLabels.Columns(
            begin: begin, end: end, tier: start > 0 ? 0 : nil, texts: [(start + length, "")], count: count)
        }
      }
    }
    throw LabelFileError(
      path: path, line: line,
      "has no begin and end times ahead of an annotation; expected ELAN's tab-delimited text with times as hh:mm:ss.ms, "
        + "ss.msec or msec")
  }

  private static func isRegular(_ forms: ArraySlice<ELANTime.Form?>, width: Int) -> Bool {
    let first = Array(forms.prefix(width))
    return !first.contains(nil) && Set(first).count == width
      && forms.enumerated().allSatisfy { $0.element == first[$0.offset % width] }
  }

  private static func isConsistent(
    _ row: [String], _ begin: ELANTime.Column, _ end: ELANTime.Column, _ duration: ELANTime.Column
  ) -> Bool {
    let times = [begin, end, duration].compactMap { $0.form.seconds(row[$0.index]) }
    return times.count == 3 && abs(times[1] - times[0] - times[2]) <= ELANTime.roundingS
  }
}

/// Times in the forms in which ELAN exports them:
/// https://www.mpi.nl/tools/elan/docs/manual/Sec_Exporting_a_document_as_a_tab_delimited_text_file.html.
enum ELANTime {
  /// How far begin plus duration may be from end, in s: each is rounded to whole milliseconds.
  static let roundingS = 0.0021

  /// The form of a time, in order of preference.
  enum Form: Hashable, CaseIterable {
    case milliseconds, seconds, clock, frames

    /// The form that a column's heading gives after the name of the time, in any language: `Begin Time -
    /// ss.msec`.
    init?(heading: String) {
      guard let dash = heading.ranges(of: " - ").last else { return nil }
      switch heading[dash.upperBound...].lowercased() {
      case "msec": self = .milliseconds
      case "ss.msec": self = .seconds
      case "hh:mm:ss.ms": self = .clock
      case let form where form.hasPrefix("hh:mm:ss:ff"): self = .frames
      default: return nil
      }
    }

    /// The form of a cell; nil if it is not a time.
    init?(cell: String) {
      if cell.wholeMatch(of: /\d+/) != nil {
        self = .milliseconds
      } else if cell.wholeMatch(of: /\d+[.,]\d+/) != nil {
        self = .seconds
      } else if cell.wholeMatch(of: /\d+:\d\d:\d\d[.,]\d+/) != nil {
        self = .clock
      } else if cell.wholeMatch(of: /\d+:\d\d:\d\d[:;]\d\d/) != nil {
        self = .frames
      } else {
        return nil
      }
    }

    /// The form of a whole column; nil if its cells have no form in common.
    init?(column: some Sequence<String>) {
      let forms = Set(column.map { Form(cell: $0) })
      // Seconds without a fraction look like milliseconds.
      guard let form = forms == [.seconds, .milliseconds] ? .seconds : forms.count == 1 ? forms.first ?? nil : nil
      else {
        return nil
      }
      self = form
    }

    /// Whether only a time can have this form.
    var hasColons: Bool { self == .clock || self == .frames }

    /// The value of a cell in this form, in s; nil for a cell in another form, and for frames.
    func seconds(_ cell: String) -> Double? {
      switch self {
      case .milliseconds: return LabelNumber.value(cell, decimalComma: false).map { $0 / 1000 }
      case .seconds: return LabelNumber.value(cell, decimalComma: true)
      case .clock:
        guard Form(cell: cell) == .clock else { return nil }
        let parts = cell.split(separator: ":").compactMap { LabelNumber.value(String($0), decimalComma: true) }
        return parts.count == 3 ? 3600 * parts[0] + 60 * parts[1] + parts[2] : nil
      case .frames: return nil
      }
    }
  }

  /// A column of times.
  struct Column {
    var index: Int
    var form: Form

    /// The column with the preferred form, of several columns with the same times; nil if all count frames.
    static func best(_ columns: [Column]) -> Column? {
      Form.allCases.filter { $0 != .frames }.lazy.compactMap { form in columns.first { $0.form == form } }.first
    }
  }
}
