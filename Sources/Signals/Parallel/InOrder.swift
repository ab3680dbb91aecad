/// Work in blocks: spare workers prepare the blocks early, and the caller uses them one after another in order.
///
/// The result is the same with any number of workers: it does not depend on which worker prepares a part, or when.
package enum InOrder {
  /// Prepares the blocks of a range and uses them in order.
  ///
  /// - Parameters:
  ///   - length: The length of a block, in samples. Blocks begin at multiples of it from the start of the range.
  ///   - range: The range to cover.
  ///   - read: Prepares a block. It must depend only on the block, and is called from several threads.
  ///   - body: Uses a block. It is called in order, in the calling thread.
  /// - Throws: the errors of `read` and `body`, the first in the order of the blocks, or `CancellationError`.
  package static func forEach<Block: Sendable>(
    blocksOf length: Int, in range: Range<Int>, read: @escaping @Sendable (Range<Int>) throws -> Block,
    body: (Range<Int>, Block) throws -> Void
  ) throws {
    precondition(length > 0, "blocks of \(length)")
    let workers = SpareWorkers.current
    var range = range
    // Without a worker the blocks are read one after another. A worker may come free when another recording ends.
    while !range.isEmpty, range.count <= length || workers?.areAny != true {
      try Task.checkCancellation()
      let block = range.prefix(length)
      try body(block, read(block))
      range = block.upperBound..<range.upperBound
    }
    guard !range.isEmpty else { return }
    let rest = range
    @Sendable func block(_ number: Int) -> Range<Int> { rest.dropFirst(number * length).prefix(length) }
    let count = (rest.count + length - 1) / length
    let lanes = PreparedLanes(counts: [count], helpers: workers) { _, number in try read(block(number)) }
    // No worker reads a block any more when this function returns.
    defer { lanes.stop() }
    for number in 0..<count { try body(block(number), lanes.next(of: 0)) }
  }

  /// Transforms elements, several at a time if there are spare workers. The results are in the elements' order.
  ///
  /// - Parameters:
  ///   - elements: The elements to transform.
  ///   - length: The number of elements that a worker takes at a time; few if an element takes long.
  ///   - transform: Takes an element's place and the element.
  /// - Throws: the errors of `transform`, the first in the order of the elements, or `CancellationError`.
  @inlinable
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], blocksOf length: Int = 64,
    _ transform: @escaping @Sendable (Int, Element) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(elements.count)
    try forEach(blocksOf: length, in: 0..<elements.count) { range in
      var block: [Result] = []
      block.reserveCapacity(range.count)
      for place in range { block.append(try transform(place, elements[place])) }
      return block
    } body: { _, block in
      results += block
    }
    return results
  }
}
