/// The last elements of a series by their absolute numbers, in contiguous memory.
///
/// Elements are added at the end and dropped at the front, and memory grows only with the elements held. It is
/// `@unchecked Sendable` because its owner changes it only while no task reads. Tasks read between two changes, or read
/// a copy made by `frozen()`.
final class SlidingBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  /// Stored behind a pointer, because Swift would check each of the very many reads of a class's own variables for
  /// exclusive access.
  private struct State {
    var first: Int
    var end: Int
    var memory: UnsafeMutablePointer<Element>
    /// The position of the first element held.
    var offset = 0
  }

  /// Memory shared by a buffer and its frozen copies: elements once written do not change.
  private final class Memory {
    let start: UnsafeMutablePointer<Element>
    let capacity: Int

    init(capacity: Int) {
      start = .allocate(capacity: capacity)
      self.capacity = capacity
    }

    deinit { start.deallocate() }
  }

  private let state: UnsafeMutablePointer<State>
  private var memory: Memory

  /// The numbers of the elements held.
  @inline(__always)
  var held: Range<Int> { state.pointee.first..<state.pointee.end }

  /// Makes an empty buffer with room for some elements; the first gets the number `first`.
  init(startingAt first: Int = 0, capacity: Int = 1024) {
    memory = Memory(capacity: max(1, capacity))
    state = .allocate(capacity: 1)
    state.initialize(to: State(first: first, end: first, memory: memory.start))
  }

  private init(_ state: State, _ memory: Memory) {
    self.memory = memory
    self.state = .allocate(capacity: 1)
    self.state.initialize(to: state)
  }

  deinit { state.deallocate() }

  /// A copy of the elements held now, for reading while this buffer changes. Nothing may be added to the copy.
  func frozen() -> SlidingBuffer { SlidingBuffer(state.pointee, memory) }

  /// Adds elements after the last one and returns their memory. The caller must fill all of it.
  func grow(by count: Int) -> UnsafeMutableBufferPointer<Element> {
    if state.pointee.offset + held.count + count > memory.capacity { makeRoom(for: count) }
    let start = state.pointee.memory + state.pointee.offset + held.count
    state.pointee.end += count
    return UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// Drops the elements before a number.
  func drop(before number: Int) {
    let first = min(max(number, state.pointee.first), state.pointee.end)
    state.pointee.offset += first - state.pointee.first
    state.pointee.first = first
  }

  /// An element held.
  @inline(__always)
  subscript(_ number: Int) -> Element {
    precondition(held.contains(number), "an element that is not held")
    return state.pointee.memory[state.pointee.offset + number - state.pointee.first]
  }

  /// Elements held, without copying; valid until the next change.
  @inline(__always)
  func elements(_ range: Range<Int>) -> UnsafeBufferPointer<Element> {
    precondition(range.lowerBound >= state.pointee.first && range.upperBound <= state.pointee.end, "not all is held")
    return UnsafeBufferPointer(
      start: state.pointee.memory + state.pointee.offset + range.lowerBound - state.pointee.first, count: range.count)
  }

  /// Moves the elements to the front, or to larger memory if they would fill more than half of this memory. No element
  /// is moved often.
  private func makeRoom(for count: Int) {
    let needed = held.count + count
    let source = state.pointee.memory + state.pointee.offset
    if 2 * needed <= memory.capacity, isKnownUniquelyReferenced(&memory) {
      state.pointee.memory.update(from: source, count: held.count)
    } else {
      let room = Memory(capacity: 2 * needed <= memory.capacity ? memory.capacity : max(2 * needed, 1024))
      room.start.update(from: source, count: held.count)
      memory = room
      state.pointee.memory = room.start
    }
    state.pointee.offset = 0
  }
}
