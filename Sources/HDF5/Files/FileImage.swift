import CHDF5
import Glibc

/// The bytes of a file in memory, taken from the library when it closes the file.
///
/// `H5Fget_file_image` would give them earlier, but HDF5 1.10 clears the mark of an open file in them without renewing
/// the checksum over it, so that the superblocks of newer formats seem damaged.
final class FileImage {
  /// How many bytes the file has; to be set before the file is closed, as no more are kept.
  var byteCount = 0
  /// The bytes, once the file is closed.
  fileprivate(set) var bytes: [UInt8] = []

  /// Has a file that is created in memory with these access properties leave its bytes here.
  func receive(from list: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    var callbacks = H5FD_file_image_callbacks_t(
      image_malloc: { count, _, _ in malloc(count) },
      image_memcpy: { target, source, count, _, _ in
        guard let target, let source else { return nil }
        return memcpy(target, source, count)
      },
      image_realloc: { bytes, count, _, _ in realloc(bytes, count) },
      image_free: { bytes, operation, owner in
        if operation == H5FD_FILE_IMAGE_OP_FILE_CLOSE, let owner { FileImage.keep(bytes, for: owner) }
        free(bytes)
        return 0
      },
      // All copies of the list share this object.
      udata_copy: { $0 }, udata_free: { _ in 0 },
      // The file keeps it alive until it is closed, which may be after all others have released it.
      udata: Unmanaged.passRetained(self).toOpaque())
    try attempt.check(H5Pset_file_image_callbacks(list, &callbacks))
  }

  /// Called by the library, once per file.
  private static func keep(_ bytes: UnsafeMutableRawPointer?, for owner: UnsafeMutableRawPointer) {
    let image = Unmanaged<FileImage>.fromOpaque(owner).takeRetainedValue()
    guard let bytes else { return }
    let whole = UnsafeRawBufferPointer(start: bytes, count: image.byteCount)
    image.bytes = [UInt8](whole.prefix(Self.endOfFile(in: whole) ?? whole.count))
  }

  /// Where the file ends by its superblock. The library gives up reserved space when it closes the file, but leaves it
  /// in memory. By the format's specification, version 3, section II.A.
  private static func endOfFile(in bytes: UnsafeRawBufferPointer) -> Int? {
    let offsets: [UInt8: Int] = [0: 40, 1: 44, 2: 28, 3: 28]
    guard bytes.count > 8, let offset = offsets[bytes[8]], offset + 8 <= bytes.count else { return nil }
    return Int(exactly: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
  }
}
