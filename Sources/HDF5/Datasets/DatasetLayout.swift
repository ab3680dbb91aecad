/// How a new dataset is laid out in its file.
public struct DatasetLayout: Sendable, Hashable {
  /// The shape of a chunk, of the dataset's rank; nil stores the values in one piece.
  public var chunkShape: [Int]?
  /// The level of gzip compression, 0 to 9; nil for none. It needs chunks.
  public var gzipLevel: Int?
  /// Whether the bytes of a chunk are sorted by significance before compression, which helps it. It needs chunks.
  public var shuffle: Bool
  /// Whether each chunk carries a Fletcher-32 checksum that is verified on reading. It needs chunks.
  public var fletcher32: Bool
  /// Whether the first dimension can grow without limit. It needs chunks.
  public var isExtendible: Bool
  /// Whether the dataset carries the time of its last change; without it equal content makes equal bytes.
  public var tracksTimes: Bool

  /// A layout; the filters apply in the order shuffle, gzip, checksum.
  public init(
    chunkShape: [Int]? = nil, gzipLevel: Int? = nil, shuffle: Bool = false, fletcher32: Bool = false,
    isExtendible: Bool = false, tracksTimes: Bool = false
  ) {
    self.chunkShape = chunkShape
    self.gzipLevel = gzipLevel
    self.shuffle = shuffle
    self.fletcher32 = fletcher32
    self.isExtendible = isExtendible
    self.tracksTimes = tracksTimes
  }

  /// In one piece, without filters.
  public static let contiguous = DatasetLayout()

  /// Shuffled and compressed chunks of a dataset that can grow.
  public static func compressed(chunkShape: [Int], gzipLevel: Int = 4) -> DatasetLayout {
    DatasetLayout(chunkShape: chunkShape, gzipLevel: gzipLevel, shuffle: true, isExtendible: true)
  }
}
