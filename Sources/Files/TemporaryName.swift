import Foundation

/// The names of files in the making: `.<name>.<host>-<place>-<process>-<run>-<number>.tmp`.
///
/// A program that is killed cannot remove its own; what a name holds lets a later one tell which are abandoned:
/// - `host`: the computer, by at most 40 letters and digits of its name;
/// - `place`: where process numbers mean the same processes, `<namespace>_<boot>`: the inode of the namespace of process
///   numbers, which containers have of their own under a host's name, and the first 8 digits of the identifier that
///   Linux gives itself at each start. Empty on systems without them;
/// - `process`: the process's number there;
/// - `run`: tells runs of the program with the same number apart, as in containers, where all have number 1;
/// - `number`: tells the files of a run apart.
///
/// With the 140 bytes that are kept of a file's own name they stay within the 255 bytes that a file system allows.
enum TemporaryName {
  private static let host = safe(HostName.current)
  private static let place: String = {
    var status = stat()
    guard stat("/proc/self/ns/pid", &status) == 0, let boot = try? WholeFile.read("/proc/sys/kernel/random/boot_id")
    else { return "" }
    return "\(status.st_ino)_" + String(decoding: boot.prefix(8), as: UTF8.self)
  }()
  private static let run = String(UInt32.random(in: .min ... .max), radix: 36)
  /// How old a file has to be for its program to count as ended where nothing else can tell, in ns: 7 days.
  private static let foreignAgeNS: Int64 = 7 * 86_400 * 1_000_000_000

  /// A name that no other file has.
  static func unique(for name: String) -> String {
    let stem = String(decoding: Array(name.utf8.prefix(140)), as: UTF8.self)
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return ".\(stem).\(host)-\(place)-\(getpid())-\(run)-\(number).tmp"
  }

  /// Whether a file in a folder is one in the making whose program has ended.
  ///
  /// Of a program on another host, in another container or before a restart that cannot be known by its number: what
  /// it leaves counts as abandoned when nothing was written to it for 7 days.
  static func isAbandoned(_ name: String, in folder: String) -> Bool {
    guard let parts = Parts(of: name) else { return false }
    guard parts.host == host, parts.place.map(String.init) == place else {
      guard let stamp = try? FileStamp(of: "\(folder)/\(name)") else { return false }
      return Int64(Date().timeIntervalSince1970 * 1e9) - Int64(stamp.modifiedNS) > foreignAgeNS
    }
    if parts.process == getpid() { return parts.run != run }
    return hasEnded(parts.process)
  }

  /// Whether a process has ended; one that was killed keeps its number until its parent asks after it, which can take long.
  private static func hasEnded(_ process: pid_t) -> Bool {
    if kill(process, 0) != 0 { return errno == ESRCH }
    // "<number> (<name>) <state> ...", where the name may hold anything.
    guard let status = try? WholeFile.read("/proc/\(process)/stat"), let name = status.lastIndex(of: UInt8(ascii: ")")),
      let state = status[name...].dropFirst(2).first
    else { return false }
    return state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")
  }

  /// What a temporary name holds beside the file's own.
  private struct Parts {
    let host: Substring
    /// Nothing in names of earlier versions.
    let place: Substring?
    let process: pid_t
    let run: Substring

    /// Nothing for any other name.
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

  /// The beginning of a host's name, with nothing in it that parts the pieces of a temporary one.
  private static func safe(_ host: String) -> String {
    String(host.prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

/// The name of this computer.
public enum HostName {
  /// As the system has it, without asking the network.
  public static let current: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
