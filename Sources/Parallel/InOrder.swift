import Dispatch
import Foundation

/// Work in parts that spare workers prepare ahead, and that are used one after another in their order.
///
/// What comes out is the same with any number of workers: who prepares a part, and when, is no part of it.
public enum InOrder {
  /// Prepares the blocks of a range and uses them in order.
  ///
  /// - Parameters:
  ///   - length: of a block, in samples; blocks begin at multiples of it from the start of the range.
  ///   - range: what is covered.
  ///   - read: prepares a block; it must depend on nothing but the block, and is called from several threads.
  ///   - body: uses a block; called in order, in the calling thread.
  /// - Throws: what `read` and `body` throw, the first in the order of the blocks, or `CancellationError`.
  public static func forEach<Block: Sendable>(
    blocksOf length: Int, in range: Range<Int>, read: @escaping @Sendable (Range<Int>) throws -> Block,
    body: (Range<Int>, Block) throws -> Void
  ) throws {
    precondition(length > 0, "blocks of \(length)")
    guard !range.isEmpty else { return }
    guard let workers = SpareWorkers.current, range.count > length else {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: length) {
        try Task.checkCancellation()
        let block = start..<min(start + length, range.upperBound)
        try body(block, read(block))
      }
      return
    }
    let ahead = ReadAhead(range, length, workers, read)
    // Nobody reads once this returns.
    defer { ahead.stop() }
    for number in 0..<ahead.blockCount {
      try Task.checkCancellation()
      ahead.engage()
      try body(ahead.range(of: number), ahead.block(number))
    }
  }

  /// Transforms elements, several at a time where there are spare workers; the results are in the elements' order.
  /// - Throws: what `transform` throws, the first in the order of the elements, or `CancellationError`.
  public static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Int, Element) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(elements.count)
    try forEach(blocksOf: 64, in: 0..<elements.count) { range in
      try range.map { try transform($0, elements[$0]) }
    } body: { _, block in
      results += block
    }
    return results
  }
}

/// Blocks that are prepared before they are asked for.
///
/// It is `@unchecked Sendable` because everything that changes is changed with the condition's lock held.
private final class ReadAhead<Block: Sendable>: @unchecked Sendable {
  /// How many help at the most: few enough that what their blocks were made of is still decoded when they are used.
  private static var helperLimit: Int { 6 }
  /// How many blocks may wait for their use, so that nobody waits long.
  private var waitingLimit: Int { max(3, helperCount + 2) }

  let blockCount: Int
  private let range: Range<Int>
  private let length: Int
  private let workers: SpareWorkers
  private let read: @Sendable (Range<Int>) throws -> Block

  private let condition = NSCondition()
  private var done: [Int: Result<Block, any Error>] = [:]
  private var nextToRead = 0
  private var nextToUse = 0
  private var helperCount = 0
  private var isStopped = false

  init(
    _ range: Range<Int>, _ length: Int, _ workers: SpareWorkers,
    _ read: @escaping @Sendable (Range<Int>) throws -> Block
  ) {
    self.range = range
    self.length = length
    self.workers = workers
    self.read = read
    blockCount = (range.count + length - 1) / length
  }

  func range(of number: Int) -> Range<Int> {
    let start = range.lowerBound + number * length
    return start..<min(start + length, range.upperBound)
  }

  /// Sets spare workers to work that have become free.
  func engage() {
    while workers.take() {
      condition.lock()
      guard blockCount - nextToRead > 1, helperCount < Self.helperLimit else {
        condition.unlock()
        return workers.add()
      }
      helperCount += 1
      condition.unlock()
      DispatchQueue.global(qos: .userInitiated).async { self.help() }
    }
  }

  /// The block that is used next. Whoever waits for it reads another in the meantime.
  func block(_ number: Int) throws -> Block {
    condition.lock()
    nextToUse = number
    condition.broadcast()
    while done[number] == nil {
      if !readOne() { condition.wait() }
    }
    let result = done.removeValue(forKey: number)
    condition.unlock()
    guard let result else { preconditionFailure("a block that was there is gone") }
    return try result.get()
  }

  func stop() {
    condition.lock()
    isStopped = true
    condition.broadcast()
    while helperCount > 0 { condition.wait() }
    condition.unlock()
  }

  private func help() {
    condition.lock()
    while !isStopped, nextToRead < blockCount {
      if !readOne() { condition.wait() }
    }
    helperCount -= 1
    condition.broadcast()
    condition.unlock()
    workers.add()
  }

  /// Reads the next block that nobody has taken, unless too many wait; called with the lock held, and returns with it.
  private func readOne() -> Bool {
    guard !isStopped, nextToRead < blockCount, nextToRead - nextToUse < waitingLimit else { return false }
    let number = nextToRead
    nextToRead += 1
    condition.unlock()
    let result = Result { try read(range(of: number)) }
    condition.lock()
    done[number] = result
    condition.broadcast()
    return true
  }
}
