import Glibc

/// What tells strokes from other movements of the wrist: the features of a ``SwingModel``.
public struct StrokeTraits: Hashable, Sendable {
  /// A feature.
  public enum Feature: String, Codable, Hashable, Sendable, CaseIterable {
    /// How similar the movement is to the recording's strokes.
    case similarity
    /// The logarithm of the largest rate.
    case logPeakRate = "log_peak_rate"
    /// How long the rate stays high.
    case width = "width_s"
    /// How much the wrist turns around the movement.
    case fullness

    /// The feature in a few words.
    public var meaning: String {
      switch self {
      case .similarity:
        "mean of the three largest cosines of the rotation rates, from 0.3 s before to 0.1 s after, with those of the "
          + "recording's strokes that repeat, at least 0"
      case .logPeakRate: "ln of the largest length r of the rotation rate in rad/s"
      case .width: "time above half of r in s, at most 1"
      case .fullness: "mean length of the rotation rate within 0.6 s, divided by r"
      }
    }
  }

  /// Mean cosine to the three most similar strokes of the recording, 0 to 1.
  var similarity: Float
  /// The largest rate, in rad/s.
  var peakRate: Float
  /// Time for which the rate stays above half of it, in s.
  var widthS: Float
  /// Mean rate around the peak as a fraction of it.
  var fullness: Float

  /// The largest width that is told from others, in s.
  private static let largestWidthS: Float = 1

  init(similarity: Float, peakRate: Float, widthS: Float, fullness: Float) {
    (self.similarity, self.peakRate, self.widthS, self.fullness) = (similarity, peakRate, widthS, fullness)
  }

  /// - Parameter likeness: how the movement compares with the recording's strokes; nil if nothing repeats.
  init(_ stroke: StrokeMotion, _ likeness: StrokeLikeness?) {
    (peakRate, widthS, fullness) = (stroke.peakRate, stroke.widthS, stroke.fullness)
    similarity = max(0, likeness?.similarity ?? 0)
  }

  /// The value of a feature.
  package subscript(_ feature: Feature) -> Double {
    switch feature {
    case .similarity: Double(similarity)
    case .logPeakRate: log(Double(peakRate))
    case .width: Double(min(Self.largestWidthS, widthS))
    case .fullness: Double(fullness)
    }
  }
}
