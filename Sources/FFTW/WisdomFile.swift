import Files
import FoundationEssentials
import Glibc
import Synchronization

/// The user's file with FFTW's ``Wisdom`` of this machine, with which programs plan that start later.
///
/// Its first lines are the format, the version of FFTW, the processor and the wisdom's hash. The processor is noted
/// because FFTW itself accepts wisdom from any processor that has the same instructions.
public struct WisdomFile: Sendable {
  /// What is wrong with a file, in words that follow its name.
  public struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let description: String
  }

  private static let format = "swingpipe fftw-wisdom 1"

  /// Where it is.
  public let path: String

  /// Names the user's file, in `$XDG_CACHE_HOME` or `~/.cache`; nil where neither is known.
  ///
  /// Relative paths are ignored, as the XDG base directory specification demands.
  public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let absolute = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let folder = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map({ $0 + "/.cache" }) else { return nil }
    path = folder + "/swingpipe/fftw-wisdom"
  }

  private var folder: String { Folder.split(path).folder }

  /// Makes the file's folder and checks that the file can be written, before time is spent on measuring.
  /// - Throws: `FileError`.
  public func prepare() throws {
    try Folder.create(folder)
    WholeFile.removeAbandoned(in: folder)
    guard access(folder, W_OK) == 0 else { throw FileError(path: folder, operation: "write to") }
    guard !Folder.isFolder(path) else { throw FileError(path: path, operation: "write", code: EISDIR) }
  }

  /// Removes the file.
  /// - Returns: whether it was there.
  /// - Throws: `FileError`.
  public func remove() throws -> Bool {
    WholeFile.removeAbandoned(in: folder)
    if unlink(path) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw FileError(path: path, operation: "remove") }
    return false
  }

  /// Writes wisdom of this machine, whole or not at all.
  /// - Throws: `FileError`.
  public func write(_ wisdom: Wisdom) throws {
    let head = [Self.format, Wisdom.libraryVersion, Processor.name, ContentHash(wisdom.text.utf8).text]
    try WholeFile.write(Array((head + [wisdom.text]).joined(separator: "\n").utf8), to: path)
  }

  /// Reads what was written on this machine.
  /// - Throws: `FileError`, or ``Unusable``.
  public func read() throws -> (wisdom: Wisdom, hash: ContentHash) {
    let parts = String(decoding: try WholeFile.read(path), as: UTF8.self)
      .split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[0] == Self.format else {
      throw Unusable(description: "is not a wisdom file of swingpipe measure-fft")
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

  // MARK: For the whole process

  /// The hash of the wisdom that this process plans with; nil without any.
  ///
  /// The user's file is read on the first access, or when a plan is made after ``useWhenPlanning(warn:)``. An unusable
  /// file is reported and ignored.
  public static let inUse: ContentHash? = {
    guard let file = WisdomFile(), Folder.exists(file.path) else { return nil }
    func warn(_ text: String) { warning.withLock { $0 }(text) }
    do {
      let (wisdom, hash) = try file.read()
      try wisdom.adopt()
      return hash
    } catch let error as FileError {
      // The file cannot be read at all, as when there is a folder in its place: measuring would not help.
      warn("\(error); it is ignored")
      return nil
    } catch {
      warn("\(file.path): \(error); it is ignored: swingpipe measure-fft replaces it, measure-fft --clear removes it")
      return nil
    }
  }()

  /// Has the user's file read when the next plan is made, so that programs that make none do not read it.
  /// - Parameter warn: called with the reason for a file that cannot be used.
  public static func useWhenPlanning(warn: @escaping @Sendable (String) -> Void) {
    warning.withLock { $0 = warn }
    Wisdom.beforeFirstPlan { _ = inUse }
  }

  private static let warning = Mutex<@Sendable (String) -> Void> { _ in }
}
