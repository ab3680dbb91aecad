import Glibc

/// The specification of a linear-phase high-pass: a Kaiser-windowed sinc, whose length depends on the signal's rate.
///
/// Order, window and taps follow `scipy.signal.kaiserord` and `scipy.signal.firwin(pass_zero=False)`. The cut-off (-6
/// dB) is halfway between the edges, the length is rounded up to an odd number, and the gain at Nyquist is 1. Kaiser's
/// formula for the length is empirical: inside the bands the ripple can exceed the specification by up to 2 dB.
public struct KaiserHighPass: Sendable, Hashable {
  /// The allowed attenuations, in dB. Below 8 dB the formula fails; above 100 dB single precision is too coarse.
  package static let allowedAttenuationDB = 8.0...100.0

  /// The upper edge of the stop band, in Hz.
  public var stopHz: Double
  /// The lower edge of the pass band, in Hz.
  public var passHz: Double
  /// The attenuation in the stop band, and the ripple in the pass band below 1, in dB.
  public var attenuationDB: Double

  /// A high-pass with the given edges and attenuation.
  public init(stopHz: Double, passHz: Double, attenuationDB: Double) {
    self.stopHz = stopHz
    self.passHz = passHz
    self.attenuationDB = attenuationDB
  }

  /// The kernel for a sampling rate in Hz (the measured one).
  ///
  /// - Throws: `FilterDesignError` if the specification cannot be met at this rate.
  package func kernel(rate: Double) throws(FilterDesignError) -> FIRKernel {
    let design = try KaiserDesign(
      lower: ("stop_hz", stopHz), upper: ("pass_hz", passHz), attenuationDB: attenuationDB, rate: rate)
    // The ideal high-pass is an impulse minus the ideal low-pass.
    var taps = design.windowedSinc()
    let half = taps.count / 2
    for index in taps.indices { taps[index] = -taps[index] }
    taps[half] += 1
    // The gain at Nyquist is the sum with alternating signs.
    let gain = taps.indices.reduce(0.0) { $0 + ((($1 - half) % 2 == 0) ? taps[$1] : -taps[$1]) }
    return try FIRKernel(taps: taps.map { $0 / gain }, rate: rate)
  }
}

/// The specification of a linear-phase low-pass: a Kaiser-windowed sinc, whose length depends on the signal's rate.
///
/// The design is the same as for `KaiserHighPass`, after `scipy.signal.firwin(pass_zero=True)`: the gain at 0 Hz is 1.
package struct KaiserLowPass: Sendable, Hashable {
  /// The upper edge of the pass band, in Hz.
  package var passHz: Double
  /// The lower edge of the stop band, in Hz.
  package var stopHz: Double
  /// The attenuation in the stop band, and the ripple in the pass band below 1, in dB.
  package var attenuationDB: Double

  /// A low-pass with the given edges and attenuation.
  package init(passHz: Double, stopHz: Double, attenuationDB: Double) {
    self.passHz = passHz
    self.stopHz = stopHz
    self.attenuationDB = attenuationDB
  }

  /// The low-pass of a good sensor with a rate in Hz: it passes up to 0.4 times the rate, and is 60 dB down from half
  /// the rate on.
  package static func beforeSampling(atHz rate: Double) -> KaiserLowPass {
    KaiserLowPass(passHz: 0.4 * rate, stopHz: 0.5 * rate, attenuationDB: 60)
  }

  /// The kernel for a sampling rate in Hz (the measured one).
  ///
  /// - Throws: `FilterDesignError` if the specification cannot be met at this rate.
  package func kernel(rate: Double) throws(FilterDesignError) -> FIRKernel {
    let design = try KaiserDesign(
      lower: ("pass_hz", passHz), upper: ("stop_hz", stopHz), attenuationDB: attenuationDB, rate: rate)
    let taps = design.windowedSinc()
    let gain = taps.reduce(0, +)
    return try FIRKernel(taps: taps.map { $0 / gain }, rate: rate)
  }
}

/// The common part of both filters: the checks, the length, and the windowed ideal low-pass.
struct KaiserDesign {
  let tapCount: Int
  let beta: Double
  /// The cut-off as a fraction of Nyquist.
  let cutoff: Double

  init(
    lower: (name: String, frequency: Double), upper: (name: String, frequency: Double), attenuationDB: Double,
    rate: Double
  ) throws(FilterDesignError) {
    guard rate > 0, rate.isFinite else { throw .rate(rate) }
    let nyquist = rate / 2
    guard lower.frequency >= 0, upper.frequency > lower.frequency else {
      throw .edges(
        lower: lower.name, lowerFrequency: lower.frequency, upper: upper.name, upperFrequency: upper.frequency)
    }
    guard upper.frequency < nyquist else {
      throw .aboveNyquist(edge: upper.name, frequency: upper.frequency, nyquist: nyquist)
    }
    let allowed = KaiserHighPass.allowedAttenuationDB
    guard allowed.contains(attenuationDB) else { throw .attenuation(attenuationDB, allowed: allowed) }
    let width = (upper.frequency - lower.frequency) / nyquist
    let needed = KaiserWindow.tapCount(attenuationDB: attenuationDB, width: width).rounded(.up)
    // Compared as Double: the length for a very narrow transition would not fit an Int.
    guard needed <= Double(FIRKernel.tapLimit) else { throw .tooManyTaps(needed, limit: FIRKernel.tapLimit) }
    tapCount = Int(needed) | 1
    beta = KaiserWindow.beta(attenuationDB: attenuationDB)
    cutoff = (lower.frequency + upper.frequency) / 2 / nyquist
  }

  /// The taps of the ideal low-pass under the window, not yet scaled, symmetric to the last bit.
  func windowedSinc() -> [Double] {
    let half = tapCount / 2
    let window = KaiserWindow.window(count: tapCount, beta: beta)
    let oneSide = (0...half).map { offset -> Double in
      let angle = Double.pi * cutoff * Double(offset)
      return window[half + offset] * (offset == 0 ? cutoff : cutoff * sin(angle) / angle)
    }
    return (-half...half).map { oneSide[abs($0)] }
  }
}
