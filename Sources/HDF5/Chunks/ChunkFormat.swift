import CHDF5

/// The format of a dataset's chunks, if they can be decoded without HDF5.
///
/// The chunks must consist of whole rows of one of Swift's numbers in the machine's byte order. Their only filters must
/// be shuffle, gzip and a checksum, in this order, as all makers of recordings write them. For anything else use
/// `Dataset.read(rows:into:)`.
struct ChunkFormat: Sendable, Hashable {
  /// Rows of a chunk. The file also stores rows of the chunk beyond the end of the dataset.
  let rows: Int
  /// Elements of a row.
  let width: Int
  /// Bytes of an element.
  let elementByteCount: Int
  /// The bits of the filters in a chunk's mask; 0 for a filter that the dataset does not have.
  private let shuffleBit, gzipBit, checksumBit: UInt32

  /// Bytes of a decoded chunk.
  var byteCount: Int { rows * width * elementByteCount }

  /// HDF5 decodes larger chunks. Its own limit is 4 GiB, and each decoder here holds two chunks.
  private static let largestByteCount = 1 << 26

  /// The format of a dataset's chunks; nil if only HDF5 can decode them.
  init?<Element: HDF5Element>(of dataset: Dataset, shape: [Int], as type: Element.Type) {
    guard let chunk = dataset.chunkShape, chunk.count == shape.count, (1...2).contains(shape.count) else { return nil }
    // A chunk that is wider than the dataset has padding in every row.
    guard chunk[0] > 0, shape.count == 1 || (chunk[1] == shape[1] && shape[1] > 0) else { return nil }
    let host: ByteOrder = 1.littleEndian == 1 ? .littleEndian : .bigEndian
    elementByteCount = MemoryLayout<Element>.stride
    guard dataset.elementType == Element.elementType, dataset.byteOrder == host || elementByteCount == 1 else {
      return nil
    }
    rows = chunk[0]
    width = shape.count == 2 ? shape[1] : 1
    let bytes = Hyperslab.product([rows, width, elementByteCount])
    guard bytes <= Self.largestByteCount, (try? Self.areAllFiltered(in: dataset)) == true else { return nil }
    var (shuffleBit, gzipBit, checksumBit): (UInt32, UInt32, UInt32) = (0, 0, 0)
    for (number, filter) in dataset.filters.enumerated() {
      switch filter.name {
      case "shuffle" where number == 0 && filter.parameters.first.map(Int.init) == elementByteCount: shuffleBit = 1
      case "gzip" where gzipBit == 0 && checksumBit == 0: gzipBit = 1 << UInt32(number)
      case "fletcher32" where checksumBit == 0: checksumBit = 1 << UInt32(number)
      default: return nil
      }
    }
    self.shuffleBit = shuffleBit
    self.gzipBit = gzipBit
    self.checksumBit = checksumBit
  }

  /// Whether all chunks pass through the filters. HDF5 can be configured not to filter the last chunk if it extends
  /// beyond the dataset. The chunk's filter mask does not mark this.
  private static func areAllFiltered(in dataset: Dataset) throws(HDF5Error) -> Bool {
    try dataset.object.perform("look for the chunks' options") { (attempt) throws(HDF5Error) -> Bool in
      let properties = try attempt.own(H5Dget_create_plist(dataset.object.handle.id))
      var options: UInt32 = 0
      return H5Pget_chunk_opts(properties.id, &options) >= 0 && options == 0
    }
  }

  /// The filters applied to one chunk; nil for a mask that skips an unknown filter.
  ///
  /// - Parameter mask: Bit i is set if filter i was not applied on writing, for example because it did not help.
  func applied(mask: UInt32) -> (shuffle: Bool, gzip: Bool, checksum: Bool)? {
    guard mask & ~(shuffleBit | gzipBit | checksumBit) == 0 else { return nil }
    return (shuffleBit & ~mask != 0, gzipBit & ~mask != 0, checksumBit & ~mask != 0)
  }
}
