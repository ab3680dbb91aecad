import CProcess
import FoundationEssentials
import Glibc
import SPBasics
import Synchronization

/// Keeps damaged files from ending the program, or from stopping it for ever.
public enum FileGuard {
  private static let faults = Mutex<[String: FileFault]>([:])

  /// How long work may make no progress, in s, unless another time is requested.
  public static let usualStallTimeoutS = 30.0

  /// Work that failed in its child for another reason than an `HDF5Error`.
  public struct WorkFailed: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's own description, or how the child ended.
    public let description: String
  }

  /// Makes every opening of a file fail from now on, in this process and its children.
  package static func refuse(_ path: String, _ fault: FileFault) {
    faults.withLock { $0[Folder.absolute(path)] = fault }
  }

  /// The fault that a file caused in an earlier process, if known.
  static func fault(of path: String) -> FileFault? {
    faults.withLock { $0.isEmpty ? nil : $0[Folder.absolute(path)] }
  }

  /// The result of work, on its way from a child.
  private enum Outcome<Result: Codable>: Codable {
    case done(Result)
    case refused(HDF5Error)
    case failed(String)
  }

  /// Does work on files in a child process, and returns its result.
  ///
  /// A file that makes the HDF5 library crash or hang ends only the child. The work is done on the calling thread of
  /// the child, which has no other: it must not wait for other threads or tasks, and what it changes stays in the
  /// child, but for files. It costs a few ms.
  ///
  /// ```swift
  /// let names = try FileGuard.run { try File(opening: "practice.h5").children().map(\.name) }
  /// ```
  /// - Parameters:
  ///   - stallTimeoutS: how long a call of the library may take, in s; 0 for ever.
  ///   - work: the work.
  /// - Returns: the result of the work.
  /// - Throws: `HDF5Error` of kind `.damaged` that names the file which crashed or stalled the library; the `HDF5Error`
  ///   of the work; one of kind `.library`, worth a retry, if the system killed the child, as it does if memory is
  ///   short; `WorkFailed` for other errors of the work, for a result that JSON cannot hold, and if no child can be
  ///   started.
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
      // Not `exit`: the parent has the same buffered output, and is the one to write it.
      _exit(write(outcome, to: descriptor) ? EXIT_SUCCESS : EXIT_FAILURE)
    case .parent(let child): return try result(of: child.wait(), descriptor)
    }
  }

  /// Leaves an outcome for the parent; returns whether it could be written.
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

  /// Does work that returns nothing on files in a child process.
  /// - Throws: as the method that returns a result.
  public static func run(stallTimeoutS: Double = usualStallTimeoutS, _ work: () throws -> Void) throws {
    _ = try run(stallTimeoutS: stallTimeoutS) { () throws -> Bool in
      try work()
      return true
    }
  }

  private static func result<Result: Codable>(of ending: GuardedProcess.Ending, _ descriptor: Int32) throws -> Result {
    if let fault = ending.fault, let path = ending.files.first {
      // A sound file may be the one in progress when the system kills a process.
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
