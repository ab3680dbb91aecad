import CHDF5
import FoundationEssentials
import Glibc

/// An open HDF5 file.
///
/// It can be shared between threads, and so can everything opened through it. Objects keep their file open, so a file
/// is closed when it and all of its objects are released, or at once by `close()`. After writing call `close()`: only
/// this reports that the last bytes did not reach the disk.
package final class File: ObjectContainer {
  /// How a file is opened.
  package enum Access: String, Sendable, Hashable, CaseIterable {
    /// Reading; any number of programs may do so at a time.
    case reading
    /// Reading and writing; no other program may have the file open.
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
  ///   - path: the file.
  ///   - access: whether it is written too.
  ///   - links: how soft and external links are treated.
  ///   - filters: which filters its datasets may need.
  ///   - shown: the name in errors, if the file is being written under another name; by default the path.
  /// - Throws: `HDF5Error` that tells apart a missing file, a folder, an empty file, a file that is not HDF5, a
  ///   truncated or damaged one, and one that another program has locked.
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
  /// Its groups and datasets carry no times unless asked for, so that equal content makes equal bytes.
  /// - Parameters:
  ///   - path: the file.
  ///   - creation: how an existing file at the path is treated.
  ///   - links: how soft and external links are treated.
  ///   - format: the structures that it is made of.
  ///   - shown: the name in errors, if the file is being written under another name; by default the path.
  /// - Throws: `HDF5Error` of kind `.fileExists`, `.noSuchFile` where the folder is missing, `.noAccess` or
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
    // A process that this one has started has the locks of all its open files: until its program runs, or, as a copy of
    // this one that reads a damaged file, for a moment longer.
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

  /// How often a locked file is tried again, and how long after each attempt, in us: for two seconds in all.
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
  /// - Throws: `HDF5Error`: `.closed`, or `.noAccess` where the disk is full.
  package func flush() throws(HDF5Error) {
    try Library.locked(on: path) { () throws(HDF5Error) in
      let attempt = Attempt(file: path, object: nil, operation: "flush")
      guard context.isOpen else { throw attempt.error(.closed, "the file has been closed") }
      try context.flush(attempt)
    }
  }

  /// Closes the file and everything opened through it, which cannot be used any more; a second call does nothing.
  /// - Throws: `HDF5Error` when the last bytes cannot be written; the file is closed all the same.
  package func close() throws(HDF5Error) {
    try Library.locked(on: path) { () throws(HDF5Error) in try context.close() }
  }
}

/// Files that are never on a disk: the result is a list of bytes.
extension File {
  /// Makes the bytes of a file: those that it would have on a disk.
  ///
  /// Its groups and datasets carry no times unless asked for, so that equal content makes equal bytes.
  /// - Parameters:
  ///   - name: the name in errors.
  ///   - format: the structures that it is made of.
  ///   - fill: writes the content to the file, which is closed afterwards.
  /// - Throws: `HDF5Error`, or what `fill` throws.
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
  /// - Parameter image: is given the bytes when the file is closed.
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
  ///   - image: the bytes, which are copied.
  ///   - name: the name in errors.
  /// - Throws: `HDF5Error` that tells apart bytes that are not HDF5 from truncated and damaged ones.
  package convenience init(image: [UInt8], named name: String) throws(HDF5Error) {
    let (context, root) = try Self.open(name, "open") { (attempt, list) throws(HDF5Error) in
      guard !image.isEmpty else { throw attempt.error(.notHDF5, "the file is empty") }
      guard Self.hasSignature(image) else { throw attempt.error(.notHDF5, "the file is not an HDF5 file") }
      try attempt.check(H5Pset_fapl_core(list, Self.growthByteCount, false))
      // The library only reads from the pointer, which C cannot say.
      let status = image.withUnsafeBytes { bytes in
        H5Pset_file_image(list, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
      }
      try attempt.check(status)
      let handle = try attempt.own(H5Fopen(Self.uniqueName(), chdf5_read_only(), list))
      return FileContext(path: name, links: .refuse, isWritable: false, handle: handle)
    }
    self.init(context: context, root: Handle(adopting: root))
  }

  /// By how many bytes a file in memory grows at a time.
  private static let growthByteCount = 1 << 16

  private static let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Whether the bytes have the signature at 0, 512, 1024 and so on, doubling, as in the format's specification,
  /// version 3, section II.A.
  private static func hasSignature(_ image: [UInt8]) -> Bool {
    var position = 0
    while position <= image.count - signature.count {
      if image[position...].starts(with: signature) { return true }
      position = position == 0 ? 512 : 2 * position
    }
    return false
  }

  /// HDF5 treats two open files in memory with one name as the same; the name is not part of the bytes.
  private static func uniqueName() -> String { "in memory " + UUID().uuidString }
}

/// The structures that a new file is made of.
package enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// The oldest that can hold the content, which every program can read.
  case compatible
  /// Those of HDF5 1.8 (2008): they have checksums, so that damage is found, and attributes of any size.
  case checksummed

  /// Sets the format in a file's access properties.
  fileprivate func apply(to list: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    guard self == .checksummed else { return }
    try attempt.check(H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18))
  }
}

/// The system's descriptors of open files.
enum FileDescriptor {
  /// The descriptor of a file, which HDF5 still owns; nil for a file in memory.
  static func of(_ file: hid_t, _ attempt: Attempt) throws(HDF5Error) -> Int32? {
    let access = try attempt.own(H5Fget_access_plist(file))
    guard H5Pget_driver(access.id) == chdf5_driver_sec2() else { return nil }
    var handle: UnsafeMutableRawPointer?
    try attempt.check(H5Fget_vfd_handle(file, chdf5_default(), &handle))
    return handle?.load(as: Int32.self)
  }

  /// Keeps programs that are started while a file is open from inheriting it: each would hold its lock until it ends.
  static func keep(_ file: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    if let descriptor = try of(file, attempt) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }
}
