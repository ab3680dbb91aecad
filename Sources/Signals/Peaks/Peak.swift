/// A peak of a signal's magnitude.
public struct Peak: Sendable, Hashable {
  /// The sample; the first one of a plateau.
  public let index: Int
  /// The signal there, with its sign.
  public let value: Float
  /// The threshold that its magnitude reached.
  public let threshold: Float
  /// The standard deviation of the noise around it.
  public let noiseSigma: Float

  /// Makes a peak.
  public init(index: Int, value: Float, threshold: Float, noiseSigma: Float) {
    self.index = index
    self.value = value
    self.threshold = threshold
    self.noiseSigma = noiseSigma
  }
}
