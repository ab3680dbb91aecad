import SPSignals
import SPSwings

/// A signal as a good sensor of a lower rate would have delivered it: low-passed and decimated.
struct SlowerSensor {
  /// The signal after the low-pass, with all of its samples. If no axis was chosen, it is the length of the vector.
  let signal: any Signal
  /// The decimation factor n: one of every n samples is kept, counted from the recording's first sample.
  let factor: Int
  /// The rate after decimation, in Hz.
  let rateHz: Double

  /// - Parameters:
  ///   - vector: the acceleration; the sensor low-passes each axis separately.
  ///   - wanted: the requested rate, in Hz.
  /// - Returns: nil if the rate is not between `leastHz(of:)` and half of the signal's rate.
  /// - Throws: `FFTWError` if memory or a plan is not available.
  init?(of vector: Triaxial, _ axis: Axis, nearHz wanted: Double) throws {
    let rate = vector.timeBase.rate
    let factor = Int(clamping: (rate / wanted).rounded())
    guard rate > 0, rate.isFinite, factor >= 2 else { return nil }
    rateHz = rate / Double(factor)
    self.factor = factor
    guard let kernel = try? KaiserLowPass.beforeSampling(atHz: rateHz).kernel(rate: rate) else { return nil }
    func slower(_ signal: any Signal) throws -> any Signal { try FilteredSignal(signal, kernel: kernel) }
    signal =
      axis == .any
      ? try Triaxial(x: slower(vector.x), y: slower(vector.y), z: slower(vector.z)).length : try slower(vector[axis])
  }

  /// The lowest rate that a low-pass with the longest kernel surely allows, in Hz: 1 % above the limit.
  ///
  /// Kaiser's formula gives (60 - 7.95) / (2.285 pi width) + 1 taps for the transition from 0.4 to 0.5 times the lower
  /// rate. The width is a fraction of half of the signal's rate.
  static func leastHz(of rate: Double) -> Double {
    let width = (60 - 7.95) / (2.285 * .pi * Double(FIRKernel.tapLimit - 1))
    return 1.01 * width * rate / 2 / 0.1
  }
}
