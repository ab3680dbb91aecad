import FoundationEssentials

/// A folder for files that are needed for a while: it is removed with them when it is released.
///
/// It is named like a pending file, so that `WholeFile.removeAbandoned(in:)` removes one whose program was
/// killed.
package final class TemporaryFolder: Sendable {
  /// Its path.
  package let path: String

  /// Makes an empty folder.
  /// - Parameter folder: a folder with room for it, which is created if it is missing.
  /// - Throws: ``FileError``.
  package init(in folder: String) throws {
    path = folder + "/" + TemporaryName.unique(for: "unpacked")
    try Folder.create(path)
  }

  deinit { Self.remove(path) }

  /// Removes a folder with its contents; false if something is left.
  @discardableResult
  static func remove(_ path: String) -> Bool {
    do {
      try FileManager.default.removeItem(atPath: path)
      return true
    } catch {
      return false
    }
  }
}
