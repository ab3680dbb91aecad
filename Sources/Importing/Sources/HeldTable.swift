import SPBasics
import SPRecordings
import SPSignals

/// A table whose datasets are kept in memory, to be added to the rows of another table of the same stream.
struct HeldTable: Sendable {
  /// The table's name, for messages.
  let name: String
  let times: [Double]
  let datasets: [[Float]]
  /// The first timestamp that is earlier than its predecessor, and that predecessor; nil if timestamps are in order.
  private let backward: (before: Double, after: Double)?
  let kinds: [StreamCatalog.DatasetKind]
  private let stream: StreamName
  /// The longest time between two rows that is bridged, in s. A longer time is a gap.
  private lazy var longestStepS = (StreamRows(times: times, datasets: []).usualStepS ?? 0) * GapLimit.medians
  /// The gaps that contain requested timestamps and are not bridged, by the timestamp before each gap.
  private var gaps = RepairPlaces()
  /// The number of requested timestamps in these gaps.
  private var missingCount = 0
  /// The row before the last of these gaps.
  private var lastGap: Int?

  /// The most rows that are kept: some 600 MB for three axes, or over three days at 100 Hz.
  private static let limit = 30_000_000

  /// Reads a table of one stream.
  /// - Parameter faulty: as in `TableReader.forEachBlock(advanced:faulty:body:)`.
  /// - Throws: the errors of reading; `ImportError` if the table is too long for memory.
  init(
    _ table: RecognisedTable, _ reader: TableReader, faulty: ([LineFault], Int) throws -> Void
  ) throws {
    var rows = StreamRows(datasets: table.plan.streams[0].datasets.map { _ in [] })
    name = table.head.file.name
    let plan = table.plan.streams[0]
    stream = plan.name
    kinds = plan.datasets.compactMap { StreamCatalog.kind(of: $0.name, in: plan.name) }
    try reader.forEachBlock(advanced: { _ in }, faulty: faulty) { streams in
      rows.append(streams[0])
      if rows.count > Self.limit {
        throw ImportError(
          path: table.head.file.name, "has over \(Self.limit) rows; expected fewer, to be joined with another file")
      }
    }
    times = rows.times
    datasets = rows.datasets
    backward = zip(rows.times, rows.times.dropFirst()).first { $0 > $1 }
  }

  /// The rows at the timestamps of another table, the target.
  ///
  /// - Parameters:
  ///   - timestamps: The timestamps of consecutive rows of the target.
  ///   - first: The number of rows of the target before these rows.
  ///   - other: The name of the target, for messages.
  ///   - interpolates: Whether rows are interpolated if the timestamps differ.
  /// - Returns: for each dataset its rows, one after another.
  /// - Throws: `ImportError` if the timestamps differ, and rows may not be interpolated or this table's timestamps are
  ///   not in order.
  mutating func rows(
    at timestamps: [Double], from first: Int, of other: String, interpolates: Bool
  ) throws -> [[Float]] {
    let end = first + timestamps.count
    if end <= times.count, times[first..<end].elementsEqual(timestamps) {
      return zip(datasets, kinds).map { Array($0[(first * $1.components)..<(end * $1.components)]) }
    }
    guard interpolates else {
      let index = timestamps.indices.first { first + $0 >= times.count || times[first + $0] != timestamps[$0] } ?? 0
      throw ImportError(
        path: name,
        "has other timestamps than \(other), from the row \(first + index + 1) at \(timestamps[index]) s on; expected the same, or "
          + "--interpolate, which interpolates its values at those timestamps")
    }
    if let backward {
      throw ImportError(
        path: name,
        "has the timestamp \(backward.after) s in the row after that with \(backward.before) s; expected timestamps in "
          + "order for --interpolate")
    }
    return interpolated(at: timestamps)
  }

  /// Values interpolated at each timestamp; NaN outside of the table's span of time, and in its gaps.
  private mutating func interpolated(at timestamps: [Double]) -> [[Float]] {
    var output = kinds.map { _ in [Float]() }
    for timestamp in timestamps {
      let after = firstRow(from: timestamp)
      let before = after < times.count && times[after] == timestamp ? after : after - 1
      let isInside = after < times.count && before >= 0
      let step = isInside ? times[after] - times[before] : 0
      let isInGap = step > longestStepS
      if isInGap { addMissing(behind: before) }
      for (index, kind) in kinds.enumerated() {
        guard isInside, !isInGap else {
          output[index] += repeatElement(.nan, count: kind.components)
          continue
        }
        func row(_ row: Int) -> ArraySlice<Float> {
          datasets[index][(row * kind.components)..<((row + 1) * kind.components)]
        }
        output[index] += RowInterpolation.row(
          kind, row(before), row(after), at: step > 0 ? Float((timestamp - times[before]) / step) : 0)
      }
    }
    return output
  }

  private mutating func addMissing(behind row: Int) {
    missingCount += 1
    if lastGap != row { gaps.add(times[row]) }
    lastGap = row
  }

  /// A sentence about rows that were not interpolated; nil without such rows.
  var sentence: String? {
    guard missingCount > 0 else { return nil }
    let names = kinds.map(\.name).joined(separator: ", ")
    return "\(stream): \(counted(missingCount, "row")) of \(names) not interpolated in \(counted(gaps.count, "gap")), "
      + gaps.text("after")
  }

  /// The first row at or after a time.
  private func firstRow(from time: Double) -> Int { partitionPoint(times.indices) { times[$0] < time } }
}
