import CHDF5
import FoundationEssentials

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
  public static func image(
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
  public convenience init(image: [UInt8], named name: String) throws(HDF5Error) {
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
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// The oldest that can hold the content, which every program can read.
  case compatible
  /// Those of HDF5 1.8 (2008): they have checksums, so that damage is found, and attributes of any size.
  case checksummed

  /// Sets the format in a file's access properties.
  func apply(to list: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    guard self == .checksummed else { return }
    try attempt.check(H5Pset_libver_bounds(list, H5F_LIBVER_V18, H5F_LIBVER_V18))
  }
}
