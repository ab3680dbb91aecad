import CProcess
import Glibc
import Synchronization

/// The work in progress of a process, in memory that the process shares with its supervisor. The memory survives a
/// crash of the process.
///
/// Only one thread at a time enters the HDF5 library, so the journal has one place for the file that the library is
/// working on. A slot stores the path of an open file, or of work that a program notes as in progress. A byte per slot
/// says which. The class is `@unchecked Sendable` because the process writes and its supervisor reads.
package final class FileJournal: @unchecked Sendable {
  /// One piece of work in progress.
  package struct Note: Sendable, Hashable {
    /// The file.
    package var path: String
    /// The kind of work; empty if there is only one kind.
    package var step: String
    /// Other files that the work reads.
    package var others: [String] = []
    /// Whether the work reports its progress. If not, the supervisor notices a stall only inside the library.
    package var tellsProgress: Bool

    package init(path: String, step: String = "", others: [String] = [], tellsProgress: Bool = true) {
      self.path = path
      self.step = step
      self.others = others
      self.tellsProgress = tellsProgress
    }
  }

  /// The use of a slot.
  private enum Use: UInt8 {
    case nothing, noted, open, quiet
  }

  /// The longest path that a system supports, in bytes, with its zero byte.
  private static let pathBytes = 4096
  /// The number of slots. It is more than the number of files that are open at a time. Files without a slot are not
  /// noted.
  private static let slots = 1024
  /// The bytes before the slots: a page of numbers, a page for the path that the library is working on, and a byte per
  /// slot.
  private static let headBytes = 2 * pathBytes + slots

  private let memory: UnsafeMutableRawBufferPointer
  private let moves: UnsafeMutablePointer<Atomic<UInt64>>
  private let timeout: UnsafeMutablePointer<Atomic<UInt64>>
  private let holder: UnsafeMutablePointer<Atomic<Int32>>
  /// The slot of each active worker, and the free slots.
  private let taken = Mutex((workers: [Int: Int](), free: Array((0..<slots).reversed())))

  /// The number of the thread that crashed; 0 if unknown.
  let crashed: UnsafeMutablePointer<Int32>

  /// Maps the memory; nil if the system refuses. The system provides only the part that is used.
  package init?() {
    let count = Self.headBytes + Self.slots * Self.pathBytes
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    memory = UnsafeMutableRawBufferPointer(start: start, count: count)
    moves = start.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    timeout = (start + 64).bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    holder = (start + 128).bindMemory(to: Atomic<Int32>.self, capacity: 1)
    crashed = (start + 192).bindMemory(to: Int32.self, capacity: 1)
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// Clears the work in progress for the next process. The stall timeout stays.
  package func clear() {
    holder.pointee.store(0, ordering: .relaxed)
    crashed.pointee = 0
    memory[Self.pathBytes] = 0
    for slot in 0..<Self.slots { memory[2 * Self.pathBytes + slot] = Use.nothing.rawValue }
  }

  // MARK: Writing, in the process

  /// How long the process may make no progress, in s, before the supervisor kills it. 0 means no limit.
  package var stallTimeoutS: Double {
    get { Double(bitPattern: timeout.pointee.load(ordering: .relaxed)) }
    set { timeout.pointee.store(newValue.bitPattern, ordering: .relaxed) }
  }

  /// Notes that work has made progress.
  package func move() { moves.pointee.wrappingAdd(1, ordering: .relaxed) }

  /// Notes the work of a worker, inside the library or not; nil if the worker has no work.
  package func note(_ note: Note?, worker: Int) {
    move()
    let old = taken.withLock { $0.workers.removeValue(forKey: worker) }
    if let old { release(old) }
    // A zero byte ends each text.
    guard let note,
      let slot = take(
        ([note.path, note.step] + note.others).joined(separator: "\0"), for: note.tellsProgress ? .noted : .quiet)
    else { return }
    taken.withLock { $0.workers[worker] = slot }
  }

  /// Notes an open file and returns its slot; nil if no slot is free. The caller must release the slot.
  func open(_ path: String) -> Int? { take(path, for: .open) }

  /// Frees a slot.
  func release(_ slot: Int) {
    memory[2 * Self.pathBytes + slot] = Use.nothing.rawValue
    taken.withLock { $0.free.append(slot) }
  }

  private func take(_ path: String, for use: Use) -> Int? {
    guard let slot = taken.withLock({ $0.free.popLast() }) else { return nil }
    write(path, at: Self.headBytes + slot * Self.pathBytes)
    memory[2 * Self.pathBytes + slot] = use.rawValue
    return slot
  }

  /// Notes the file that the library is about to work on.
  func name(_ path: String) { write(path, at: Self.pathBytes) }

  /// Notes that this thread is inside the library.
  func enter() { holder.pointee.store(max(1, cprocess_thread()), ordering: .releasing) }

  /// Notes that no thread is inside the library any more.
  func leave() {
    holder.pointee.store(0, ordering: .releasing)
    move()
  }

  private func write(_ path: String, at start: Int) {
    var path = path
    path.withUTF8 { bytes in
      let count = min(bytes.count, Self.pathBytes - 1)
      memory[start + count] = 0
      // A second zero byte ends a list of texts.
      if count < Self.pathBytes - 1 { memory[start + count + 1] = 0 }
      guard let base = bytes.baseAddress else { return }
      memory.baseAddress?.advanced(by: start).copyMemory(from: base, byteCount: count)
    }
  }

  // MARK: Reading, in the supervisor

  /// How often work has made progress.
  var moveCount: UInt64 { moves.pointee.load(ordering: .relaxed) }

  /// The number of the thread that is inside the library; 0 if no thread is inside.
  var thread: Int32 { holder.pointee.load(ordering: .acquiring) }

  /// The file that the library is working on, or last worked on; nil if the work does not concern a file.
  var current: String? {
    let path = text(at: Self.pathBytes)
    return path.isEmpty ? nil : path
  }

  /// The files that the program has noted.
  var noted: [String] { notes.map(\.path) }

  /// The noted work.
  var notes: [Note] {
    [Use.noted, .quiet].flatMap { use in places(use).map { note(at: $0, tellsProgress: use == .noted) } }
  }

  /// Whether the program is doing work that reports its progress.
  var expectsProgress: Bool { !places(.noted).isEmpty }

  private func note(at place: Int, tellsProgress: Bool) -> Note {
    // Old content of the slot may follow the terminating zero byte. A path may be cut off, or may not be valid text.
    var texts: [String] = []
    var start = place
    while start < place + Self.pathBytes {
      let end = memory[start..<place + Self.pathBytes].firstIndex(of: 0) ?? place + Self.pathBytes
      if texts.count > 1, start == end { break }
      texts.append(String(decoding: memory[start..<end], as: UTF8.self))
      start = end + 1
    }
    return Note(
      path: texts[0], step: texts.count > 1 ? texts[1] : "", others: Array(texts.dropFirst(2)),
      tellsProgress: tellsProgress)
  }

  /// The files that are open.
  var opened: [String] { places(.open).map { text(at: $0) } }

  private func places(_ use: Use) -> [Int] {
    (0..<Self.slots).filter { memory[2 * Self.pathBytes + $0] == use.rawValue }
      .map { Self.headBytes + $0 * Self.pathBytes }
  }

  private func text(at start: Int) -> String {
    String(decoding: memory[start..<start + Self.pathBytes].prefix { $0 != 0 }, as: UTF8.self)
  }
}
