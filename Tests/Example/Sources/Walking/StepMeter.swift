import Foundation
import Swingpipe

/// A step as it was measured: all that a later decision needs of it.
public struct Step: Hashable, Sendable {
  /// When the smoothed magnitude was largest, in s.
  public var time: Double
  /// How far it was above 1 g then, in g.
  public var peakG: Double
}

/// Measures steps in the acceleration of a wrist as its samples pass.
///
/// It keeps a smoothed value and the steps, but no samples. As it works sample by sample, the steps are the same
/// however the samples are cut into blocks.
public struct StepMeter: Sendable {
  /// A longer sampling interval is a gap, in s: the smoothing begins anew, and a step that it cuts off is none.
  private static let gapS = 0.1

  private let rules: WalkRules
  private var lastTime = -Double.infinity
  private var smoothG = 0.0
  /// The step under way.
  private var peak: Step?
  private var steps: [Step] = []

  /// Makes a meter that has seen no samples.
  public init(_ rules: WalkRules) { self.rules = rules }

  /// Takes the next samples, whose channels are x, y and z in g; those with a missing value are left out.
  public mutating func consume(_ block: SampleBlock) {
    for (row, time) in zip(0..., block.times) {
      var square = 0.0
      for axis in block.channels {
        let value = Double(axis.values[axis.first + row * axis.step])
        square += value * value
      }
      if square.isFinite { add(square.squareRoot() - 1, at: time) }
    }
  }

  /// The walks, once all samples have passed.
  public consuming func finish() -> WalkFindings { WalkFindings(steps, by: rules) }

  private mutating func add(_ excessG: Double, at time: Double) {
    let intervalS = time - lastTime
    lastTime = time
    guard (0...Self.gapS).contains(intervalS) else {
      (smoothG, peak) = (excessG, nil)
      return
    }
    smoothG += (excessG - smoothG) * (1 - exp(-intervalS / rules.smoothingS))
    if smoothG < rules.thresholdG {
      if let step = peak.take() { add(step) }
    } else if smoothG > peak?.peakG ?? 0 {
      peak = Step(time: time, peakG: smoothG)
    }
  }

  /// Of two steps that are too close the one with the larger peak stands for both.
  private mutating func add(_ step: Step) {
    guard let last = steps.last, abs(step.time - last.time) < rules.minStepS else { return steps.append(step) }
    if step.peakG > last.peakG { steps[steps.count - 1] = step }
  }
}
