import HDF5

/// How the datasets of a recording's streams are stored in its file; the samples are the same.
public enum RecordingStorage: String, Hashable, Sendable, CaseIterable {
  /// Chunks of rows, shuffled and compressed with gzip, which has its own checksum: small, but slow to read.
  case gzip
  /// Like ``gzip``, in chunks of one second at a stream's nominal rate (800 and 200 rows), as written by recorders
  /// that append once a second. Larger than ``gzip``, and slower to read.
  case gzipBySecond = "gzip_1s"
  /// The chunks of ``gzip`` uncompressed, with a checksum each: fast to read, and at least twice the size.
  case chunked
  /// All rows in one piece, as written by programs that do not use chunks: without a checksum, which HDF5 has only for
  /// chunks. The number of rows must be known beforehand, since HDF5 cannot extend such a dataset.
  case contiguous

  /// The number of rows in a chunk.
  /// - Parameters:
  ///   - chunkRows: the number in the layout.
  ///   - nominalRateHz: the stream's rate, in Hz, if it has one.
  func chunkRows(_ chunkRows: Int, nominalRateHz: Double?) -> Int {
    guard self == .gzipBySecond, let nominalRateHz, nominalRateHz >= 1 else { return chunkRows }
    return Int(min(nominalRateHz.rounded(), 1e6))
  }

  /// The layout of a dataset whose rows may have further dimensions.
  func layout(chunkRows: Int, width: [Int]) -> DatasetLayout {
    switch self {
    case .gzip, .gzipBySecond: .compressed(chunkShape: [chunkRows] + width)
    case .chunked: DatasetLayout(chunkShape: [chunkRows] + width, fletcher32: true, isExtendible: true)
    case .contiguous: .contiguous
    }
  }
}
