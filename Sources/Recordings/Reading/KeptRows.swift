import Signals

/// The rows of a dataset for one pass over them: blocks that are read ahead are kept until the pass takes them, so that
/// none is decoded twice.
///
/// At most 64 are kept, more than reading a few stretches ahead needs; they take a few MB whatever the length of the
/// recording.
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
