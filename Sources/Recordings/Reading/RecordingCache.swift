import Signals

/// How much of a recording may be held in memory: what was read, and what was made of it.
///
/// It changes how often samples are read and computed, never what they are.
public struct RecordingCache: Sendable {
  /// For datasets as they were decoded, each whole or not at all: a part of one would save little.
  let decoded: CacheBudget
  /// For stamps, filtered samples, and what lies around events: small beside what they are made of.
  let derived: CacheBudget

  /// A cache that takes up to so many bytes.
  public init(bytes: Int) {
    decoded = CacheBudget(bytes: bytes / 3)
    derived = CacheBudget(bytes: bytes - bytes / 3)
  }
}
