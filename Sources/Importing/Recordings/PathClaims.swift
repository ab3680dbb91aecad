import Synchronization

/// The paths that the sources of an import write to, so that no recording replaces another of the same import.
package final class PathClaims: Sendable {
  private struct Owner {
    var recordingID: String
    var name: String

    init(_ source: ImportSource) { (recordingID, name) = (source.recordingID, source.name) }
  }

  private let owners: Mutex<[String: Owner]>

  /// Makes claims.
  /// - Parameters:
  ///   - sources: Sources with identifiers that differ. Each source owns its path from the start.
  ///   - path: Gives the path of a recording by its identifier.
  package init(of sources: [ImportSource] = [], at path: (_ recordingID: String) -> String = { $0 }) {
    owners = Mutex(Dictionary(sources.map { (path($0.recordingID), Owner($0)) }) { first, _ in first })
  }

  /// Claims a path for a source.
  /// - Throws: `ImportError` if another source has the path.
  func claim(_ path: String, for source: ImportSource) throws(ImportError) {
    let owner = owners.withLock { owners in
      let owner = owners[path] ?? Owner(source)
      owners[path] = owner
      return owner
    }
    // Compare identifiers instead of names: an unpacked file has two names.
    guard owner.recordingID != source.recordingID else { return }
    throw ImportError(
      path: source.name,
      "would be written to \(path), as \(owner.name) is; expected names that differ: rename one of the files")
  }
}
