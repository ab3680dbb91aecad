/// The timestamps of a scanned time base. It stores one anchor per block, and reads blocks again when needed.
final class TimestampStore: Sendable {
  /// The number of timestamps between anchors. 8,192 is the chunk of an 800 Hz stream, so 24 h need 8,438 anchors.
  static let blockLength = 8192

  let source: any TimestampSource
  let count: Int
  /// The timestamp of the first sample of every block.
  let anchors: [Double]
  private let blocks = BlockStore<Double>(recentCount: 4)

  init(source: any TimestampSource, count: Int, anchors: [Double]) {
    self.source = source
    self.count = count
    self.anchors = anchors
  }

  func time(at index: Int) throws -> Double {
    let (number, place) = index.quotientAndRemainder(dividingBy: Self.blockLength)
    return try block(number)[place]
  }

  func times(_ range: Range<Int>) throws -> [Double] {
    // So many timestamps are read directly, without blocks.
    guard range.count <= Self.blockLength else { return try source.timestamps(range) }
    var times: [Double] = []
    times.reserveCapacity(range.count)
    while times.count < range.count {
      let (number, place) = (range.lowerBound + times.count).quotientAndRemainder(dividingBy: Self.blockLength)
      times += try block(number)[place...].prefix(range.count - times.count)
    }
    return times
  }

  /// The first index for whose timestamp `isBefore` is false, else the end. Timestamps must not decrease inside the
  /// range.
  func partition(_ range: Range<Int>, isBefore: (Double) -> Bool) throws -> Int {
    guard !range.isEmpty else { return range.upperBound }
    let firstAnchor = range.lowerBound / Self.blockLength + 1
    let lastAnchor = (range.upperBound - 1) / Self.blockLength
    let number = partitionPoint(firstAnchor..<max(lastAnchor + 1, firstAnchor)) { isBefore(anchors[$0]) } - 1
    let blockStart = number * Self.blockLength
    let candidates =
      max(range.lowerBound, blockStart)..<min(range.upperBound, min(blockStart + Self.blockLength, count))
    let timestamps = try block(number)
    return partitionPoint(candidates) { isBefore(timestamps[$0 - blockStart]) }
  }

  private func block(_ number: Int) throws -> [Double] {
    try blocks.block(number) {
      let start = number * Self.blockLength
      return try source.timestamps(start..<min(start + Self.blockLength, count))
    }
  }
}

extension TimestampSource {
  /// The timestamps of a range, in a new array.
  package func timestamps(_ range: Range<Int>) throws -> [Double] {
    try [Double](unsafeUninitializedCapacity: range.count) { buffer, count in
      // A read writes all timestamps or throws.
      var span = UnsafeMutableBufferPointer(rebasing: buffer[..<range.count]).mutableSpan
      try readTimestamps(range, into: &span)
      count = range.count
    }
  }
}
