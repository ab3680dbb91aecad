import Glibc

/// The probability that a candidate is a stroke at all, with a contact or without one.
enum SwingProbability {
  static let formula = "to be written"

  static func of(
    _ stroke: StrokeMotion, _ likeness: StrokeLikeness?, _ evidence: PlayEvidence, hasImpact: Bool
  ) -> Double { 0.5 }
}
