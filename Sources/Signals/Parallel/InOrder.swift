/// Work in blocks that spare workers prepare ahead, and that are used one after another in their order.
///
/// The result is the same with any number of workers: it does not depend on which worker prepares a part, or when.
package enum InOrder {
  /// Prepares the blocks of a range and uses them in order.
  ///
  /// - Parameters:
  ///   - length: of a block, in samples; blocks begin at multiples of it from the start of the range.
  ///   - range: what is covered.
  ///   - read: prepares a block; it must depend on nothing but the block, and is called from several threads.
  ///   - body: uses a block; called in order, in the calling thread.
  /// - Throws: what `read` and `body` throw, the first in the order of the blocks, or `CancellationError`.
  package static func forEach<Block: Sendable>(
    blocksOf length: Int, in range: Range<Int>, read: @escaping @Sendable (Range<Int>) throws -> Block,
    body: (Range<Int>, Block) throws -> Void
  ) throws {
    precondition(length > 0, "blocks of \(length)")
    let workers = SpareWorkers.current
    var range = range
    // One after another while there is no worker; one may come with the end of another recording.
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

  /// Transforms elements, several at a time where there are spare workers; the results are in the elements' order.
  ///
  /// - Parameters:
  ///   - elements: what is transformed.
  ///   - length: how many a worker takes at a time; few if each takes long.
  ///   - transform: takes an element's place and the element.
  /// - Throws: what `transform` throws, the first in the order of the elements, or `CancellationError`.
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
