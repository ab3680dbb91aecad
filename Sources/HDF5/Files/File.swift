import CHDF5
import FoundationEssentials
import Glibc

/// An open HDF5 file.
///
/// Threads can share a file and everything opened through it. Objects keep their file open: the file closes when the
/// program has released it and all of its objects, or at once with `close()`. After writing, call `close()`: only this
/// call reports that the last bytes did not reach the disk.
package final class File: ObjectContainer {
  /// How a file is opened.
  package enum Access: String, Sendable, Hashable, CaseIterable {
    /// Reading. Any number of programs may read the file at the same time.
    case reading
    /// Reading and writing. No other program may have the file open.
    case readingAndWriting
  }

  /// How an existing file at the path of a new one is treated.
  package enum Creation: String, Sendable, Hashable, CaseIterable {
    /// An existing file is an error.
    case exclusive
    /// An existing file is emptied.
    case truncating
  }

  /// The state shared by the file's objects.
  let context: FileContext

  /// The root group.
  package let group: Group

  /// The path as it was given.
  package var path: String { context.path }

  /// How soft and external links are treated.
  package var links: LinkPolicy { context.links }

  init(context: FileContext, root: consuming Handle) {
    self.context = context
    self.group = Group(object: OpenObject(file: context, path: "/", handle: root))
  }

  /// Opens a file that exists.
  ///
  /// MAT-files of MATLAB before version 7.3 are not HDF5. They are opened for reading as if version 7.3 had saved them.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - access: Whether the file is also written.
  ///   - links: How soft and external links are treated.
  ///   - filters: Which filters the datasets of the file may need.
  ///   - shown: The path that errors report, if the file is being written under another name. The default is `path`.
  /// - Throws: `HDF5Error` with a separate reason for each cause. The path has no file, or is a folder. The file is
  ///   empty, is not HDF5, is truncated or is damaged. Another program has locked the file.
  package convenience init(
    opening path: String, for access: Access = .reading, links: LinkPolicy = .refuse,
    filters: FilterPolicy = .builtIn, shownAs shown: String? = nil
  ) throws(HDF5Error) {
    let (context, root) = try Self.opened(path, access, links, filters, shownAs: shown ?? path)
    self.init(context: context, root: Handle(adopting: root))
  }

  private static func opened(
    _ path: String, _ access: Access, _ links: LinkPolicy, _ filters: FilterPolicy, shownAs shown: String
  ) throws(HDF5Error) -> (FileContext, hid_t) {
    do throws(HDF5Error) {
      return try open(shown, "open") { (attempt, list) throws(HDF5Error) in
        try FileDiagnosis.checkExisting(path, attempt)
        if let fault = FileGuard.fault(of: shown) { throw attempt.error(.damaged, fault.description) }
        if access == .reading { try attempt.check(chdf5_metadata_cache(list, PropertyList.metadataByteCount)) }
        let id = H5Fopen(path, access == .reading ? chdf5_read_only() : chdf5_read_write(), list)
        guard id >= 0 else { throw FileDiagnosis.openingError(path, attempt) }
        return FileContext(
          path: shown, links: links, filters: filters, isWritable: access == .readingAndWriting,
          handle: Handle(adopting: id))
      }
    } catch {
      guard error.kind == .notHDF5, access == .reading,
        let copy = try openMATFile(path, links: links, shownAs: shown)
      else { throw error }
      return copy
    }
  }

  /// Creates a file, open for reading and writing.
  ///
  /// Groups and datasets store no times unless you request them, so that equal content makes equal bytes.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - creation: How an existing file at the path is treated.
  ///   - links: How soft and external links are treated.
  ///   - format: The HDF5 structures that the file uses.
  ///   - shown: The path that errors report, if the file is being written under another name. The default is `path`.
  /// - Throws: `HDF5Error` of kind `.fileExists`, `.noSuchFile` if the folder is missing, `.noAccess` or
  ///   `.notAFile`.
  package convenience init(
    creating path: String, _ creation: Creation = .exclusive, links: LinkPolicy = .refuse,
    format: FileFormat = .compatible, shownAs shown: String? = nil
  ) throws(HDF5Error) {
    let (context, root) = try Self.open(shown ?? path, "create") { (attempt, list) throws(HDF5Error) in
      try attempt.validate(name: path, "path of the file")
      try FileDiagnosis.checkNew(path, mayExist: creation == .truncating, attempt)
      try format.apply(to: list, attempt)
      let properties = try PropertyList.fileCreation(attempt)
      let flags = creation == .truncating ? chdf5_truncate() : chdf5_exclusive()
      let handle = try attempt.own(H5Fcreate(path, flags, properties.id, list))
      return FileContext(path: shown ?? path, links: links, isWritable: true, handle: handle)
    }
    self.init(context: context, root: Handle(adopting: root))
  }

  static func open(
    _ path: String, _ operation: String,
    _ body: (Attempt, _ accessList: hid_t) throws(HDF5Error) -> FileContext
  ) throws(HDF5Error) -> (FileContext, hid_t) {
    // A new child process shares the locks of all open files until it starts its program. A child that is a copy of
    // this process, to read a damaged file, shares them for a moment longer.
    for _ in 0..<lockAttempts {
      do throws(HDF5Error) {
        return try openOnce(path, operation, body)
      } catch {
        guard error.isLock else { throw error }
        usleep(lockPauseUS)
      }
    }
    return try openOnce(path, operation, body)
  }

  /// How many times to retry a locked file, and the pause after each attempt in us: two seconds in total.
  private static let lockAttempts = 200
  private static let lockPauseUS: UInt32 = 10_000

  private static func openOnce(
    _ path: String, _ operation: String,
    _ body: (Attempt, _ accessList: hid_t) throws(HDF5Error) -> FileContext
  ) throws(HDF5Error) -> (FileContext, hid_t) {
    try Library.locked(on: path) { () throws(HDF5Error) -> (FileContext, hid_t) in
      let attempt = Attempt(file: path, object: nil, operation: operation)
      try attempt.validate(name: path, "path of the file")
      let list = try PropertyList.fileAccess(attempt)
      let context = try body(attempt, list.id)
      try FileDescriptor.keep(context.handle.id, attempt)
      return (context, try attempt.check(H5Gopen2(context.handle.id, "/", chdf5_default())))
    }
  }

  /// Writes everything that is still in memory to the file.
  /// - Throws: `HDF5Error`: `.closed`, or `.noAccess` if the disk is full.
  package func flush() throws(HDF5Error) {
    try Library.locked(on: path) { () throws(HDF5Error) in
      let attempt = Attempt(file: path, object: nil, operation: "flush")
      guard context.isOpen else { throw attempt.error(.closed, "the file has been closed") }
      try context.flush(attempt)
    }
  }

  /// Closes the file and everything opened through it. They cannot be used any more. A second call does nothing.
  /// - Throws: `HDF5Error` if the last bytes cannot be written. The file is closed even then.
  package func close() throws(HDF5Error) {
    try Library.locked(on: path) { () throws(HDF5Error) in try context.close() }
  }
}

