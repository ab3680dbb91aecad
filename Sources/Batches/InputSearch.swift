import SPBasics
import SPPipelines
import SPTables

/// Finds the recordings for the inputs of a command line.
public enum InputSearch {
  /// Inputs without a recording.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, one line per input.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// The files that the inputs name, including matches of patterns and, in folders, files with a recording's extension.
  ///
  /// Files keep the order of the inputs. Listed files follow. The files of a pattern or a folder are sorted by path. A
  /// file that is found twice, also by links, is kept once. A file whose name looks like a pattern is taken as the
  /// file. HDF5 tables that a run wrote below a folder are skipped.
  /// - Parameters:
  ///   - inputs: Files, folders and patterns such as `data/*.h5`.
  ///   - listed: Files and folders of a list, taken literally. Missing files stay, and fail when they are processed.
  /// - Throws: `Fault` for all missing inputs, patterns without a match, folders without a recording, and names that
  ///   are not UTF-8.
  package static func recordings(in inputs: [String], listed: [String] = []) throws(Fault) -> [String] {
    var messages: [String] = []
    var paths: [String] = []
    // Paths are compared by their bytes: strings with different bytes can be equal, but name different files.
    var seen: Set<[UInt8]> = []
    func add(_ files: () throws -> [Folder.FoundFile]) {
      do {
        for file in try files() {
          // This check comes before duplicates are dropped: different names that are not UTF-8 can have the same text.
          if let fault = nameFault(file.path) {
            messages.append(fault)
          } else if seen.insert(Array(file.realPath.utf8)).inserted {
            paths.append(file.path)
          }
        }
      } catch let fault as Fault {
        messages += fault.messages
      } catch {
        messages.append("\(error)")
      }
    }
    for input in inputs { add { try files(of: input) } }
    for path in listed { add { try filesOrMissing(path) } }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    return paths
  }

  private static func files(of input: String) throws -> [Folder.FoundFile] {
    if Folder.exists(input) { return try filesOrMissing(input) }
    guard PathPattern.isPattern(input) else {
      let error = FileError(path: input, operation: "read the input", code: FileError.missing)
      throw Fault(messages: ["\(error)" + FileError.nameHint(input)])
    }
    let matches = try PathPattern.matches(input)
    guard !matches.isEmpty else { throw Fault(messages: [noMatch(input)]) }
    return try matches.flatMap(filesOrMissing)
  }

  /// The file itself, whether it exists or not, or the recordings in a folder.
  private static func filesOrMissing(_ path: String) throws -> [Folder.FoundFile] {
    guard Folder.isFolder(path) else { return [Folder.FoundFile(path: path, realPath: Folder.realPath(path))] }
    let found = try withoutTables(Folder.search(path, extensions: RecordingFileName.extensions))
    guard !found.isEmpty else {
      throw Fault(messages: ["\(path): holds no recording; expected files that end in .h5, .hdf5, .mat, .nc or .nwb"])
    }
    return found
  }

  /// The files without tables in the output folder of a run, `OUTPUT/<table>/<file>`. Only files in such a folder are
  /// opened to check their kind.
  private static func withoutTables(_ files: [Folder.FoundFile]) -> [Folder.FoundFile] {
    var isOutput: [[UInt8]: Bool] = [:]
    return files.filter { file in
      let folder = Folder.split(file.realPath).folder
      let key = Array(folder.utf8)
      let known = isOutput[key] ?? OutputFolder(Folder.split(folder).folder).isOutput
      isOutput[key] = known
      return !known || !HDF5Table.content(of: file.path).isResult
    }
  }

  /// The error message for a file that was found but cannot be opened by its name; nil for a usable name.
  private static func nameFault(_ path: String) -> String? {
    let hint = FileError.nameHint(path)
    // A URL in a list fails alone, when it is processed.
    return hint.isEmpty || Folder.exists(path) || RemoteAddress.fault(path) != nil
      ? nil : "\(path): cannot be opened" + hint
  }

  private static func noMatch(_ pattern: String) -> String {
    var text = "\(pattern): no such file, and as a pattern it matches none; "
    if pattern.contains("**") {
      text += "expected the folder alone, which is searched to any depth, in place of **"
    } else if pattern.hasPrefix("~") || pattern.contains("$") {
      text += "in quotes, ~ and $ stand for themselves: expected the folder's path written out"
    } else {
      text += "expected * ? [...] {a,b}, in quotes, with \\ before each of these characters that a name itself has"
    }
    return text
  }
}
