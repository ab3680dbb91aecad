import Signals

/// How much of a recording may be held in memory: what was read, and what was made of it.
///
/// It changes how often samples are read and computed, never what they are.
public struct RecordingCache: Sendable {
  /// For stamps, in their compact form. They come first, and those of a day would leave nothing for what saves more.
  let stamps: CacheBudget
  /// For all else: signals that are computed, what lies around events, and datasets as they were decoded.
  let samples: CacheBudget
  /// The largest dataset that is held as it was decoded, in bytes.
  let largestDataset: Int

  /// A cache that takes up to so many bytes.
  public init(bytes: Int) {
    stamps = CacheBudget(bytes: bytes / 3)
    samples = CacheBudget(bytes: bytes - bytes / 3)
    largestDataset = bytes / 3
  }
}
