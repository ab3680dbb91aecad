import SPTables

extension Report {
  /// Why reports cannot be shown as one.
  public struct MergingFault: Error, CustomStringConvertible {
    /// The kinds of their main tables, and the expected input.
    public let description: String
  }

  /// Several runs' reports as one, whose recordings name the folder that they are of.
  ///
  /// - Throws: ``MergingFault`` for tables of different kinds of rows.
  public init(merging parts: [(folder: String, report: Report)]) throws(MergingFault) {
    let tables = parts.compactMap(\.report.events)
    let kinds = Set(tables.map(\.row.plural)).sorted()
    guard kinds.count < 2 else {
      throw MergingFault(
        description: "the folders' main tables are of \(kinds.joined(separator: " and of ")); expected runs of one kind"
      )
    }
    var run = RunFacts()
    let names = Set(parts.map(\.report.run.pipeline))
    if names.count == 1 { run.pipeline = parts.first?.report.run.pipeline }
    let pipelines = Set(parts.map(\.report.run.effectivePipeline))
    if pipelines.count == 1 { run.effectivePipeline = parts.first?.report.run.effectivePipeline }
    let versions = Set(parts.map(\.report.run.toolVersion))
    if versions.count == 1 { run.toolVersion = parts.first?.report.run.toolVersion }
    run.started = parts.compactMap(\.report.run.started).min()
    run.lastStarted = parts.compactMap(\.report.run.lastStarted).max()
    run.hosts = Set(parts.flatMap(\.report.run.hosts)).sorted()
    let work = parts.compactMap(\.report.run.workS)
    run.workS = work.isEmpty ? nil : work.reduce(0, +)
    run.setFolders(
      Dictionary(parts.flatMap(\.report.run.folders).map { ($0.path, $0.count) }, uniquingKeysWith: +))
    run.notes = parts.flatMap { part in part.report.run.notes.map { "\(part.folder): \($0)" } }
    if pipelines.count > 1 {
      run.notes.append("These folders were made by different pipelines, so their figures may not be comparable.")
    }
    self.init(run: run, recordings: [])
    var firstRecordings: [Int] = []
    for part in parts {
      firstRecordings.append(recordings.count)
      recordings += part.report.recordings.map { recording in
        var recording = recording
        recording.run = part.folder
        return recording
      }
      omissions += part.report.omissions.map { "\(part.folder): \($0)" }
      drawings += part.report.drawings
    }
    let repeated = Dictionary(grouping: recordings, by: \.path).count { $0.value.count > 1 }
    if repeated > 0 {
      omissions.append(
        "\(Wording.counted(repeated, "recording")) \(repeated == 1 ? "is" : "are") in more than one of these runs, so that what was found there counts "
          + "more than once; swingpipe diff compares two runs of the same recordings.")
    }
    let items = zip(parts.map(\.report), firstRecordings)
    events = EventTable(joining: items.compactMap { report, first in report.events.map { ($0, first) } })
    var firstRow = 0
    for part in parts {
      pictures += part.report.pictures.map { picture in
        var picture = picture
        picture.row += firstRow
        return picture
      }
      firstRow += part.report.events?.count ?? 0
    }
    let others = items.flatMap { report, first in report.others.map { ($0, first) } }
    var seen: Set<String> = []
    self.others = others.map(\.0.name).filter { seen.insert($0).inserted }.compactMap { name in
      EventTable(joining: others.filter { $0.0.name == name })
    }
    let drawn = parts.map(\.report).filter { !$0.pictures.isEmpty }
    if let first = drawn.first {
      axis = first.axis
      window = (drawn.map(\.window.lowerBound).min() ?? -1)...(drawn.map(\.window.upperBound).max() ?? 0.4)
    }
  }
}

extension EventTable {
  /// The rows of several tables with the columns that all of them have; nil for none.
  ///
  /// - Parameter parts: the tables, each with the number to add to the positions of its recordings.
  fileprivate init?(joining parts: [(table: EventTable, firstRecording: Int)]) {
    guard let first = parts.first?.table else { return nil }
    self = first
    columns = first.columns.filter { column in
      parts.allSatisfy { part in part.table.columns.contains { $0.name == column.name && $0.unit == column.unit } }
    }
    recordings = parts.flatMap { part in part.table.recordings.map { $0 + part.firstRecording } }
    let known = Set(columns.map(\.name))
    numbers = first.numbers.filter { known.contains($0.key) }
    texts = first.texts.filter { known.contains($0.key) }
    for part in parts.dropFirst() {
      let missing = (0..<part.table.count).lazy
      for name in known {
        if let column = part.table.numbers[name] {
          numbers[name]?.append(column)
        } else {
          numbers[name]?.append(missing.map { _ in nil })
        }
        if let column = part.table.texts[name] {
          texts[name]?.append(column)
        } else {
          texts[name]?.append(missing.map { _ in nil })
        }
      }
    }
  }
}
