import FoundationEssentials
import Glibc

/// The names of pending files: `.<name>.<host>-<place>-<process>-<run>-<number>.tmp`.
///
/// A program that is killed cannot remove its pending files. The parts of a name show a later program which files are
/// abandoned.
/// - `host`: The first 40 characters of the computer's name, with `_` for all but ASCII letters and digits.
/// - `place`: The scope in which process numbers are unique, `<namespace>_<boot>`. The first part is the inode of the
///   PID namespace: containers under one host name have separate namespaces. The second part is the first 8 digits of
///   Linux's boot identifier. Empty on systems without them.
/// - `process`: The process's number in this scope.
/// - `run`: Distinguishes runs with the same process number, as in containers, where all may have number 1.
/// - `number`: Distinguishes the files of a run.
///
/// At most 140 bytes of a file's own name are kept, so that names stay within the 255 bytes that file systems allow.
enum TemporaryName {
  private static let host = safe(HostName.current)
  private static let place: String = {
    var status = stat()
    guard stat("/proc/self/ns/pid", &status) == 0, let boot = try? WholeFile.read("/proc/sys/kernel/random/boot_id")
    else { return "" }
    return "\(status.st_ino)_" + String(decoding: boot.prefix(8), as: UTF8.self)
  }()
  private static let run = String(UInt32.random(in: .min ... .max), radix: 36)
  /// How long a file must not have been written to, in ns, if only that can tell that its program has ended: 7 days.
  private static let foreignAgeNS: Int64 = 7 * 86_400 * 1_000_000_000

  /// A name that no other file has.
  static func unique(for name: String) -> String {
    let stem = String(decoding: Array(name.utf8.prefix(140)), as: UTF8.self)
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return ".\(stem).\(host)-\(place)-\(getpid())-\(run)-\(number).tmp"
  }

  /// Whether a file in a folder is a pending one whose program has ended.
  ///
  /// The process number tells nothing about a program on another host, in another container or before a restart. Its
  /// files count as abandoned when nothing was written to them for 7 days.
  static func isAbandoned(_ name: String, in folder: String) -> Bool {
    guard let parts = Parts(of: name) else { return false }
    guard parts.host == host, parts.place.map(String.init) == place else {
      guard let stamp = try? FileStamp(of: "\(folder)/\(name)") else { return false }
      return Int64(Date().timeIntervalSince1970 * 1e9) - Int64(stamp.modifiedNS) > foreignAgeNS
    }
    if parts.process == getpid() { return parts.run != run }
    return hasEnded(parts.process)
  }

  /// Whether a process has ended. A killed process keeps its number until its parent waits for it, which can take long.
  private static func hasEnded(_ process: pid_t) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    // "<number> (<name>) <state> ...", where the name may hold anything.
    guard let status = try? WholeFile.read("/proc/\(process)/stat"), let name = status.lastIndex(of: UInt8(ascii: ")")),
      let state = status[name...].dropFirst(2).first
    else { return false }
    return state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")
  }

  /// The parts of a temporary name, without the file's own name.
  private struct Parts {
    let host: Substring
    /// Nil in names of earlier versions.
    let place: Substring?
    let process: pid_t
    let run: Substring

    /// Nil for any other name.
    init?(of name: String) {
      let ending = ".tmp"
      guard name.hasPrefix("."), name.hasSuffix(ending) else { return nil }
      let stem = name.dropFirst().dropLast(ending.count)
      guard let dot = stem.lastIndex(of: ".") else { return nil }
      var parts = stem[stem.index(after: dot)...].split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 4 || parts.count == 5 else { return nil }
      host = parts.removeFirst()
      place = parts.count == 4 ? parts.removeFirst() : nil
      guard place?.utf8.allSatisfy(Self.isPlace) ?? true, parts.allSatisfy(Self.isWord),
        parts[0].utf8.allSatisfy(Self.isDigit),
        let process = pid_t(parts[0])
      else { return nil }
      self.process = process
      run = parts[1]
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isPlace(_ byte: UInt8) -> Bool {
      isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) || byte == UInt8(ascii: "_")
    }

    private static func isWord(_ part: Substring) -> Bool {
      !part.isEmpty
        && part.utf8.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }
  }

  /// The beginning of a host's name, without the characters that separate the parts of a temporary name.
  private static func safe(_ host: String) -> String {
    String(host.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

/// The name of this computer.
public enum HostName {
  /// As the system has it, without asking the network.
  package static let current: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
