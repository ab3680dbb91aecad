import Foundation

/// The names of files in the making: `.<name>.<host>-<process>-<run>-<number>.tmp`.
///
/// A program that is killed cannot remove its own; the host, the process and the run of the program that a name holds
/// let a later one tell which are abandoned.
enum TemporaryName {
  private static let host = safe(HostName.current)
  /// Tells this run of the program from another one with its process number, as in containers, where all have number 1.
  private static let run = String(UInt32.random(in: .min ... .max), radix: 36)

  /// A name that no other file has.
  static func unique(for name: String) -> String {
    // Long names are cut, since a name may take up all of the 255 bytes that a file system allows.
    let stem = String(decoding: Array(name.utf8.prefix(140)), as: UTF8.self)
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return ".\(stem).\(host)-\(getpid())-\(run)-\(number).tmp"
  }

  /// Whether a name is that of a file in the making whose program has ended.
  ///
  /// Of a program on another host that cannot be known: what it leaves is for a run on that host to remove.
  static func isAbandoned(_ name: String) -> Bool {
    guard name.hasPrefix("."), let match = name.wholeMatch(of: /\..*\.([^.-]*)-(\d+)-([0-9a-z]+)-[0-9a-z]+\.tmp/),
      match.1 == host, let process = pid_t(match.2)
    else { return false }
    if process == getpid() { return match.3 != run }
    return kill(process, 0) != 0 && errno == ESRCH
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
