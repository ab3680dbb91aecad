import TestSupport
import Testing

@testable import SPSignals

struct SlidingBufferTests {
  /// Adds elements that are their own numbers.
  private func grow(_ buffer: SlidingBuffer<Int>, by count: Int) {
    let first = buffer.held.upperBound
    let room = buffer.grow(by: count)
    for place in 0..<count { room[place] = first + place }
  }

  @Test func elementsKeepTheirNumbersFromTheOneThatItBeginsAt() {
    let buffer = SlidingBuffer<Int>(startingAt: 100)
    #expect(buffer.held == 100..<100)
    grow(buffer, by: 4)
    #expect(buffer.held == 100..<104)
    #expect(buffer[103] == 103)
    #expect(Array(buffer.elements(101..<103)) == [101, 102])
    #expect(buffer.elements(104..<104).isEmpty)
  }

  @Test func whatIsDroppedIsGoneAndWhatFollowsKeepsItsNumber() {
    let buffer = SlidingBuffer<Int>()
    grow(buffer, by: 10)
    buffer.drop(before: 4)
    #expect(buffer.held == 4..<10)
    buffer.drop(before: 2)
    #expect(buffer.held == 4..<10)
    grow(buffer, by: 5)
    #expect(Array(buffer.elements(buffer.held)) == Array(4..<15))
    // No number is passed over, however far ahead the drop reaches.
    buffer.drop(before: 1000)
    #expect(buffer.held == 15..<15)
    grow(buffer, by: 1)
    #expect(buffer[15] == 15)
  }

  @Test("Elements stay what they are wherever they are moved to", arguments: 0..<8)
  func moving(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let buffer = SlidingBuffer<Int>(startingAt: seed, capacity: 1)
    var first = seed
    for _ in 0..<500 {
      grow(buffer, by: Int.random(in: 0...300, using: &generator))
      first = Int.random(in: max(first, buffer.held.upperBound - 700)...buffer.held.upperBound, using: &generator)
      buffer.drop(before: first)
      #expect(buffer.held.lowerBound == first)
      #expect(buffer.elements(buffer.held).elementsEqual(buffer.held))
    }
  }

  @Test func memoryDoesNotGrowWithWhatHasPassed() throws {
    let buffer = SlidingBuffer<Int>(capacity: 4096)
    var places = Set<UnsafeRawPointer>()
    for _ in 0..<2000 {
      grow(buffer, by: 1000)
      buffer.drop(before: buffer.held.upperBound - 1000)
      places.insert(UnsafeRawPointer(try #require(buffer.elements(buffer.held).baseAddress)))
    }
    let (low, high) = (try #require(places.min()), try #require(places.max()))
    #expect(high - low <= (4096 - 1000) * MemoryLayout<Int>.stride)
  }

  @Test("What was frozen stays as it was, whatever is added and dropped meanwhile", arguments: [40, 4000])
  func frozen(added: Int) {
    let buffer = SlidingBuffer<Int>(capacity: 256)
    grow(buffer, by: 100)
    buffer.drop(before: 60)
    let frozen = buffer.frozen()
    for _ in 0..<20 {
      grow(buffer, by: added)
      buffer.drop(before: buffer.held.upperBound - 30)
    }
    #expect(frozen.held == 60..<100 && frozen.elements(60..<100).elementsEqual(60..<100))
    #expect(buffer.elements(buffer.held).elementsEqual(buffer.held))
  }
}
