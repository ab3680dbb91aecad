import FoundationEssentials
import SPBasics

/// A file that an option of a stage names, such as a model or a plan.
public enum OptionFile {
  /// The content of the file.
  /// - Parameters:
  ///   - path: its path.
  ///   - option: the name of the option.
  ///   - expected: what is expected there, such as `a workout plan`.
  /// - Throws: ``OptionFault`` if it cannot be read.
  public static func data(at path: String, option: String, expected: String) throws -> Data {
    do {
      return Data(try WholeFile.read(path))
    } catch {
      let reason =
        Folder.isFolder(path)
        ? "it is a folder" : Folder.exists(path) ? "it cannot be read (\(error.reason))" : "no such file"
      throw OptionFault(option, "\(path): \(reason); expected \(expected)")
    }
  }
}
