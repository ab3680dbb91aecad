import Foundation
import SPSignals

@testable import SPSwings

/// Small signals with known content.
enum Fixture {
  /// A signal of regular timestamps from 0 s whose values are a function of time.
  static func signal(
    seconds: Double, rate: Double, unit: SPSignals.Unit = .g, _ value: (Double) -> Double
  ) -> MemorySignal {
    let timeBase = TimeBase(start: 0, rate: rate, count: Int((seconds * rate).rounded()))
    let samples = (0..<timeBase.count).map { Float(value(Double($0) / rate)) }
    return MemorySignal(samples, timeBase: timeBase, unit: unit)
  }

  /// A signal at the given timestamps whose values are a function of time.
  static func signal(times: [Double], unit: SPSignals.Unit = .g, _ value: (Double) -> Double) throws -> MemorySignal {
    MemorySignal(
      times.map { Float(value($0)) }, timeBase: try TimeBase(scanning: MemoryTimestamps(times)), unit: unit)
  }

  /// Regular timestamps from 0 s, without those inside of `gap`.
  static func times(seconds: Double, rate: Double, gap: Range<Double>) -> [Double] {
    (0..<Int((seconds * rate).rounded())).map { Double($0) / rate }.filter { !gap.contains($0) }
  }

  /// Samples at a rate of 200 Hz, in rad/s.
  static func rates(_ samples: [Double]) -> MemorySignal {
    MemorySignal(
      samples.map(Float.init), timeBase: TimeBase(start: 0, rate: 200, count: samples.count), unit: .radiansPerSecond)
  }

  /// Three axes of which two are zero.
  static func triaxial(z: MemorySignal) -> Triaxial {
    let zero = MemorySignal([Float](repeating: 0, count: z.count), timeBase: z.timeBase, unit: z.unit)
    return Triaxial(x: zero, y: zero, z: z)
  }

  /// The device motion of a wrist that turns about the vertical only.
  static func motion(_ rotation: MemorySignal) -> MotionSignals {
    let down = MemorySignal([Float](repeating: 1, count: rotation.count), timeBase: rotation.timeBase, unit: .g)
    return MotionSignals(rotationRate: triaxial(z: rotation), gravity: triaxial(z: down))
  }

  /// An impact of which only the time and the height matter.
  static func impact(at time: Double, peak: Double = 10, sample: Int = 0, isSaturated: Bool = false) -> Impact {
    Impact(
      sample: sample, time: time, subsampleTime: time, onsetTime: time - 0.008, peak: peak, threshold: 1.5,
      noiseSigma: 0.005, isSaturated: isSaturated)
  }

  /// A swing that takes 0.2 s.
  static func swing(at time: Double, peakRate: Double, impact: Impact? = nil, durationS: Double = 0.2) -> Swing {
    Swing(
      startTime: time - durationS, anchorTime: time, impact: impact, accumulatedRotation: peakRate * 0.1,
      peakRate: peakRate, rateThreshold: 1)
  }

  /// A comparison of a burst that is just like the typical swing of a source.
  static func comparison(_ origin: SwingReference.Origin) -> BurstCheck {
    let typical = SwingReference.Typical(rate: 12, widthS: 0.14, riseS: 0.07, origin: origin)
    let reference = SwingReference(positive: typical, negative: nil, origin: origin, count: 5)
    let lobe = RotationLobe(time: 1, peakRate: 12, widthS: 0.14, riseS: 0.07)
    return BurstCheck(lobe, BurstCheck.Measure(reference, maxDifference: 2.5, minProbability: 0), nil)
  }

  /// A model of the given weights on features as they are.
  static func model(_ weights: [ContactEvidence.Feature: Double], intercept: Double = 0) -> HitMissModel {
    let terms = ContactEvidence.Feature.allCases.compactMap { feature in
      weights[feature].map { HitMissModel.Term(name: feature, mean: 0, scale: 1, weight: $0) }
    }
    return HitMissModel(
      name: "test", features: terms, intercept: intercept,
      training: .init(pipeline: "test", recordings: [], hits: 0, misses: 0, l2: 1),
      scores: .init(validation: "none"))
  }

  /// A bell of the given height around a moment; its foot is about 0.3 s wide.
  static func bell(_ height: Double, at centre: Double, _ time: Double) -> Double {
    height * exp(-0.5 * pow((time - centre) / 0.06, 2))
  }
}
