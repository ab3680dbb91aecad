import Synchronization

@testable import SPSwings

/// Batches as a source delivers them, one whenever it is asked; it notes how often it was, and may break off.
final class TestBatches: AsyncSequence, Sendable {
  typealias Element = SwingBatch

  struct Broken: Error, Equatable {}

  private let batches: [SwingBatch]
  private let breaksAt: Int?
  private let asked = Mutex(0)

  /// - Parameter breaksAt: the number of the batch in whose place an error comes; nil where none does.
  init(_ batches: [SwingBatch], breaksAt: Int? = nil) {
    self.batches = batches
    self.breaksAt = breaksAt
  }

  /// How many batches were asked for so far, the end included.
  var askedCount: Int { asked.withLock(\.self) }

  func makeAsyncIterator() -> Iterator { Iterator(source: self) }

  struct Iterator: AsyncIteratorProtocol {
    let source: TestBatches

    mutating func next() async throws -> SwingBatch? {
      let number = source.asked.withLock { asked in
        asked += 1
        return asked - 1
      }
      if number == source.breaksAt { throw Broken() }
      return number < source.batches.count ? source.batches[number] : nil
    }
  }
}
