import CProcess
import FoundationEssentials
import Glibc
import SPBasics
import Synchronization

/// Protects the program from damaged files that would crash it or make it hang.
public enum FileGuard {
  private static let faults = Mutex<[String: FileFault]>([:])

  /// The default time that work may make no progress, in s.
  public static let usualStallTimeoutS = 30.0

  /// Work failed in its child process, and the cause was not an `HDF5Error`.
  public struct WorkFailed: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's own description, or how the child ended.
    public let description: String
  }

  /// Makes every attempt to open a file fail from now on, in this process and its children.
  package static func refuse(_ path: String, _ fault: FileFault) {
    faults.withLock { $0[Folder.absolute(path)] = fault }
  }

  /// The fault that a file caused in an earlier process, if known.
  static func fault(of path: String) -> FileFault? {
    faults.withLock { $0.isEmpty ? nil : $0[Folder.absolute(path)] }
  }

  /// The result of work, as the child passes it to its parent.
  private enum Outcome<Result: Codable>: Codable {
    case done(Result)
    case refused(HDF5Error)
    case failed(String)
  }

  /// Does work on files in a child process, and returns its result.
  ///
  /// A file that makes the HDF5 library crash or hang ends only the child. The child has only the calling thread, and
  /// the work runs on it: the work must not wait for other threads or tasks. Changes that the work makes stay in the
  /// child, except changes to files. A call costs a few ms.
  ///
  /// ```swift
  /// let names = try FileGuard.run { try File(opening: "practice.h5").children().map(\.name) }
  /// ```
  /// - Parameters:
  ///   - stallTimeoutS: How long a call of the library may take, in s. 0 means no limit.
  ///   - work: The work.
  /// - Returns: The result of the work.
  /// - Throws: `HDF5Error` of kind `.damaged` that names the file which crashed or stalled the library. The `HDF5Error`
  ///   of the work. `HDF5Error` of kind `.library` if the system killed the child, which happens if memory is short: a
  ///   retry may succeed. `WorkFailed` for other errors of the work, for a result that JSON cannot store, and if no
  ///   child can be started.
  public static func run<Result: Codable>(
    stallTimeoutS: Double = usualStallTimeoutS, _ work: () throws -> Result
  ) throws -> Result {
    let descriptor = cprocess_unnamed_file()
    defer { close(descriptor) }
    guard descriptor >= 0, let journal = FileJournal() else {
      throw WorkFailed(description: "no memory for a child process: \(String(cString: strerror(errno)))")
    }
    journal.stallTimeoutS = stallTimeoutS
    switch GuardedProcess.start(journal) {
    case nil: throw WorkFailed(description: "cannot start a child process: \(String(cString: strerror(errno)))")
    case .child:
      let outcome: Outcome<Result>
      do {
        outcome = .done(try work())
      } catch let error as HDF5Error {
        outcome = .refused(error)
      } catch {
        outcome = .failed("\(error)")
      }
      // Not `exit`: the child would also write the buffered output that it shares with the parent.
      _exit(write(outcome, to: descriptor) ? EXIT_SUCCESS : EXIT_FAILURE)
    case .parent(let child): return try result(of: child.wait(), descriptor)
    }
  }

  /// Writes an outcome for the parent. Returns whether that succeeded.
  private static func write<Result>(_ outcome: Outcome<Result>, to descriptor: Int32) -> Bool {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      let bytes: Data
      do {
        bytes = try encoder.encode(outcome)
      } catch {
        bytes = try encoder.encode(Outcome<Result>.failed("its result cannot be handed over: \(error)"))
      }
      return WholeTransfer.write(bytes, to: descriptor)
    } catch {
      return false
    }
  }

  /// Does work on files in a child process. The work returns nothing.
  /// - Throws: The errors of the method that returns a result.
  public static func run(stallTimeoutS: Double = usualStallTimeoutS, _ work: () throws -> Void) throws {
    _ = try run(stallTimeoutS: stallTimeoutS) { () throws -> Bool in
      try work()
      return true
    }
  }

  private static func result<Result: Codable>(of ending: GuardedProcess.Ending, _ descriptor: Int32) throws -> Result {
    if let fault = ending.fault, let path = ending.files.first {
      // When the system kills a process, the file in progress may be sound.
      let isKill = if case .kill = fault.cause { true } else { false }
      throw HDF5Error(
        kind: isKill ? .library : .damaged, file: path, object: nil, operation: "read", reason: fault.description,
        stack: [], systemCode: isKill ? ENOMEM : nil)
    }
    guard ending.exitStatus == EXIT_SUCCESS else {
      throw WorkFailed(
        description: ending.fault?.description
          ?? "the child ended with exit status \(ending.exitStatus ?? EXIT_FAILURE), and left no result")
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0, let bytes = WholeTransfer.read(from: descriptor) else {
      throw WorkFailed(description: "the child's result cannot be read: \(String(cString: strerror(errno)))")
    }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    switch try decoder.decode(Outcome<Result>.self, from: Data(bytes)) {
    case .done(let result): return result
    case .refused(let error): throw error
    case .failed(let message): throw WorkFailed(description: message)
    }
  }
}
