import FFTW
import Files
import Foundation
import Synchronization

/// The file of the user's in which `swingpipe measure-fft` leaves FFTW's wisdom for all later commands.
///
/// Its first lines say what wrote it, for which version of FFTW and which processor, and the content's fingerprint: FFTW
/// itself takes wisdom from any processor that has the same instructions.
struct WisdomFile {
  /// What is wrong with a file, in words that follow its name.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  private static let format = "swingpipe fftw-wisdom 1"

  /// Where it is.
  let path: String

  /// That of the user, in `$XDG_CACHE_HOME` or `~/.cache`; nil where neither is known.
  ///
  /// The XDG base directory specification has relative paths ignored.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let folder = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ $0 + "/.cache" }) else { return nil }
    path = folder + "/swingpipe/fftw-wisdom"
  }

  /// The folder that it is in.
  var folder: String { Folder.split(path).folder }

  /// Writes wisdom of this machine, whole or not at all.
  /// - Throws: `FileError`.
  func write(_ wisdom: Wisdom) throws {
    let head = [Self.format, Wisdom.libraryVersion, Processor.name, ContentHash(wisdom.text.utf8).text]
    try WholeFile.write(Array((head + [wisdom.text]).joined(separator: "\n").utf8), to: path)
  }

  /// Reads what was written on this machine.
  /// - Throws: `FileError`, or ``Unusable``.
  func read() throws -> (wisdom: Wisdom, hash: ContentHash) {
    let parts = String(decoding: try WholeFile.read(path), as: UTF8.self)
      .split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[0] == Self.format else {
      throw Unusable(description: "is no wisdom of swingpipe measure-fft")
    }
    guard parts[1] == Wisdom.libraryVersion else {
      throw Unusable(description: "was measured with \(parts[1]), and this is \(Wisdom.libraryVersion)")
    }
    guard parts[2] == Processor.name else {
      throw Unusable(description: "was measured on another processor (\(parts[2])); this is \(Processor.name)")
    }
    let hash = ContentHash(parts[4].utf8)
    guard hash.text == parts[3] else { throw Unusable(description: "is damaged") }
    return (Wisdom(parts[4]), hash)
  }

  // MARK: For all commands

  /// The fingerprint of the wisdom that this process plans with; nil without any.
  ///
  /// The user's file is read when this is asked for first. One that cannot be used is told of and ignored.
  static let inUse: ContentHash? = {
    guard let file = WisdomFile(), Folder.exists(file.path) else { return nil }
    do {
      let (wisdom, hash) = try file.read()
      try wisdom.adopt()
      return hash
    } catch let error as FileError {
      // What is at fault is no wisdom: a folder in its place, or who may read it.
      warn("\(error); it is ignored")
      return nil
    } catch {
      warn("\(file.path): \(error); it is ignored: swingpipe measure-fft makes it anew, measure-fft --clear removes it")
      return nil
    }
  }()

  /// Has the user's file read when the first plan is made, so that commands without one do not wait for it.
  /// - Parameter quiet: whether nothing is to be said of one that cannot be used.
  static func useWhenPlanning(quiet: Bool) {
    isQuiet.store(quiet, ordering: .relaxed)
    Wisdom.beforeFirstPlan { _ = inUse }
  }

  private static let isQuiet = Atomic(false)

  private static func warn(_ text: String) {
    if !isQuiet.load(ordering: .relaxed) { StandardStreams.error("warning: \(text)") }
  }
}

/// The processor of this machine.
private enum Processor {
  /// Its maker, family, model and revision, as the system tells them, in one line.
  static let name: String = {
    #if os(Linux)
      // Of the first processor, which is told of first; what changes from moment to moment is left out.
      let keys = [
        "vendor_id", "cpu family", "model", "model name", "stepping", "CPU implementer", "CPU architecture",
        "CPU variant", "CPU part", "CPU revision",
      ]
      let file = FileHandle(forReadingAtPath: "/proc/cpuinfo")
      defer { try? file?.close() }
      let text = String(decoding: (try? file?.read(upToCount: 4096)) ?? Data(), as: UTF8.self)
      let first = text.components(separatedBy: "\n\n").first ?? ""
      let values = first.split(separator: "\n").compactMap { line -> String? in
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        return parts.count == 2 && keys.contains(parts[0]) ? parts[1] : nil
      }
      return values.isEmpty ? "unknown processor" : values.joined(separator: " ")
    #else
      var size = 0
      sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
      var bytes = [UInt8](repeating: 0, count: size)
      sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0)
      let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return name.isEmpty ? "unknown processor" : name
    #endif
  }()
}
