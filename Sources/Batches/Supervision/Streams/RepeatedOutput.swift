import CProcess
import FoundationEssentials
import Glibc
import Synchronization

/// The output of earlier processes, so that a process that repeats the work after a crash does not write it again.
///
/// Results come in the order of the inputs, whatever the number of processors, so the earlier output is the beginning
/// of the whole. Messages may come in another order, and are identified by their text.
package final class RepeatedOutput: @unchecked Sendable {
  private struct State {
    /// Bytes of results that are still to be left out.
    var leftOut: UInt64 = 0
    /// How often each message is still to be left out.
    var told: [String: Int] = [:]
  }

  /// How many bytes of results were written, by all children.
  private let written: UnsafeMutablePointer<Atomic<UInt64>>
  /// A descriptor of the file with all children's messages; negative if there is no such file.
  private let messages: Int32
  private let state = Mutex(State())

  init?() {
    let count = MemoryLayout<Atomic<UInt64>>.size
    guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    written = start.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
    messages = cprocess_unnamed_file()
    _ = fcntl(messages, F_SETFL, O_APPEND)
  }

  /// Skips all output that was written until now. Call this function in each child.
  func begin() {
    let texts = TextList.read(messages)
    let count = written.pointee.load(ordering: .relaxed)
    state.withLock { state in
      state.leftOut = count
      state.told = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
    }
  }

  /// The part of some results that is still to be written.
  package func rest(of data: Data) -> Data {
    let count = state.withLock { state in
      let count = min(state.leftOut, UInt64(data.count))
      state.leftOut -= count
      return Int(count)
    }
    return count == 0 ? data : data.dropFirst(count)
  }

  /// Notes that results were written.
  package func wrote(_ data: Data) { written.pointee.wrappingAdd(UInt64(data.count), ordering: .relaxed) }

  /// Whether a message has yet to be printed. From then on it counts as printed.
  package func isNew(_ message: String) -> Bool {
    let isNew = state.withLock { state in
      guard let count = state.told[message] else { return true }
      state.told[message] = count > 1 ? count - 1 : nil
      return false
    }
    if isNew {
      let bytes = Array(message.utf8) + [0]
      _ = write(messages, bytes, bytes.count)
    }
    return isNew
  }
}
