import Signals

/// The stamps of a stream for one pass over them: blocks that are looked at ahead are kept until the pass takes them, so
/// that none is decoded twice.
struct KeptStamps: StampSource {
  let count: Int
  let blockRows: Int

  private let stamps: DatasetStamps
  private let blocks = BlockStore<Double>(recentCount: .max)

  init(_ stamps: DatasetStamps) {
    self.stamps = stamps
    count = stamps.count
    blockRows = stamps.blockRows
  }

  /// What the stamps are of: two streams may have the same.
  var name: String { stamps.name }

  var blockCount: Int { (count + blockRows - 1) / blockRows }

  /// Takes a block, which is kept no more.
  func take(_ number: Int) throws -> [Double] { try blocks.take(number) ?? decode(number) }

  func readStamps(_ range: Range<Int>, into stamps: inout MutableSpan<Double>) throws {
    var row = range.lowerBound
    while row < range.upperBound {
      let number = row / blockRows
      let block = try blocks.block(number) { try decode(number) }
      let first = number * blockRows
      for place in row - first..<min(range.upperBound - first, block.count) {
        stamps[first + place - range.lowerBound] = block[place]
      }
      row = first + block.count
    }
  }

  private func decode(_ number: Int) throws -> [Double] {
    let rows = number * blockRows..<min(count, (number + 1) * blockRows)
    return try [Double](unsafeUninitializedCapacity: rows.count) { buffer, count in
      // A read writes all of them or throws.
      var span = UnsafeMutableBufferPointer(rebasing: buffer[..<rows.count]).mutableSpan
      try stamps.readStamps(rows, into: &span)
      count = rows.count
    }
  }
}
