import ArgumentParser
import SPBasics
import SPImporting
import SPRecordings

/// How `export` ends if it fails.
enum ExportFaults {
  /// Does work. An error is written to standard error and ends the command; if cancelled, the work ends without a
  /// message.
  /// - Parameter path: the recording.
  /// - Returns: whether the work was done to its end.
  /// - Throws: an `ExitCode`.
  static func reported(of path: String, _ work: () throws -> Void) throws -> Bool {
    do {
      try work()
      return true
    } catch is CancellationError {
      return false
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
    // Recordings are read through HDF5, which has errors of its own: a `FileError` is about an output.
    case is OutputTarget.Fault, is ExportedFolder.Occupied, is ExportedFolder.EditedLabels, is FileError:
      return ("--output: \(error)", .usage)
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
