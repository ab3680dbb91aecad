import FoundationEssentials
import SPBasics
import SPPipelines
import SPPlots
import SPTables

/// The data for the page's script: figures as JSON, and signals in base 64, one line per picture.
struct GalleryData {
  private let report: Report

  init(_ report: Report) { self.report = report }

  /// The elements that contain the data; empty without pictures.
  var scripts: [UInt8] {
    guard let table = report.events, !report.pictures.isEmpty, let figure = table.row.figure?.contact else { return [] }
    let columns = table.columns.filter { !hidden.contains($0.name) }
    let recordings = Set(report.pictures.map { table.recordings[$0.row] }).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(recordings, recordings.indices))
    let value: JSONValue = [
      "kind": .string(table.row.singular), "plural": .string(table.row.plural),
      "position": text(table.row.indexColumn), "kindColumn": text(table.kinds?.column),
      "flagsColumn": text(table.row.flagsColumn), "rangeColumn": text(figure.rangeColumn),
      "peakValueColumn": text(figure.peakValueColumn), "styles": styles(table), "words": words(figure),
      "axis": .string(report.axis),
      "window": .array([.number(report.window.lowerBound), .number(report.window.upperBound)]),
      "recordings": .array(
        recordings.map { position in
          let recording = report.recordings[position]
          return [
            "id": .string(recording.name), "sport": text(recording.sport), "subject": text(recording.subject),
            "start": text(recording.recordedAt),
            "offset": report.start(of: recording).map { .integer($0.offsetS) } ?? .null,
          ]
        }),
      "columns": .array(
        columns.map { column in
          [
            "name": .string(column.name), "title": .string(table.title(column)),
            "unit": .string(Wording.unit(column.unit)), "text": .string(column.description),
            "isMagnitude": .boolean(table.row.magnitudeColumns.contains(column.name)),
            "isChance": .boolean(Wording.isChance(column.name)),
            "isTime": .boolean(column.unit == "s" && column.type == .float64),
          ]
        }),
      "measures": .array(
        table.row.columns.compactMap { column in
          column.card.map { ["column": .string(column.name), "title": .string($0)] }
        }),
      "events": .array(report.pictures.map { event($0, table, figure, columns, places) }),
      "tick": .number(Trace.tick),
      "units": [
        "rotation": .string(Wording.unit(report.rotationUnit)),
        "acceleration": .string(Wording.unit(report.accelerationUnit)),
      ],
    ]
    var bytes = Array("<script type=\"application/json\" id=\"data\">".utf8)
    bytes += ScriptData.text(value).utf8
    bytes += "</script>\n<script type=\"text/plain\" id=\"traces\">".utf8
    for picture in report.pictures {
      bytes += Data(traces(picture).compactMap(\.self).flatMap(\.bytes)).base64EncodedData()
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += "</script>\n".utf8
    return bytes
  }

  /// The columns that are left out because a card's heading already shows them.
  private let hidden: Set<String> = ["recording_id", "subject_id", "sport", "wrist"]

  /// The classes by which the style sheet colours kinds of rows.
  private func styles(_ table: EventTable) -> JSONValue {
    .object((table.kinds?.values ?? []).map { .init(key: $0.value, value: .string(table.style(of: $0.value))) })
  }

  private func words(_ figure: ContactFigure) -> JSONValue {
    [
      "peak": .string(figure.peakName), "otherwise": .string(figure.otherwiseName),
      "rotation": text(figure.words?.rotation), "direction": text(figure.words?.directions[report.axis]),
      "sentences": .array(
        (figure.words?.sentences ?? []).map { ["column": .string($0.column), "text": .string($0.text)] }),
    ]
  }

  private func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  private func event(
    _ picture: EventPicture, _ table: EventTable, _ figure: ContactFigure, _ columns: [ColumnDescription],
    _ places: [Int: Int]
  ) -> JSONValue {
    let row = picture.row
    let anchor = table.anchor(row)
    func relative(_ column: String?) -> JSONValue {
      guard let anchor, let column, let time = table.number(column, row) else { return .null }
      return rounded(time - anchor)
    }
    return [
      "recording": places[table.recordings[row]].map { .integer($0) } ?? .null,
      "values": .array(columns.map { value($0, table, row) }),
      "marks": [
        "start": relative(figure.startColumn), "onset": relative(figure.onsetColumn),
        "peak": relative(figure.peakColumn),
      ],
      "annotation": picture.annotation.map { annotation in
        [
          "start": annotation.start.map(rounded) ?? .null, "contact": rounded(annotation.contact),
          "kind": .string(annotation.kind),
        ]
      } ?? .null,
      "coarse": picture.coarse.map { coarse in
        [
          "rate": .number((coarse.rateHz * 10).rounded() / 10),
          "share": coarse.peakFraction.map { .number(($0 * 1000).rounded() / 1000) } ?? .null,
        ]
      } ?? .null,
      "traces": .array(traces(picture).map { $0.map(trace) ?? .null }),
    ]
  }

  /// The signals in the order in which the script reads them.
  private func traces(_ picture: EventPicture) -> [Trace?] {
    [picture.raw, picture.filtered, picture.rotation, picture.coarse?.trace]
  }

  private func trace(_ trace: Trace) -> JSONValue {
    [
      .integer(trace.slots.count), .boolean(!trace.ticks.isEmpty), rounded(trace.start), .number(trace.step),
      .number(Double("\(Float(trace.scale))") ?? trace.scale),
    ]
  }

  /// Times to a microsecond: finer than any clock.
  private func rounded(_ seconds: Double) -> JSONValue { .number((seconds * 1e6).rounded() / 1e6) }

  private func value(_ column: ColumnDescription, _ table: EventTable, _ row: Int) -> JSONValue {
    if let number = table.number(column.name, row) {
      if column.type == .boolean { return .boolean(number != 0) }
      // A number in single precision would show its rounding error in double precision.
      return .number(column.type == .float32 ? Double("\(Float(number))") ?? number : number)
    }
    return text(table.text(column.name, row))
  }
}
