import Signals

/// The rows of a dataset for one pass over them: blocks that are looked at ahead are kept until the pass takes them, so
/// that none is decoded twice.
///
/// At most 64 are kept, more than a look at a few stretches takes; whatever the length of a recording, they take some MB.
struct KeptRows: Sendable {
  let source: RowSource
  private let blocks = BlockStore<Float>(recentCount: 64)

  init(_ source: RowSource) { self.source = source }

  var blockCount: Int { (source.rowCount + source.blockRows - 1) / source.blockRows }

  /// Takes a block, as it is stored, which is kept no more.
  func take(_ number: Int) throws -> [Float] { try blocks.take(number) ?? source.raw(source.rows(ofBlock: number)) }

  /// Some rows, as a user of the dataset converts them.
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
