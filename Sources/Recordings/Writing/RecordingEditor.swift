import FoundationEssentials
import Glibc
import SPBasics
import SPHDF5

/// Changes an existing recording in layout version 1.
///
/// The editor copies the file to the same folder, changes the copy and renames it over the original. The original
/// therefore stays whole whatever happens, and programs that have it open keep reading the old content. Equal changes
/// make equal bytes.
public final class RecordingEditor {
  /// The file, or the target of a link.
  package let path: String
  /// The recording as it was when the editor was made.
  public let recording: Recording
  private let stamp: FileStamp

  /// Opens a recording for changing.
  /// - Parameter url: the file, or a link to it.
  /// - Throws: `RecordingError` for a file of another layout, `FileError` for a read-only file, and the errors of
  ///   opening a recording.
  public convenience init(_ url: URL) throws { try self.init(url.filePath) }

  /// Opens the recording at a path for changing, as the public initializer does.
  package init(_ path: String) throws {
    let real = Self.isLink(path) ? Folder.realPath(path) : path
    recording = try Self.open(path)
    stamp = try FileStamp(of: real)
    try Self.checkWritable(real, shownAs: path)
    self.path = real
  }

  /// Replaces the labels.
  ///
  /// - Parameters:
  ///   - annotations: the labels; nil removes all labels.
  ///   - history: the change and the program that made it: a line for the root attribute `history`.
  /// - Throws: `RecordingError` if the groups of the labels contain other data; `FileError` if another program has
  ///   changed the file since the editor was made; `FileError` or `HDF5Error` if the copy cannot be written;
  ///   `CancellationError`. The recording is then unchanged.
  package func replaceLabels(with annotations: Annotations?, history: String) throws {
    // Copies left by programs that were killed are as large as the recording.
    WholeFile.removeAbandoned(in: Folder.split(path).folder)
    let copy = try PendingFile(for: path)
    try FileCopy.copy(path, to: copy)
    let file = try File(opening: copy.temporaryPath, for: .readingAndWriting, shownAs: path)
    try AnnotationWriter(file: file).replace(with: annotations)
    try Self.append(history, to: recording.history, of: file)
    try recordContent(in: file)
    try file.close()
    try FileCopy.copyPermissions(of: path, to: copy)
    try Task.checkCancellation()
    guard try FileStamp(of: path) == stamp else {
      throw FileError(path: path, operation: "change it, since another program just did", code: EBUSY)
    }
    try copy.commit()
  }

  /// The root attribute with the hashes of earlier contents of the file, which had the same samples and other labels.
  private static let contentsName = "contents_before_labels"
  /// The root attribute with the hash of what these contents had apart from their labels.
  private static let besideName = "content_beside_labels"
  /// The largest number of earlier contents. An attribute has at most 64 kB.
  private static let mostContents = 500

  /// Records the content before the change, so that a report can still draw the samples of a run.
  ///
  /// Nothing is recorded of a file with values that cannot be compared.
  private func recordContent(in file: File) throws {
    guard let beside = try? Self.contentBesideLabels(of: file) else { return try Task.checkCancellation() }
    // Another program may have changed the samples since they were recorded.
    let isKnown = (try? file.group.attributes.string(Self.besideName)) == beside.text
    let contents = (isKnown ? try Self.recordedContents(of: file) : []) + [try ContentHash(ofFile: path).text]
    try file.group.attributes.set(
      Self.contentsName, to: contents.suffix(Self.mostContents).joined(separator: "\n"))
    try file.group.attributes.set(Self.besideName, to: beside.text)
  }

  private static func contentBesideLabels(of file: File) throws -> ContentHash {
    try ContentBesideLabels(of: file, except: [contentsName, besideName, "history"]).hash
  }

  /// The hashes of earlier contents that the file states.
  private static func recordedContents(of file: File) throws -> [String] {
    guard try file.group.attributes.contains(contentsName) else { return [] }
    return try file.group.attributes.string(contentsName).split(separator: "\n").map(String.init)
  }

  /// Whether a recording differs from an earlier content of its file only in labels.
  ///
  /// Reads all samples of a file that states this content.
  /// - Parameters:
  ///   - path: The recording.
  ///   - content: The hash of the earlier content.
  package static func differsOnlyInLabels(_ path: String, from content: ContentHash) -> Bool {
    guard let file = try? File(opening: path) else { return false }
    defer { try? file.close() }
    // The samples are read only if the file is known to have had that content.
    guard (try? recordedContents(of: file).contains(content.text)) == true,
      let beside = try? contentBesideLabels(of: file)
    else { return false }
    return (try? file.group.attributes.string(besideName)) == beside.text
  }

  private static func open(_ path: String) throws -> Recording {
    do {
      return try Recording(opening: path, layout: .native)
    } catch let error as RecordingError where error.object == nil {
      var error = error
      error.message += "; recordings of other layouts are imported before they are changed"
      throw error
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
  }

  /// Rejects files that their owner has made read-only, which a rename would ignore.
  private static func checkWritable(_ path: String, shownAs shown: String) throws {
    var information = stat()
    let isReadOnly = stat(path, &information) == 0 && information.st_mode & 0o222 == 0
    guard !isReadOnly, access(path, W_OK) == 0 else {
      throw FileError(path: shown, operation: "change the file", code: isReadOnly ? EACCES : errno)
    }
  }

  /// Adds a line to the root attribute `history` of the CF conventions: the changes to the data, oldest first.
  private static func append(_ line: String, to before: [String], of file: File) throws {
    let attributes = file.group.attributes
    // A history that cannot be read must not be replaced.
    if before.isEmpty, try attributes.contains("history") { _ = try attributes.strings("history") }
    try attributes.set("history", to: (before + [line]).joined(separator: "\n"))
  }
}
