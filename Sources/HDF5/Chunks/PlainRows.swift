import CHDF5
import Glibc

/// The rows of a contiguous dataset, read directly from the file.
///
/// HDF5 needs about 15 us for every read, inside its one lock; the system needs 1 us. The elements must have a Swift
/// number type and the byte order of the machine. The file must be on a disk and opened only for reading.
final class PlainRows: Sendable {
  private let file: FileContext
  private let descriptor: Int32
  private let offset: Int
  private let rowByteCount: Int

  /// Nil if only HDF5 can read the rows.
  init?<Element: HDF5Element>(of dataset: Dataset, shape: [Int], as type: Element.Type) {
    let host: ByteOrder = 1.littleEndian == 1 ? .littleEndian : .bigEndian
    guard dataset.chunkShape == nil, !dataset.object.file.isWritable, dataset.elementType == Element.elementType,
      dataset.byteOrder == host || MemoryLayout<Element>.stride == 1,
      let place = try? Self.place(of: dataset)
    else { return nil }
    // HDF5 may close its descriptor during a read, and another file may get the same number. So the rows have a
    // separate descriptor.
    let descriptor = fcntl(place.descriptor, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    file = dataset.object.file
    offset = place.offset
    rowByteCount = Hyperslab.product(Array(shape.dropFirst()) + [MemoryLayout<Element>.stride])
  }

  deinit { close(descriptor) }

  /// The result of reading.
  enum Outcome {
    case read
    /// Only HDF5 can read the rows, or report why they cannot be read.
    case refused
    /// The file ends before the end of the rows. HDF5 would read the rest as zeros.
    case cut
  }

  /// Reads rows within the dataset.
  func read(_ rows: Range<Int>, into output: UnsafeMutableRawBufferPointer) -> Outcome {
    let (start, overflow) = rows.lowerBound.multipliedReportingOverflow(by: rowByteCount)
    guard !overflow, !file.isClosed.load(ordering: .relaxed) else { return .refused }
    guard let base = output.baseAddress else { return .read }
    var done = 0
    while done < output.count {
      let count = pread(descriptor, base + done, output.count - done, off_t(offset + start + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? .cut : .refused }
      done += count
    }
    return .read
  }

  /// Where the file stores the values; nil if they were never written, or are not in one block in a file on a disk.
  private static func place(of dataset: Dataset) throws(HDF5Error) -> (descriptor: Int32, offset: Int)? {
    try dataset.object.perform("look for the values") { (attempt) throws(HDF5Error) -> (Int32, Int)? in
      let id = dataset.object.handle.id
      let properties = try attempt.own(H5Dget_create_plist(id))
      guard H5Pget_layout(properties.id) == H5D_CONTIGUOUS, H5Pget_external_count(properties.id) == 0 else {
        return nil
      }
      let file = try attempt.own(H5Iget_file_id(id))
      // The address is undefined if no value was ever written.
      let address = H5Dget_offset(id)
      guard let descriptor = try FileDescriptor.of(file.id, attempt), address != chdf5_undefined_address(),
        let offset = Int(exactly: address)
      else { return nil }
      return (descriptor, offset)
    }
  }
}
