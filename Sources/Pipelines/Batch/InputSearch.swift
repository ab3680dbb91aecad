import Files
import Tables

/// Finds the recordings that inputs on a command line stand for.
public enum InputSearch {
  /// Extensions of the files that folders are searched for.
  public static let extensions: Set<String> = ["h5", "hdf5"]

  /// Inputs that lead to no recording.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, a line an input.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// The files among the inputs and those that patterns match, and those with a recording's extension in the folders
  /// among them.
  ///
  /// Files keep the order of the inputs, and what is listed follows; those of a pattern or a folder are sorted by path; a
  /// file that comes twice, by links too, is kept once. A file whose name looks like a pattern is itself. HDF5 tables that
  /// a run has left below a folder are passed over.
  /// - Parameters:
  ///   - inputs: files, folders and patterns such as `data/*.h5`.
  ///   - listed: files and folders of a list, taken literally; what is missing stays, to fail when its turn comes.
  /// - Throws: ``Fault`` for inputs that are missing, patterns without a match and folders without a recording: all of
  ///   them at once.
  public static func recordings(in inputs: [String], listed: [String] = []) throws(Fault) -> [String] {
    var messages: [String] = []
    var paths: [String] = []
    // By their bytes: texts compare equal whose bytes differ, and name other files.
    var seen: Set<[UInt8]> = []
    func add(_ files: () throws -> [Folder.FoundFile]) {
      do {
        for file in try files() where seen.insert(Array(file.realPath.utf8)).inserted { paths.append(file.path) }
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

  /// A file as it is, whether it is there or not, or the recordings in a folder.
  private static func filesOrMissing(_ path: String) throws -> [Folder.FoundFile] {
    guard Folder.isFolder(path) else { return [Folder.FoundFile(path: path, realPath: Folder.realPath(path))] }
    let found = try withoutTables(Folder.search(path, extensions: extensions))
    guard !found.isEmpty else {
      throw Fault(messages: ["\(path): holds no recording; expected files that end in .h5 or .hdf5"])
    }
    return found
  }

  /// The files but those that are tables in the output folder of a run, `OUTPUT/<table>/<file>`: only there are files
  /// opened to see what they are.
  private static func withoutTables(_ files: [Folder.FoundFile]) -> [Folder.FoundFile] {
    var isOutput: [[UInt8]: Bool] = [:]
    return files.filter { file in
      let folder = Folder.split(file.realPath).folder
      let key = Array(folder.utf8)
      let known = isOutput[key] ?? OutputFolder(Folder.split(folder).folder).isOutput
      isOutput[key] = known
      return !known || HDF5Table.content(of: file.path) != .table
    }
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
