import Glibc
import SPSignals

/// The shock of a contact on the three axes: a sine that starts at zero at the onset, builds up and decays.
///
/// `sin(2 pi f t) exp(-t / decay) (1 - build exp(-t / 4 ms))`, t from the onset. Real tennis hits at 800 Hz show a
/// first lobe of 5-6 ms, ringing at 95-125 Hz and a decay of 11-25 ms. Their peak comes 4-14 ms after the onset, in the
/// first lobes.
struct Shock: Sendable {
  /// Time constant of the build-up, s.
  private static let buildS = 0.004

  /// Onset, s.
  var onsetS: Double
  var frequencyHz: Double
  var decayS: Double
  /// Fraction of the amplitude that is still missing at the onset.
  var build: Double
  /// Largest |z| of the waveform, g.
  let peakG: Double
  /// Amplitudes of x, y, z, g.
  private(set) var amplitude: SIMD3<Double>

  /// - Parameters:
  ///   - peakG: Largest |z| of the waveform between the samples, g. The sign is the polarity of the first lobe.
  ///   - fractions: Fractions of the energy on x, y, z. The values for x and y carry the signs of the amplitudes.
  init(
    onsetS: Double, frequencyHz: Double, decayS: Double, build: Double, peakG: Double, fractions: SIMD3<Double>
  ) {
    self.onsetS = onsetS
    self.frequencyHz = frequencyHz
    self.decayS = decayS
    self.build = build
    self.peakG = abs(peakG)
    amplitude = .zero
    var largest = 0.0
    // The peak lies within two periods of the onset, for every build-up and decay drawn.
    for step in 1...400 { largest = max(largest, abs(shape(Double(step) / 200 / frequencyHz))) }
    let z = peakG / largest
    let x = z * (abs(fractions.x) / fractions.z).squareRoot()
    let y = z * (abs(fractions.y) / fractions.z).squareRoot()
    amplitude = SIMD3(fractions.x < 0 ? -x : x, fractions.y < 0 ? -y : y, z)
  }

  /// Time after the onset at which less than 0.005 % of the amplitude is left, s.
  var lengthS: Double { 10 * decayS }

  /// The waveform of unit amplitude at a time after the onset, s.
  func shape(_ time: Double) -> Double {
    guard time > 0, time < lengthS else { return 0 }
    return sin(2 * Double.pi * frequencyHz * time) * exp(-time / decayS) * (1 - build * exp(-time / Self.buildS))
  }

  /// The waveform as the device motion shows it: smoothed by a Hann kernel of two of its steps (first null at 200 Hz).
  func smoothedShape(_ time: Double) -> Double {
    guard time > -0.005 else { return 0 }
    var sum = 0.0
    for tap in -3...3 {
      sum += Self.kernel[tap + 3] * shape(time + Double(tap) * 0.001_247)
    }
    return sum
  }

  /// (1 + cos(pi k / 4)) / 8 for k in -3...3, which sums to one.
  private static let kernel: [Double] = (-3...3).map { (1 + cos(Double.pi * Double($0) / 4)) / 8 }
}

/// The shocks of a session in the order of their onsets; a block uses only the shocks near its samples.
struct ShockTrack: Sendable {
  private let shocks: [Shock]
  private let longestS: Double

  init(_ shocks: [Shock]) {
    self.shocks = shocks.sorted { $0.onsetS < $1.onsetS }
    longestS = shocks.reduce(0) { max($0, $1.lengthS) } + 0.005
  }

  /// The first shock that can still be active at a time.
  func first(soundingAt timeS: Double) -> Int {
    partitionPoint(shocks.indices) { shocks[$0].onsetS + longestS <= timeS }
  }

  /// The sum of the shocks at a time, g; the cursor comes from `first(soundingAt:)` and advances with the time.
  func value(at timeS: Double, cursor: inout Int, smoothed: Bool) -> SIMD3<Double> {
    while cursor < shocks.count, shocks[cursor].onsetS + longestS <= timeS { cursor += 1 }
    var sum = SIMD3<Double>.zero
    var index = cursor
    while index < shocks.count {
      let since = timeS - shocks[index].onsetS
      guard since > -0.005 else { break }
      let shape = smoothed ? shocks[index].smoothedShape(since) : shocks[index].shape(since)
      sum += shocks[index].amplitude * shape
      index += 1
    }
    return sum
  }
}
