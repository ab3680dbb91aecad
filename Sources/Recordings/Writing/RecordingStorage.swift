import HDF5

/// How the datasets of a recording's streams are laid out in its file; the samples are the same.
public enum RecordingStorage: String, Hashable, Sendable, CaseIterable {
  /// Chunks of rows, shuffled and compressed: small, and as slow to read as gzip is.
  case gzip
  /// The same chunks as they are: no work to read, and at least twice the size.
  case chunked
  /// All rows in one piece, as programs write that know nothing of chunks. How many there are must be known beforehand,
  /// since HDF5 cannot make such a dataset longer.
  case contiguous

  /// The layout of a dataset whose rows have some more dimensions.
  func layout(chunkRows: Int, width: [Int]) -> DatasetLayout {
    switch self {
    case .gzip: .compressed(chunkShape: [chunkRows] + width)
    case .chunked: DatasetLayout(chunkShape: [chunkRows] + width, isExtendible: true)
    case .contiguous: .contiguous
    }
  }
}
