import Glibc

/// The probability that a candidate is a stroke at all, hit or miss, from how the wrist turns.
///
/// Logistic regression on 6,400 bursts. The strokes are of 15 recordings of table tennis, six composed and eight generated
/// sessions and 63 simulated ones. The other movements are of the same recordings and of 36 recordings of exercises,
/// walking, sports, swimming and rest.
enum SwingProbability {
  /// Name and version of the model.
  static let name = "swing-1"

  private struct Term {
    let mean, scale, weight: Double
  }

  private static let intercept = -4.2996
  private static let similarity = Term(mean: 0.3977, scale: 0.4521, weight: 2.1205)
  private static let logRate = Term(mean: 0.0659, scale: 0.6051, weight: 1.9076)
  private static let width = Term(mean: 0.3828, scale: 0.2608, weight: 0.9295)
  private static let fullness = Term(mean: 0.6146, scale: 0.3259, weight: -3.3411)
  /// The rate that rates are compared with, in rad/s, and the largest width, in s.
  private static let limits = (rate: 7.0, widthS: 1.0)

  /// The formula, for the description of a column.
  static let formula: String = {
    func text(_ term: Term, _ x: String) -> String { "\(term.weight) * (\(x) - \(term.mean)) / \(term.scale)" }
    return "1 / (1 + exp(-(\(intercept) + \(text(similarity, "s")) + \(text(logRate, "ln(r / 7)"))"
      + " + \(text(width, "min(d, 1)")) + \(text(fullness, "f"))))); s = mean of the three largest cosines of its rotation rates, from "
      + "0.3 s before to 0.1 s after, with those of the recording's strokes that repeat, at least 0; r = largest length of the rotation "
      + "rate; d = time above half of r; f = mean within 0.6 s / r"
  }()

  /// The probability, 0 to 1.
  ///
  /// - Parameter likeness: how the movement compares with the recording's strokes; nil if nothing repeats.
  static func of(_ stroke: StrokeMotion, _ likeness: StrokeLikeness?) -> Double {
    let values = [
      (similarity, max(0, Double(likeness?.similarity ?? 0))), (logRate, log(Double(stroke.peakRate) / limits.rate)),
      (width, min(limits.widthS, Double(stroke.widthS))), (fullness, Double(stroke.fullness)),
    ]
    let logOdds = values.reduce(intercept) { $0 + $1.0.weight * ($1.1 - $1.0.mean) / $1.0.scale }
    return 1 / (1 + exp(-logOdds))
  }
}
