import CHDF5
import Glibc

/// The bytes of an open file as they lie on the disk or in memory; to be used inside the lock.
struct RawFile {
  /// How many bytes there are.
  let byteCount: Int
  private let base: UInt64
  private let place: Place

  private enum Place {
    case descriptor(Int32)
    case image([UInt8])
  }

  /// - Parameter properties: the file's creation properties, which hold the position where its addresses begin.
  init(_ file: hid_t, byteCount: Int, userBlockOf properties: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    var userBlock: hsize_t = 0
    try attempt.check(H5Pget_userblock(properties, &userBlock))
    base = userBlock
    self.byteCount = byteCount
    if let descriptor = try FileDescriptor.of(file, attempt) {
      place = .descriptor(descriptor)
    } else {
      let count = try attempt.check(H5Fget_file_image(file, nil, 0))
      try attempt.validateAllocation(of: count, byteCountEach: 1)
      var image = [UInt8](repeating: 0, count: count)
      try attempt.check(H5Fget_file_image(file, &image, count))
      place = .image(image)
    }
  }

  /// Bytes at an address in the file's own count; nil if the file does not have all of them.
  func bytes(at address: UInt64, count: Int) -> [UInt8]? {
    let (start, overflow) = address.addingReportingOverflow(base)
    guard !overflow, start <= UInt64(byteCount), count <= byteCount - Int(start) else { return nil }
    switch place {
    case .image(let image):
      guard Int(start) + count <= image.count else { return nil }
      return Array(image[Int(start)..<Int(start) + count])
    case .descriptor(let descriptor):
      var bytes = [UInt8](repeating: 0, count: count)
      var done = 0
      while done < count {
        let read = bytes.withUnsafeMutableBytes { buffer in
          pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(start) + off_t(done))
        }
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { return nil }
        done += read
      }
      return bytes
    }
  }
}
