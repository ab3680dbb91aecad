import Recordings

/// The changes to the rows of one stream on their way into a recording.
struct RowRepair {
  private var midnights: MidnightCounter?
  private var sorter: RowSorter?
  private var remover: DuplicateRemover?
  private var filler: GapFiller?

  /// - Parameters:
  ///   - kinds: the stream's datasets, in the order of the rows.
  ///   - midnights: for timestamps that are times of day.
  init(_ kinds: [StreamCatalog.DatasetKind], _ options: RepairOptions, midnights: MidnightCounter?) {
    let widths = kinds.map(\.components)
    self.midnights = midnights
    sorter = options.sorts ? RowSorter(widths: widths) : nil
    remover = options.dropsDuplicates ? DuplicateRemover(widths: widths) : nil
    // Streams of codes alone hold events: nothing is missing between them.
    let isSampled = kinds.contains { $0.storage == .float32 }
    filler = isSampled ? options.fillsGapsUnderS.map { GapFiller(underS: $0, kinds) } : nil
  }

  /// Takes rows and returns those that are ready.
  /// - Throws: `RowSorter.TooLate`.
  mutating func repair(_ rows: StreamRows) throws -> StreamRows {
    var rows = rows
    midnights?.count(&rows.times)
    if let sorted = try sorter?.sort(rows) { rows = sorted }
    return finishing(rows)
  }

  /// Returns the rows that are still held back; nil without sorting.
  mutating func finish() -> StreamRows? {
    guard let rows = sorter?.finish() else { return nil }
    return finishing(rows)
  }

  private mutating func finishing(_ rows: StreamRows) -> StreamRows {
    let kept = remover?.remove(from: rows) ?? rows
    return filler?.fill(kept) ?? kept
  }

  /// The changes made.
  var tally: RepairTally {
    var tally = RepairTally()
    tally.sortedRows = sorter?.moved ?? tally.sortedRows
    tally.duplicates = remover?.dropped ?? tally.duplicates
    tally.differingDuplicates = remover?.differingCount ?? 0
    tally.filledGaps = filler?.filled ?? tally.filledGaps
    tally.filledRows = filler?.rowCount ?? 0
    tally.tooLongGaps = filler?.tooLong ?? tally.tooLongGaps
    return tally
  }
}

/// Turns times of day into times that continue beyond midnight.
struct MidnightCounter: Sendable {
  private static let dayS = 86_400.0
  private let startS: Double
  private var previous: Double?
  private var days = 0.0

  /// - Parameter startS: the first midnight, in s on the clock of the resulting times.
  init(startS: Double) { self.startS = startS }

  /// Adds the first midnight to all times, and a day for each midnight that has passed.
  ///
  /// A midnight has passed where the time falls by more than half a day. A rise by more than half a day, as in rows
  /// that are out of order around midnight, takes that day back.
  mutating func count(_ times: inout [Double]) {
    for index in times.indices {
      let time = times[index]
      if let previous, time < previous - Self.dayS / 2 { days += 1 }
      if let previous, time > previous + Self.dayS / 2, days > 0 { days -= 1 }
      previous = time
      times[index] = startS + days * Self.dayS + time
    }
  }
}
