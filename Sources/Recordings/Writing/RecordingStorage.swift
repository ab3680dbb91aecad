import HDF5

/// How the datasets of a recording's streams are laid out in its file; the samples are the same.
public enum RecordingStorage: String, Hashable, Sendable, CaseIterable {
  /// Chunks of rows, shuffled and compressed: small, and as slow to read as gzip is.
  case gzip
  /// As ``gzip``, in chunks of a second of a stream's nominal rate, as recorders leave that add what they got once a
  /// second: 800 and 200 rows. Larger than ``gzip``, and slower to read.
  case gzipBySecond = "gzip_1s"
  /// The chunks of ``gzip`` as they are, with a checksum each: little work to read, and at least twice the size. Gzip has a
  /// checksum of its own.
  case chunked
  /// All rows in one piece, as programs write that know nothing of chunks: without a checksum, which HDF5 has for chunks
  /// alone. How many there are must be known beforehand, since HDF5 cannot make such a dataset longer.
  case contiguous

  /// How many rows a chunk gets.
  /// - Parameters:
  ///   - chunkRows: how many by the layout.
  ///   - nominalRateHz: the stream's rate, in Hz, where it has one.
  func chunkRows(_ chunkRows: Int, nominalRateHz: Double?) -> Int {
    guard self == .gzipBySecond, let nominalRateHz, nominalRateHz >= 1 else { return chunkRows }
    return Int(min(nominalRateHz.rounded(), 1e6))
  }

  /// The layout of a dataset whose rows have some more dimensions.
  func layout(chunkRows: Int, width: [Int]) -> DatasetLayout {
    switch self {
    case .gzip, .gzipBySecond: .compressed(chunkShape: [chunkRows] + width)
    case .chunked: DatasetLayout(chunkShape: [chunkRows] + width, fletcher32: true, isExtendible: true)
    case .contiguous: .contiguous
    }
  }
}
