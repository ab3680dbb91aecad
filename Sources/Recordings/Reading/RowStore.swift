import HDF5
import Signals

/// The rows of one dataset, decoded a block at a time on demand: for reading windows of a recording.
///
/// The last blocks stay decoded, so that the components of a row, and windows near each other, decode them only once.
/// For a pass over a whole recording use ``RecordingFeed``.
final class RowStore: Sendable {
  let source: RowSource
  private let blocks: BlockStore<Float>

  init(_ source: RowSource) {
    self.source = source
    let rowBytes = source.width * MemoryLayout<Float>.stride
    // More than one read of a window may need: with fewer, blocks would be dropped before the next component reads
    // them.
    blocks = BlockStore(recentCount: min(48, 3 + (1 << 20) / max(1, rowBytes) / source.blockRows))
  }

  /// Copies the rows of one component.
  func read(component: Int, _ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: source.rowCount, bufferCount: samples.count)
    let column = source.places[component]
    var row = range.lowerBound
    while row < range.upperBound {
      let index = row / source.blockRows
      let block = source.rows(ofBlock: index)
      let end = min(range.upperBound, block.upperBound)
      let values = try blocks.block(index) { try source.decode(block) }
      Self.copy(
        values.span, from: (row - block.lowerBound) * source.width + column, step: source.width, count: end - row,
        into: &samples, at: row - range.lowerBound)
      row = end
    }
  }

  private static func copy(
    _ values: Span<Float>, from first: Int, step: Int, count: Int, into samples: inout MutableSpan<Float>,
    at offset: Int
  ) {
    precondition(
      count > 0 && first + (count - 1) * step < values.count && offset + count <= samples.count, "rows beyond a block")
    values.withUnsafeBufferPointer { values in
      samples.withUnsafeMutableBufferPointer { samples in
        guard let source = values.baseAddress, let target = samples.baseAddress else { return }
        var place = first
        for index in offset..<offset + count {
          target[index] = source[place]
          place &+= step
        }
      }
    }
  }
}

/// One component of a dataset, as a signal.
struct ChannelSignal: Signal {
  let rows: RowStore
  let component: Int
  let timeBase: TimeBase
  let unit: Unit

  var count: Int { rows.source.rowCount }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try rows.read(component: component, range, into: &samples)
  }
}
