import SPRecordings
import SPSignals

/// Fills gaps with rows that are interpolated between their neighbours.
///
/// A gap has lost samples if it lasts at least `GapLimit.mediansOfLostSamples` usual sampling intervals. It is divided
/// evenly into intervals that are as near as possible to the usual one.
struct GapFiller {
  /// Gaps of this many usual sampling intervals and more are not filled: where samples come in bursts, the usual
  /// interval is far too short.
  static let mostRows = 1000.0

  private let limitS: Double
  private let kinds: [StreamCatalog.DatasetKind]
  /// The usual sampling interval, in s: the median of the first block with one; nil before.
  private var stepS: Double?
  private var last: StreamRows?
  private(set) var filled = RepairPlaces()
  /// Gaps that were not filled because of ``mostRows``.
  private(set) var tooLong = RepairPlaces()
  private(set) var rowCount = 0

  /// - Parameters:
  ///   - limitS: gaps that last this long or longer, in s, are not filled.
  ///   - kinds: the stream's datasets, in the order of the rows.
  init(underS limitS: Double, _ kinds: [StreamCatalog.DatasetKind]) {
    self.limitS = limitS
    self.kinds = kinds
  }

  /// Takes rows and returns them with gaps filled.
  mutating func fill(_ rows: StreamRows) -> StreamRows {
    guard rows.count > 0 else { return rows }
    if stepS == nil { stepS = rows.usualStepS }
    guard let stepS else {
      last = rows.part(rows.count - 1..<rows.count, widths: kinds.map(\.components))
      return rows
    }
    let widths = kinds.map(\.components)
    var output = StreamRows(datasets: widths.map { _ in [] })
    var start = 0
    for index in rows.times.indices {
      let isFirst = index == 0
      guard let before = isFirst ? last?.times.first : rows.times[index - 1] else { continue }
      let step = rows.times[index] - before
      guard step >= GapLimit.mediansOfLostSamples * stepS, step < limitS else { continue }
      guard step < Self.mostRows * stepS else {
        tooLong.add(before)
        continue
      }
      output.append(rows.part(start..<index, widths: widths))
      start = index
      let previous = isFirst ? last : rows.part(index - 1..<index, widths: widths)
      if let previous { insert(between: previous, rows.part(index..<index + 1, widths: widths), stepS, into: &output) }
    }
    last = rows.part(rows.count - 1..<rows.count, widths: widths)
    guard start > 0 || output.count > 0 else { return rows }
    output.append(rows.part(start..<rows.count, widths: widths))
    return output
  }

  private mutating func insert(
    between before: StreamRows, _ after: StreamRows, _ stepS: Double, into output: inout StreamRows
  ) {
    let (start, end) = (before.times[0], after.times[0])
    let steps = Int(((end - start) / stepS).rounded())
    guard steps > 1 else { return }
    filled.add(start)
    rowCount += steps - 1
    for step in 1..<steps {
      let fraction = Double(step) / Double(steps)
      output.times.append(start + fraction * (end - start))
      for (index, kind) in kinds.enumerated() {
        output.datasets[index] += RowInterpolation.row(
          kind, before.datasets[index], after.datasets[index], at: Float(fraction))
      }
    }
  }
}

extension StreamRows {
  /// The median of the times between rows, in s; nil if no time passes.
  var usualStepS: Double? {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? nil : steps[steps.count / 2]
  }

  /// Consecutive rows.
  func part(_ range: Range<Int>, widths: [Int]) -> StreamRows {
    StreamRows(
      times: Array(times[range]),
      datasets: zip(datasets, widths).map { Array($0[(range.lowerBound * $1)..<(range.upperBound * $1)]) })
  }
}
