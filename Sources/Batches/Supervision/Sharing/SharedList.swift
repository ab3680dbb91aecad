import CProcess
import Glibc
import Synchronization

/// A list of texts that several processes add to and read: a file without a name that outlives each of them.
final class SharedList: Sendable {
  private let descriptor: Int32
  private let fields: Int

  /// - Parameter fields: how many texts an entry has.
  init?(fields: Int) {
    descriptor = cprocess_unnamed_file()
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    self.fields = fields
  }

  /// Adds an entry. Its texts must not be empty or contain a zero byte.
  func add(_ entry: [String]) {
    let bytes = entry.reduce(into: [UInt8]()) { $0 += Array($1.utf8) + [0] }
    // A single write, so that another process or a crash cannot leave a part of an entry. If the write fails, work is
    // only done twice.
    _ = write(descriptor, bytes, bytes.count)
  }

  /// The entries that were added whole.
  func entries() -> [[String]] {
    let texts = TextList.read(descriptor)
    return stride(from: 0, through: texts.count - fields, by: fields).map { Array(texts[$0..<$0 + fields]) }
  }
}

/// Results of work on files that earlier processes have done.
final class KeptResults: Sendable {
  private let list: SharedList
  /// Nil until it is asked for.
  private let known = Mutex<[WorkStep: [UInt8]]?>(nil)

  init(_ list: SharedList) { self.list = list }

  /// Has the list read again: another process may have added to it.
  func readAgain() { known.withLock { $0 = nil } }

  subscript(step: WorkStep) -> [UInt8]? {
    known.withLock { known in
      if known == nil {
        let entries = list.entries().map { (WorkStep(path: $0[0], name: $0[1]), Array($0[2].utf8)) }
        known = Dictionary(entries) { $1 }
      }
      return known?[step]
    }
  }
}

/// Texts in a file, a zero byte after each.
enum TextList {
  /// The texts that were written whole.
  static func read(_ descriptor: Int32) -> [String] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = pread(descriptor, &block, block.count, off_t(bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += block[..<count]
    }
    let whole = bytes[..<((bytes.lastIndex(of: 0) ?? -1) + 1)]
    return whole.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
