import ArgumentParser
import Files
import Recordings

/// How `export` ends where it fails.
enum ExportFaults {
  /// Does work whose error is said on standard error and ends the command; being cancelled ends it without a word.
  /// - Parameter path: the recording.
  /// - Throws: an `ExitCode`.
  static func reported(of path: String, _ work: () throws -> Void) throws {
    do {
      try work()
    } catch is CancellationError {
      return
    } catch {
      let (text, code) = explained(error, of: path)
      StandardStreams.error("error: \(text)")
      throw isWorthRetrying(error) ? ExitCode.temporary : code
    }
  }

  private static func explained(_ error: any Error, of path: String) -> (text: String, code: ExitCode) {
    switch error {
    case is NotRecorded: return ("\(error)", .someFailed)
    case is OptionFault: return ("\(error)", .usage)
    // Recordings are read through HDF5, so that files which fail are outputs.
    case is OutputTarget.Fault, is ExportedFolder.Occupied, is FileError: return ("--output: \(error)", .usage)
    default:
      let text = "\(error)"
      return (text.contains(path) ? text : "\(path): \(text)", .unusableData)
    }
  }
}

/// An option that does not go with the recording.
struct OptionFault: Error, CustomStringConvertible {
  let description: String
}
