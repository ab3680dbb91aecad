import SPBasics
import SPBatches
import SPPipelines
import SPPlots
import SPTables

/// Draws rows and recordings over time, if the description of a table's rows requests it.
struct TimelineDrawings {
  let tables: ReportTables
  let entries: [OutputStatus.Entry]
  /// The pipeline that made the tables; nil if it cannot be loaded.
  let pipeline: Pipeline?
  /// The units of axes. Quantities without a given unit keep the units of the tables.
  let units: [DisplayUnit]
  let illustrator: any ReportIllustrator
  /// The largest size of all drawings, in bytes.
  let maxByteCount: Int

  /// The largest number of drawings of one table.
  private static let most = 120
  /// The resolution of each drawing if a table has many drawings: a column is two pixels of the page.
  private static let columns = 450
  /// If a table has more drawings than this, they are drawn in the lower resolution.
  private static let fineCount = 20

  /// Adds the drawings of all tables, and notes on the drawings that are left out.
  /// - Throws: `CancellationError`.
  func draw(into report: inout Report) throws {
    let shown = [tables.events].compactMap(\.self) + tables.others
    let states = states(of: shown)
    func names(_ state: OutputStatus.Entry.InputState) -> [String] {
      states.filter { $0.value == state }.keys.sorted().map { entries[$0].recordingID }
    }
    report.omissions += EventPictures.omissions(gone: names(.gone), changed: names(.changed))
    var drawn: [(table: EventTable, wanted: Int, drawings: [Drawing])] = []
    for table in shown {
      guard let figure = table.row.figure?.timeline else { continue }
      var pictures = pictures(of: table, figure.shown(in: units), report).filter { states[$0.0] == .same }
      let wanted = pictures.count
      if wanted > Self.most {
        pictures = (0..<Self.most).map { pictures[$0 * pictures.count / Self.most] }
      }
      var drawings: [Drawing] = []
      for (recording, var picture) in pictures {
        if pictures.count > Self.fineCount { picture.columns = Self.columns }
        try Task.checkCancellation()
        do {
          var drawn = try illustrator.figure(picture, at: entries[recording].paths, by: pipeline) { name in
            tables.table(name, of: recording)
          }
          guard !drawn.panels.isEmpty else {
            report.omissions.append("There is nothing to draw of \(drawn.title).")
            continue
          }
          // The page has the title above the picture, in letters that a phone does not scale down.
          drawn.title = ""
          let name = picture.isDated ? report.recordings[recording].name : nil
          drawings.append(
            Drawing(
              table: table.name, title: picture.title, recording: name,
              svg: CompactSVG.text(try drawn.picture(as: .svg)), words: Self.words(drawn)))
        } catch {
          let reason = error.lines(at: entries[recording].path).joined(separator: "; ")
          report.omissions.append("There is no picture of \(entries[recording].recordingID): \(reason).")
        }
      }
      drawn.append((table, wanted, drawings))
    }
    let byteCount = drawn.flatMap(\.drawings).reduce(0) { $0 + $1.svg.count }
    let fraction = min(1, Double(maxByteCount) / Double(max(1, byteCount)))
    for (table, wanted, drawings) in drawn {
      let kept = min(drawings.count, max(1, Int(Double(drawings.count) * fraction)))
      report.drawings += (0..<kept).map { drawings[$0 * drawings.count / kept] }
      if kept < min(wanted, drawings.count) || drawings.count < wanted && wanted > Self.most {
        report.omissions.append(
          "Pictures are drawn of \(kept) of the \(table.counted(wanted)), evenly spread over all of them.")
      }
    }
  }

  /// A description of a picture.
  private static func words(_ figure: Figure) -> String {
    let bands = Set(figure.panels.flatMap(\.bands).compactMap(\.name)).sorted()
    let behind = bands.isEmpty ? "" : ", with bands: " + bands.joined(separator: ", ")
    return figure.panels.map(\.label).joined(separator: ", ") + " over time" + behind
  }

  /// The drawings of a table, each with its recording's position.
  private func pictures(of table: EventTable, _ figure: TimelineFigure, _ report: Report) -> [(Int, TimelineRequest)] {
    func request(_ recording: Int, _ part: String, rows: ClosedRange<Double>?) -> (Int, TimelineRequest) {
      let recorded = report.recordings[recording]
      var request = TimelineRequest(figure: figure, title: report.title(of: recorded) + part, rows: rows)
      request.isDated = report.start(of: recorded) != nil
      return (recording, request)
    }
    if figure.isPerRecording {
      return report.inOrder(Set(table.recordings).sorted()) { $0 }.map { request($0, "", rows: nil) }
    }
    return report.inOrder(Array(0..<table.count)) { table.recordings[$0] }.compactMap { row in
      guard let start = table.anchor(row), let end = table.row.endColumn.flatMap({ table.number($0, row) }), start < end
      else { return nil }
      // A row without a number is the whole recording.
      let part = table.index(row).map { ": \(table.row.singular) \($0)" } ?? ""
      return request(table.recordings[row], part, rows: start...end)
    }
  }

  /// The state of the files of the recordings to draw, by the recordings' positions.
  private func states(of shown: [EventTable]) -> [Int: OutputStatus.Entry.InputState] {
    let drawn = shown.filter { $0.row.figure?.timeline != nil }.flatMap(\.recordings)
    return Dictionary(uniqueKeysWithValues: Set(drawn).map { ($0, entries[$0].inputState) })
  }
}
