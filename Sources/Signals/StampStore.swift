import Synchronization

/// The stamps of a scanned time base: one anchor kept for every block, the blocks themselves read again when needed.
final class StampStore: Sendable {
  /// The stamps between anchors: 8,192, the chunk of an 800 Hz stream, so that 24 h keep 8,438 anchors.
  static let blockLength = 8192
  private static let cachedBlocks = 4

  private struct Block {
    let index: Int
    let stamps: [Double]
  }

  let source: any StampSource
  let count: Int
  /// The stamp of the first sample of every block.
  let anchors: [Double]
  /// The last used blocks, the latest at the end.
  private let cache = Mutex<[Block]>([])

  init(source: any StampSource, count: Int, anchors: [Double]) {
    self.source = source
    self.count = count
    self.anchors = anchors
  }

  func time(at index: Int) throws -> Double {
    try block(index / Self.blockLength)[index % Self.blockLength]
  }

  func times(_ range: Range<Int>) throws -> [Double] {
    guard range.count <= Self.blockLength else { return try source.stamps(range) }
    var times: [Double] = []
    times.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let blockStart = index - index % Self.blockLength
      let end = min(blockStart + Self.blockLength, range.upperBound)
      times.append(contentsOf: try block(index / Self.blockLength)[(index - blockStart)..<(end - blockStart)])
      index = end
    }
    return times
  }

  /// The first index of a range, inside which stamps do not decrease, whose stamp is not `isBefore`; else its end.
  func partition(_ range: Range<Int>, isBefore: (Double) -> Bool) throws -> Int {
    guard !range.isEmpty else { return range.upperBound }
    let firstAnchor = range.lowerBound / Self.blockLength + 1
    let lastAnchor = (range.upperBound - 1) / Self.blockLength
    let anchor = partitionPoint(firstAnchor..<max(lastAnchor + 1, firstAnchor)) { isBefore(anchors[$0]) } - 1
    let blockStart = anchor * Self.blockLength
    let stamps = try block(anchor)
    let candidates = max(range.lowerBound, blockStart)..<min(range.upperBound, blockStart + stamps.count)
    return partitionPoint(candidates) { isBefore(stamps[$0 - blockStart]) }
  }

  private func block(_ index: Int) throws -> [Double] {
    let cached = cache.withLock { blocks -> [Double]? in
      guard let position = blocks.firstIndex(where: { $0.index == index }) else { return nil }
      let block = blocks.remove(at: position)
      blocks.append(block)
      return block.stamps
    }
    if let cached { return cached }
    let start = index * Self.blockLength
    // Read without the lock: another task may read the same block meanwhile, and gets the same stamps.
    let stamps = try source.stamps(start..<min(start + Self.blockLength, count))
    cache.withLock { blocks in
      guard !blocks.contains(where: { $0.index == index }) else { return }
      if blocks.count == Self.cachedBlocks { blocks.removeFirst() }
      blocks.append(Block(index: index, stamps: stamps))
    }
    return stamps
  }
}

extension StampSource {
  /// The stamps of a range, in a new array.
  func stamps(_ range: Range<Int>) throws -> [Double] {
    var stamps = [Double](repeating: 0, count: range.count)
    var span = stamps.mutableSpan
    try readStamps(range, into: &span)
    return stamps
  }
}

/// The first index that is not `isBefore`, where those that are come first; the end where all are.
func partitionPoint(_ range: Range<Int>, isBefore: (Int) throws -> Bool) rethrows -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = low + (high - low) / 2
    if try isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
