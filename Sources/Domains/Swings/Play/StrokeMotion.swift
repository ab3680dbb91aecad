import SPSignals

/// How the wrist turns around a candidate, about any axis: how fast, for how long, and along which course.
///
/// A stroke is short and fast, the wrist is slower before and after it, and a player repeats it alike. Gestures are
/// longer; walking, running and exercises turn all the time.
struct StrokeMotion: Hashable, Sendable {
  /// Time of the largest rate, in s.
  var peakTime: Double
  /// The largest rate, in rad/s.
  var peakRate: Float
  /// Time for which the rate stays above half of it, in s.
  var widthS: Float
  /// Mean rate within `aroundS` of the peak as a fraction of it: 0.64 for a steady swing to and fro.
  var fullness: Float
  /// Rate at the candidate as a fraction of the largest.
  var rateShare: Float
  /// The course around the candidate.
  var shape: MovementShape

  /// How far around the peak ``fullness`` is measured, in s.
  static let aroundS = 0.6
  /// How far before and after an impact the largest rate is searched, in s.
  static let nearImpact = (before: 0.15, after: 0.05)
  /// How far before and after the peak of a burst along gravity the largest total rate is searched, in s.
  static let nearBurstS = 0.1

  /// The slowest movement that is measured, in rad/s: half the rate of the slowest quick movement.
  static let slowest: Float = 3.5
  /// Limits of a quick movement.
  ///
  /// Of 673 strokes of table tennis the gentlest, blocks, turn at 7 to 10 rad/s for 0.25 s at most. In gym exercises
  /// movements of 7 rad/s and more last 0.43 s, with a fullness of 0.54 to 0.64.
  static let quick = (rate: Float(7), widthS: Float(0.4), fullness: Float(0.5))

  /// Whether it is quick as a stroke is.
  var isQuick: Bool { isFast && isShort }

  /// Whether it is short, with slower movements around it.
  var isShort: Bool { widthS <= Self.quick.widthS && fullness <= Self.quick.fullness }

  /// Whether it is as fast as a stroke is.
  var isFast: Bool { peakRate >= Self.quick.rate }

  /// Measures the movement whose largest rate is in a window. Nil if samples are missing or the movement is slow.
  ///
  /// - Parameters:
  ///   - moment: the time with which the course is aligned; nil for the time of the largest rate.
  ///   - motion: the device motion.
  /// - Throws: errors from reading the signals.
  init?(at moment: Double?, peakIn window: ClosedRange<Double>, _ motion: MotionSignals) throws {
    let (total, timeBase) = (motion.total, motion.total.timeBase)
    guard timeBase.count > 0 else { return nil }
    let middle = moment ?? (window.lowerBound + window.upperBound) / 2
    let nearest = try timeBase.nearestIndex(to: middle)
    guard abs(try timeBase.time(at: nearest) - middle) <= 3 * timeBase.medianInterval else { return nil }
    let segment = timeBase.segment(containing: nearest).samples
    let range = try timeBase.indices(in: window, around: nearest).clamped(to: segment)
    var peak: (place: Int, rate: Float) = (0, 0)
    try total.visit(range) { rates in
      rates.withUnsafeBufferPointer { rates in
        for place in rates.indices where rates[place] > peak.rate && rates[place].isFinite {
          peak = (place, rates[place])
        }
      }
    }
    guard peak.rate >= Self.slowest else { return nil }
    let sample = range.lowerBound + peak.place
    let time = try timeBase.time(at: sample)
    guard let shape = try MovementShape(around: moment ?? time, in: motion.rotationRate) else { return nil }
    let around = try timeBase.indices(in: time - Self.aroundS...time + Self.aroundS, around: sample).clamped(
      to: segment)
    var mean: Float = 0
    try total.visit(around) { mean = Statistics.mean(ofFinite: $0) }
    (peakTime, peakRate, self.shape) = (time, peak.rate, shape)
    widthS = Float(try RotationLobe(around: sample, in: total).widthS)
    fullness = mean / peak.rate
    let here = try total.sample(nearest)
    rateShare = here.isFinite ? here / peak.rate : 0
  }
}
