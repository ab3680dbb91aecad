import SPSignals

/// The rows of a dataset for one pass over them. Blocks that are read ahead are kept until the pass takes them, so that
/// no block is decoded twice.
///
/// At most 64 blocks are kept, more than reading a few stretches ahead needs. They take a few MB whatever the length of
/// the recording.
struct KeptRows: Sendable {
  let source: RowSource
  private let blocks = BlockStore<Float>(recentCount: 64)

  init(_ source: RowSource) { self.source = source }

  var blockCount: Int { (source.rowCount + source.blockRows - 1) / source.blockRows }

  /// Takes a block, as it is stored, and stops keeping it.
  func take(_ number: Int) throws -> [Float] { try blocks.take(number) ?? source.raw(source.rows(ofBlock: number)) }

  /// A range of rows, as converted for one user of the dataset.
  func rows(_ range: Range<Int>, as user: RowSource) throws -> [Float] {
    var values: [Float] = []
    values.reserveCapacity(range.count * user.width)
    var row = range.lowerBound
    while row < range.upperBound {
      let number = row / source.blockRows
      let block = source.rows(ofBlock: number)
      let part = row..<min(range.upperBound, block.upperBound)
      let stored = try blocks.block(number) { try source.raw(block) }
      let first = block.lowerBound
      values += user.converted(stored)[(part.lowerBound - first) * user.width..<(part.upperBound - first) * user.width]
      row = part.upperBound
    }
    return values
  }
}

/// The timestamps of a stream for one pass over them. Blocks that are read ahead are kept until the pass takes them, so
/// that no block is decoded twice.
struct KeptTimestamps: TimestampSource {
  let count: Int
  let blockRows: Int

  private let source: DatasetTimestamps
  private let blocks = BlockStore<Double>(recentCount: .max)

  init(_ timestamps: DatasetTimestamps) {
    source = timestamps
    count = timestamps.count
    blockRows = timestamps.blockRows
  }

  /// The name of the timestamps' source, which two streams may share.
  var name: String { source.name }

  var blockCount: Int { (count + blockRows - 1) / blockRows }

  /// Takes a block and stops keeping it.
  func take(_ number: Int) throws -> [Double] { try blocks.take(number) ?? decode(number) }

  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    var row = range.lowerBound
    while row < range.upperBound {
      let number = row / blockRows
      let block = try blocks.block(number) { try decode(number) }
      let first = number * blockRows
      for place in row - first..<min(range.upperBound - first, block.count) {
        timestamps[first + place - range.lowerBound] = block[place]
      }
      row = first + block.count
    }
  }

  /// The first rows whose timestamps are within an interval, in s.
  ///
  /// If all timestamps are read ahead anyway, the result is exact even if the clock goes back. In a longer source, a
  /// search assumes that timestamps mostly ascend.
  func rows(in interval: ClosedRange<Double>) throws -> Range<Int> {
    let isLong = count > Prologue.exactRateCount
    let first = try firstRow(from: isLong ? blockRows * block(before: interval.lowerBound) : 0) {
      $0 >= interval.lowerBound
    }
    return first..<(try firstRow(from: first) { !interval.contains($0) })
  }

  private func firstRow(from start: Int, where predicate: (Double) -> Bool) throws -> Int {
    var row = start
    while row < count {
      let number = row / blockRows
      let values = try blocks.block(number) { try decode(number) }
      let first = number * blockRows
      if let place = values[(row - first)...].firstIndex(where: predicate) { return first + place }
      row = first + values.count
    }
    return count
  }

  /// The last block that begins before a time, or the first block.
  private func block(before time: Double) throws -> Int {
    func start(_ number: Int) throws -> Double { try timestamps(number * blockRows..<number * blockRows + 1)[0] }
    var (low, high) = (0, blockCount - 1)
    var (earliest, latest) = (try start(low), try start(high))
    guard latest >= time else { return high }
    // Timestamps are nearly even, so the block lies near the proportional position. Gaps may move it far away, so every
    // other round of the search halves the range instead.
    var isByHalves = false
    while high - low > 1 {
      let fraction = isByHalves ? 0.5 : (time - earliest) / (latest - earliest)
      let middle = low + Int(clamping: min(max(fraction, 0), 1) * Double(high - low))
      let number = min(max(middle, low + 1), high - 1)
      let begin = try start(number)
      if begin < time { (low, earliest) = (number, begin) } else { (high, latest) = (number, begin) }
      isByHalves.toggle()
    }
    return low
  }

  private func decode(_ number: Int) throws -> [Double] {
    try source.timestamps(number * blockRows..<min(count, (number + 1) * blockRows))
  }
}
