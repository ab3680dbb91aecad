/// How a Parquet table is laid out; the values that it holds do not depend on it.
public struct ParquetOptions: Hashable, Sendable {
  /// How pages are compressed.
  public enum Codec: String, Hashable, Sendable, Codable, CaseIterable {
    /// Zstandard: the smallest and the fastest of those that compress.
    case zstd
    /// gzip, for readers that lack Zstandard.
    case gzip
    /// Not at all.
    case none
  }

  /// How pages are compressed.
  public var codec: Codec
  /// Most rows of a row group, which is what a reader loads at once and what the writer holds in memory; at least 1.
  public var rowsPerGroup: Int
  /// Version of the program that writes, as in `1.2.0`: the table says what it was written by.
  public var writerVersion: String

  /// Makes options.
  public init(codec: Codec = .zstd, rowsPerGroup: Int = 131_072, writerVersion: String = "0") {
    self.codec = codec
    self.rowsPerGroup = max(1, rowsPerGroup)
    self.writerVersion = writerVersion
  }
}
