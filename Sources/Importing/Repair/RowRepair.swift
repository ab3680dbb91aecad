import SPBasics
import SPRecordings

/// The changes to the rows of one stream on their way into a recording.
struct RowRepair {
  private let name: StreamName
  private var midnights: MidnightCounter?
  /// Puts rows in order. Like the remover and the filler, it is nil if the options do not ask for it.
  private(set) var sorter: RowSorter?
  private(set) var remover: DuplicateRemover?
  private(set) var filler: GapFiller?

  /// - Parameters:
  ///   - name: the stream.
  ///   - kinds: its datasets, in the order of the rows.
  ///   - midnights: for timestamps that are times of day.
  init(
    _ name: StreamName, _ kinds: [StreamCatalog.DatasetKind], _ options: RepairOptions,
    midnights: MidnightCounter? = nil
  ) {
    let widths = kinds.map(\.components)
    self.name = name
    self.midnights = midnights
    sorter = options.sorts ? RowSorter(widths: widths) : nil
    remover = options.dropsDuplicates ? DuplicateRemover(widths: widths) : nil
    // In a stream of moments, nothing is missing between the rows.
    let canHaveGaps = StreamCatalog.kind(of: name) != .moments
    filler = canHaveGaps ? options.fillsGapsUnderS.map { GapFiller(underS: $0, kinds) } : nil
  }

  /// Takes rows and returns the rows that are ready.
  /// - Throws: `RowSorter.TooLate`.
  mutating func repair(_ rows: StreamRows) throws -> StreamRows {
    var rows = rows
    midnights?.count(&rows.times)
    if let sorted = try sorter?.sort(rows) { rows = sorted }
    return finishing(rows)
  }

  /// Returns the rows that are still waiting to be sorted; nil without sorting.
  mutating func finish() -> StreamRows? {
    guard let rows = sorter?.finish() else { return nil }
    return finishing(rows)
  }

  private mutating func finishing(_ rows: StreamRows) -> StreamRows {
    let kept = remover?.remove(from: rows) ?? rows
    return filler?.fill(kept) ?? kept
  }

  /// The changes that were made, and the gaps that were not filled, one sentence each.
  var sentences: [String] {
    var sentences: [String] = []
    if let moved = sorter?.moved, moved.count > 0 {
      sentences.append("\(counted(moved.count, "row")) put in order by timestamp, \(moved.text("at"))")
    }
    if let remover, remover.dropped.count > 0 {
      sentences.append(
        "\(counted(remover.dropped.count, "row")) with the timestamp of the one before dropped "
          + "(\(remover.differingCount) with other values), \(remover.dropped.text("at"))")
    }
    if let filler, filler.rowCount > 0 {
      sentences.append(
        "\(counted(filler.rowCount, "row")) interpolated in \(counted(filler.filled.count, "gap")), "
          + filler.filled.text("after"))
    }
    if let tooLong = filler?.tooLong, tooLong.count > 0 {
      sentences.append(
        "\(counted(tooLong.count, "gap")) of \(Int(GapFiller.mostRows)) rows or more not filled, \(tooLong.text("after"))"
      )
    }
    return sentences.map { "\(name): \($0)" }
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
  /// A midnight has passed if the time falls by more than half a day. A rise by more than half a day, as in rows that
  /// are out of order around midnight, removes that day again.
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

/// The allowed changes to the rows of a source; by default none.
public struct RepairOptions: Hashable, Sendable {
  /// Whether rows are sorted by their timestamps.
  public var sorts = false
  /// Whether only the first of consecutive rows with the same timestamp is kept.
  public var dropsDuplicates = false
  /// Gaps shorter than this, in s, are filled with interpolated rows; nil fills no gaps.
  public var fillsGapsUnderS: Double?
  /// Whether lines that cannot be read are left out.
  public var dropsBrokenLines = false

  /// Options that change nothing.
  public init() {}
}

/// A count of places in a stream, such as repaired rows or gaps, with the first places.
struct RepairPlaces: Hashable, Sendable {
  /// The number of places.
  private(set) var count = 0
  /// The first few timestamps, in s.
  private(set) var firstTimes: [Double] = []

  /// The most timestamps that are kept.
  private static let keptTimes = 3

  mutating func add(_ time: Double) {
    count += 1
    if firstTimes.count < Self.keptTimes { firstTimes.append(time) }
  }

  /// The first places, such as "first after 0.06 s, 0.16 s, 0.26 s".
  /// - Parameter preposition: the position of a place relative to its timestamp, such as "after".
  func text(_ preposition: String) -> String {
    let times = firstTimes.map { "\($0) s" }.joined(separator: ", ")
    return "\(count > Self.keptTimes ? "first " : "")\(preposition) \(times)"
  }
}
