/// Decides which intervals between timestamps are gaps, and which contain lost samples.
///
/// Both limits are multiples of the median interval of the stream.
public enum GapLimit {
  /// An interval longer than this many medians is a gap.
  ///
  /// Two lost samples make an interval of three medians, which is not a gap; the margin of 0.05 keeps the
  /// rounding of timestamps from deciding.
  public static let medians = 3.05
  /// An interval of this many medians or more contains lost samples.
  public static let mediansOfLostSamples = 1.5
}