/// Files that exist only in memory, as a list of bytes.
extension File {
  /// Makes a file in memory and returns its bytes. A file on a disk would have the same bytes.
  ///
  /// Groups and datasets store no times unless you request them, so that equal content makes equal bytes.
  /// - Parameters:
  ///   - name: The name in errors.
  ///   - format: The HDF5 structures that the file uses.
  ///   - fill: Writes the content to the file. The file is closed afterwards.
  /// - Throws: `HDF5Error`, or any error that `fill` throws.
  package static func image(
    named name: String, format: FileFormat = .compatible, _ fill: (File) throws -> Void
  ) throws -> [UInt8] {
    let image = FileImage()
    let file = try File(inMemoryNamed: name, format: format, image: image)
    try fill(file)
    try file.flush()
    image.byteCount = try Library.locked(on: name) { () throws(HDF5Error) in
      let attempt = Attempt(file: name, object: nil, operation: "measure")
      return try attempt.check(H5Fget_file_image(file.context.handle.id, nil, 0))
    }
    try file.close()
    return image.bytes
  }

  /// Creates a file in memory, open for reading and writing.
  /// - Parameter image: Receives the bytes when the file is closed.
  convenience init(
    inMemoryNamed name: String, format: FileFormat = .compatible, image: FileImage = FileImage()
  ) throws(HDF5Error) {
    let (context, root) = try Self.open(name, "create in memory") { (attempt, list) throws(HDF5Error) in
      try attempt.check(H5Pset_fapl_core(list, Self.growthByteCount, false))
      try format.apply(to: list, attempt)
      try image.receive(from: list, attempt)
      let properties = try PropertyList.fileCreation(attempt)
      let id = H5Fcreate(Self.uniqueName(), chdf5_exclusive(), properties.id, list)
      return FileContext(path: name, links: .refuse, isWritable: true, handle: try attempt.own(id))
    }
    self.init(context: context, root: Handle(adopting: root))
  }

