import Glibc

/// A causal Butterworth low-pass of second order for vectors. Its first outputs are the mean of the samples so far.
///
/// The bilinear transform of `1 / (s^2 + sqrt(2) s + 1)` with `K = tan(pi fc / rate)` gives the coefficients: A.
/// Oppenheim and R. Schafer, Discrete-Time Signal Processing (2010). The cut-off frequency of a time constant tau is
/// `fc = sqrt(2) / (2 pi tau)`. The filter's oscillation then decays as `exp(-t / tau)`.
struct VectorLowPass: Sendable {
  /// The coefficients for one time constant and rate.
  struct Design: Sendable {
    /// The factor of the newest and of the oldest of three inputs. The factor of the middle input is twice as large.
    let gain: Double
    /// The factors of the last output and of the output before.
    let feedback: (last: Double, before: Double)
    /// The number of samples in one time constant, during which the output is a mean.
    let startCount: Int

    /// Designs a filter for a time constant, in s, and a rate, in Hz.
    init(tauS: Double, rateHz: Double) {
      let cutoffHz = 2.0.squareRoot() / (2 * .pi * tauS)
      // The cut-off stays below half the rate, even if the rate is too low for the time constant.
      let warped = tan(.pi * min(cutoffHz / rateHz, 0.45))
      let scale = 1 / (1 + 2.0.squareRoot() * warped + warped * warped)
      gain = warped * warped * scale
      feedback = (2 * (warped * warped - 1) * scale, (1 - 2.0.squareRoot() * warped + warped * warped) * scale)
      startCount = max(1, Int((tauS * rateHz).rounded()))
    }
  }

  /// The number of samples so far; the count stops at the end of the start.
  private var count = 0
  private var sum = SIMD3<Double>.zero
  private var state1 = SIMD3<Double>.zero
  private var state2 = SIMD3<Double>.zero

  /// Takes the next sample and returns the filtered sample.
  @inline(__always)
  mutating func update(_ sample: SIMD3<Double>, _ design: Design) -> SIMD3<Double> {
    guard count >= design.startCount else { return start(sample, design) }
    let input = design.gain * sample
    let output = input + state1
    state1 = 2 * input - design.feedback.last * output + state2
    state2 = input - design.feedback.before * output
    return output
  }

  /// Averages the samples. At the end of the start, sets the state that a constant input of this mean leads to.
  @inline(never)
  private mutating func start(_ sample: SIMD3<Double>, _ design: Design) -> SIMD3<Double> {
    count += 1
    sum += sample
    let mean = sum / Double(count)
    if count == design.startCount {
      state1 = (1 - design.gain) * mean
      state2 = (design.gain - design.feedback.before) * mean
    }
    return mean
  }
}
