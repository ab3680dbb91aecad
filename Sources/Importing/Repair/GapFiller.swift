import SPRecordings
import SPSignals

/// Fills gaps with rows that are interpolated between their neighbours.
///
/// A gap has lost samples if it lasts at least `GapLimit.mediansOfLostSamples` usual sampling intervals. The filler
/// divides such a gap evenly into intervals that are as near as possible to the usual interval.
struct GapFiller {
  /// Gaps of this many usual sampling intervals or more are not filled. If samples come in bursts, the usual interval
  /// is far too short.
  static let mostRows = 1000.0

  private let limitS: Double
  private let kinds: [StreamCatalog.DatasetKind]
  /// The usual sampling interval, in s: the median of the first block that has an interval; nil before this block.
  private var stepS: Double?
  private var last: StreamRows?
  private(set) var filled = RepairPlaces()
  /// Gaps that were not filled because of `mostRows`.
  private(set) var tooLong = RepairPlaces()
  private(set) var rowCount = 0

  /// - Parameters:
  ///   - limitS: Gaps that last this long or longer, in s, are not filled.
  ///   - kinds: The stream's datasets, in the order of the rows.
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

/// Interpolates between two rows of a dataset.
enum RowInterpolation {
  /// A row between two others.
  ///
  /// Measured values are interpolated linearly. Attitudes are interpolated linearly along the shorter arc and
  /// normalised to a magnitude of 1. Codes keep the value of the row before.
  ///
  /// - Parameters:
  ///   - kind: the dataset.
  ///   - before: the row before, with all components.
  ///   - after: the row after.
  ///   - fraction: the position between the two, from 0 to 1.
  static func row(
    _ kind: StreamCatalog.DatasetKind, _ before: some Sequence<Float>, _ after: some Sequence<Float>, at fraction: Float
  ) -> [Float] {
    guard kind.storage == .float32 else { return Array(before) }
    guard kind.components == 4 else { return zip(before, after).map { $0 + fraction * ($1 - $0) } }
    // A quaternion and its negative are the same attitude.
    let sign: Float = zip(before, after).reduce(0) { $0 + $1.0 * $1.1 } < 0 ? -1 : 1
    let between = zip(before, after).map { $0 + fraction * (sign * $1 - $0) }
    let length = between.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return between.map { $0 / length }
  }
}