  /// Opens the bytes of a file for reading.
  /// - Parameters:
  ///   - image: The bytes of the file. They are copied.
  ///   - name: The name in errors.
  /// - Throws: `HDF5Error` that distinguishes bytes that are not HDF5, truncated bytes and damaged bytes.
  package convenience init(image: [UInt8], named name: String) throws(HDF5Error) {
    let (context, root) = try Self.open(name, "open") { (attempt, list) throws(HDF5Error) in
      guard !image.isEmpty else { throw attempt.error(.notHDF5, "the file is empty") }
      guard Self.hasSignature(image) else { throw attempt.error(.notHDF5, "the file is not an HDF5 file") }
      try attempt.check(H5Pset_fapl_core(list, Self.growthByteCount, false))
      // The library only reads from the pointer, but its C declaration does not say so.
      let status = image.withUnsafeBytes { bytes in
        H5Pset_file_image(list, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      }
      try attempt.check(status)
      let handle = try attempt.own(H5Fopen(Self.uniqueName(), chdf5_read_only(), list))
      return FileContext(path: name, links: .refuse, isWritable: false, handle: handle)
    }
    self.init(context: context, root: Handle(adopting: root))
  }

  /// The number of bytes by which a file in memory grows at a time.
  private static let growthByteCount = 1 << 16

  private static let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes have the HDF5 signature at offset 0, 512, 1024, 2048 and so on, each twice the offset before.
  /// Source: HDF5 file format specification, version 3, section II.A.
  private static func hasSignature(_ image: [UInt8]) -> Bool {
    var position = 0
    while position <= image.count - signature.count {
      if image[position...].starts(with: signature) { return true }
      position = position == 0 ? 512 : 2 * position
    }
    return false
  }

  /// A new name for a file in memory. HDF5 treats two open files in memory as the same file if their names are equal.
  /// The bytes of the file do not contain the name.
  private static func uniqueName() -> String { "in memory " + UUID().uuidString }
}

/// The HDF5 structures that a new file uses.
package enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// The oldest structures that can store the content. Every program can read them.
  case compatible
  /// The structures of HDF5 1.8 (2008). Their checksums reveal damage, and attributes can have any size.
  case checksummed

  /// Sets the format in a file's access properties.
  fileprivate func apply(to list: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    guard self == .checksummed else { return }
    try attempt.check(H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18))
  }
}

/// The system's descriptors of open files.
enum FileDescriptor {
  /// The descriptor of a file; nil for a file in memory. HDF5 still owns the descriptor.
  static func of(_ file: hid_t, _ attempt: Attempt) throws(HDF5Error) -> Int32? {
    let access = try attempt.own(H5Fget_access_plist(file))
    guard H5Pget_driver(access.id) == chdf5_driver_sec2() else { return nil }
    var handle: UnsafeMutableRawPointer?
    try attempt.check(H5Fget_vfd_handle(file, chdf5_default(), &handle))
    return handle?.load(as: Int32.self)
  }

  /// Prevents programs that are started while a file is open from inheriting the file. Each of these programs would
  /// keep the lock on the file until it ends.
  static func keep(_ file: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    if let descriptor = try of(file, attempt) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }
}
