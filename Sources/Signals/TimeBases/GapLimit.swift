/// Decides which intervals between timestamps are gaps, and which contain lost samples.
///
/// Both limits are multiples of the median interval of the stream.
package enum GapLimit {
  /// An interval longer than this many medians is a gap.
  ///
  /// Two lost samples make an interval of three medians, which is not a gap. With the margin of 0.05, rounded
  /// timestamps do not change the decision.
  package static let medians = 3.05
  /// An interval of this many medians or more contains lost samples.
  package static let mediansOfLostSamples = 1.5
}
