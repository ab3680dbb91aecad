import Files

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

  /// The files among the inputs, and those with a recording's extension in the folders among them.
  ///
  /// Files keep the order of the inputs, those of a folder are sorted by path; a file that comes twice is kept once.
  /// - Throws: ``Fault`` for inputs that are missing and folders without a recording: all of them at once.
  public static func recordings(in inputs: [String]) throws(Fault) -> [String] {
    var messages: [String] = []
    var paths: [String] = []
    // By their bytes: texts compare equal whose bytes differ, and name other files.
    var seen: Set<[UInt8]> = []
    for input in inputs {
      do {
        let found = try files(of: input)
        if found.isEmpty {
          messages.append("\(input): holds no recording; expected files that end in .h5 or .hdf5")
        }
        paths += found.filter { seen.insert(Array(Folder.realPath($0).utf8)).inserted }
      } catch {
        messages.append("\(error)")
      }
    }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    return paths
  }

  private static func files(of input: String) throws -> [String] {
    if Folder.isFolder(input) { return try Folder.files(below: input, extensions: extensions) }
    guard Folder.exists(input) else {
      throw FileError(path: input, operation: "read the input", code: FileError.missing)
    }
    return [input]
  }
}
