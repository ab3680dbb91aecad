import Foundation
import SPHDF5
import TestSupport
import Testing

@testable import SPSignals

/// Orientation from rotation rate and acceleration.
struct OrientationTests {
  // MARK: Recorded motion

  /// A trial of BROAD with an optical reference.
  private struct Trial {
    var rotationRate: [SIMD3<Double>]
    var acceleration: [SIMD3<Double>]
    var reference: [Quaternion]
    var isMoving: [Bool]
    let rateHz = 2000.0 / 7

    init(_ name: String) throws {
      let file = try File(opening: SharedData.path("broad/\(name).hdf5"))
      func rows(_ name: String) throws -> [[Double]] {
        let dataset = try file.openDataset(name)
        let shape = try dataset.shape
        let width = shape.count > 1 ? shape[1] : 1
        let values = try dataset.read(as: Double.self)
        return stride(from: 0, to: values.count, by: width).map { Array(values[$0..<$0 + width]) }
      }
      rotationRate = try rows("imu_gyr").map { SIMD3($0[0], $0[1], $0[2]) }
      acceleration = try rows("imu_acc").map { SIMD3($0[0], $0[1], $0[2]) / -9.80665 }
      reference = try rows("opt_quat").map { Quaternion(scalar: $0[0], vector: SIMD3($0[1], $0[2], $0[3])) }
      isMoving = try rows("movement").map { $0[0] != 0 }
    }

    /// The root mean square of the angle between the true and the estimated vertical, in degrees.
    func error(of estimates: [Quaternion]) -> Double {
      var (sum, count) = (0.0, 0)
      for index in estimates.indices where isMoving[index] && reference[index].length.isFinite {
        let difference = estimates[index] * reference[index].conjugate
        let cosine = (difference.scalar * difference.scalar + difference.vector.z * difference.vector.z).squareRoot()
        let angle = 2 * acos(min(1, cosine))
        sum += angle * angle
        count += 1
      }
      return (sum / Double(count)).squareRoot() * 180 / .pi
    }
  }

  /// The errors of the reference implementation of VQF: offline, and sample by sample.
  @Test(
    "The error of the inclination is at most 1.1 times that of VQF",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: [
      ("02_undisturbed_slow_rotation_B", 0.31, 0.43), ("07_undisturbed_fast_rotation_B", 0.96, 1.02),
      ("16_undisturbed_fast_translation_B", 0.43, 0.54), ("24_disturbed_tapping_A", 0.51, 0.61),
    ])
  func broad(name: String, offline: Double, causal: Double) throws {
    let trial = try Trial(name)
    var filter = OrientationFilter(rateHz: trial.rateHz)
    let passed = zip(trial.rotationRate, trial.acceleration).map {
      filter.update(rotationRate: $0, acceleration: $1)
    }
    #expect(trial.error(of: passed) <= 1.1 * causal)
    let smoothed = OrientationSmoother(rateHz: trial.rateHz).orientations(
      rotationRate: trial.rotationRate, acceleration: trial.acceleration)
    #expect(trial.error(of: smoothed) <= 1.1 * offline)
    let page = try String(contentsOfFile: "Data/Accuracy.md", encoding: .utf8)
    let sentence = try #require(page.components(separatedBy: "its errors in the four trials are ").dropFirst().first)
    #expect(sentence.prefix(40).contains(String(format: "%.2f", trial.error(of: passed))))
  }

  // MARK: Computed motion

  /// Rotation about changing axes, with gravity and a vibration, from the true orientations at a rate.
  private static func motion(rateHz: Double, seconds: Double, bias: SIMD3<Double>) -> (
    rates: [SIMD3<Double>], accelerations: [SIMD3<Double>], truth: [Quaternion]
  ) {
    var (rates, accelerations, truth): ([SIMD3<Double>], [SIMD3<Double>], [Quaternion]) = ([], [], [])
    var orientation = Quaternion(angle: 0.7, about: [0.6, 0.8, 0])
    for index in 0..<Int(seconds * rateHz) {
      let time = Double(index) / rateHz
      let rate = SIMD3(2 * sin(1.1 * time), 1.5 * cos(0.7 * time), sin(0.4 * time + 1))
      orientation = orientation * Quaternion(rotationVector: rate / rateHz)
      let push = SIMD3(0.2 * sin(9 * time), 0.2 * cos(11 * time), 0.1 * sin(13 * time))
      rates.append(rate + bias)
      accelerations.append(orientation.conjugate.rotate(push - [0, 0, 1]))
      truth.append(orientation)
    }
    return (rates, accelerations, truth)
  }

  /// The angle between the verticals of two orientations, in degrees.
  private func tilt(_ a: Quaternion, _ b: Quaternion) -> Double {
    let (up, other) = (a.conjugate.rotate([0, 0, 1]), b.conjugate.rotate([0, 0, 1]))
    let difference = up - other
    return 2 * asin(min(1, dot(difference, difference).squareRoot() / 2)) * 180 / .pi
  }

  @Test("Missing rotation rates do not spoil the inclination before and after them")
  func missingRates() throws {
    var motion = Self.motion(rateHz: 200, seconds: 60, bias: bias)
    let missing = 4_000..<5_000
    for index in missing { motion.rates[index] = SIMD3(repeating: .nan) }
    let smoothed = OrientationSmoother(rateHz: 200).orientations(
      rotationRate: motion.rates, acceleration: motion.accelerations)
    let tilts = smoothed.indices.map { tilt(smoothed[$0], motion.truth[$0]) }
    let worst = (before: tilts[..<missing.lowerBound].max() ?? 0, after: tilts[missing.upperBound...].max() ?? 0)
    // As at the start of a recording.
    #expect(worst.before < 2 && worst.after < 2, "\(worst)")
  }

  @Test("A damaged rate ends in an estimate", arguments: [0, 1e-300, 1e25, .infinity, .nan])
  func damagedRate(rateHz: Double) {
    var filter = OrientationFilter(rateHz: rateHz)
    #expect(filter.update(rotationRate: [1, 2, 3], acceleration: [0, 0, -1]).length.isFinite)
    let smoothed = OrientationSmoother(rateHz: rateHz).orientations(
      rotationRate: [[1, 2, 3], [1, 2, 3]], acceleration: [[0, 0, -1], [0, 0, -1]])
    #expect(smoothed.allSatisfy { $0.length.isFinite })
  }

  private let bias = SIMD3(0.012, -0.008, 0.006)

  @Test(
    "At every rate the inclination is within a degree after a minute, and that of the smoother within 1.5 degrees",
    arguments: [50.0, 100, 200, 400, 800, 2000])
  func rates(rateHz: Double) throws {
    let motion = Self.motion(rateHz: rateHz, seconds: 90, bias: bias)
    var filter = OrientationFilter(rateHz: rateHz)
    var worst = 0.0
    for index in motion.rates.indices {
      let estimate = filter.update(rotationRate: motion.rates[index], acceleration: motion.accelerations[index])
      if Double(index) > 60 * rateHz { worst = max(worst, tilt(estimate, motion.truth[index])) }
    }
    #expect(worst < 1)
    let smoothed = OrientationSmoother(rateHz: rateHz).orientations(
      rotationRate: motion.rates, acceleration: motion.accelerations)
    #expect(zip(smoothed, motion.truth).allSatisfy { tilt($0, $1) < 1.5 })
  }

  @Test("The bias is found in motion")
  func biasInMotion() {
    let motion = Self.motion(rateHz: 200, seconds: 120, bias: bias)
    var filter = OrientationFilter(rateHz: 200)
    for index in motion.rates.indices {
      filter.update(rotationRate: motion.rates[index], acceleration: motion.accelerations[index])
    }
    #expect(!filter.isAtRest)
    let error = filter.bias - bias
    #expect(dot(error, error).squareRoot() < 0.0015)
  }

  @Test("The bias is found at rest, and kept over a gap")
  func biasAtRest() {
    var filter = OrientationFilter(rateHz: 100)
    for _ in 0..<1000 { filter.update(rotationRate: bias, acceleration: [0.6, 0, -0.8]) }
    #expect(filter.isAtRest)
    let known = filter.bias
    #expect(dot(known - bias, known - bias).squareRoot() < 0.0005)
    filter.restart()
    #expect(filter.bias == known && !filter.isAtRest && !filter.isLevelled)
    let orientation = filter.update(rotationRate: bias, acceleration: [0, -0.6, -0.8])
    #expect(filter.isLevelled)
    let down = orientation.rotate([0, -0.6, -0.8])
    #expect(abs(down.z + 1) < 1e-9)
  }

  @Test("A constant rotation about a horizontal axis is that of the formula")
  func constantRotation() {
    var filter = OrientationFilter(rateHz: 500)
    let axis = SIMD3(0.8, 0.6, 0)
    var worst = 0.0
    for index in 1...5000 {
      // From rest, in which the first acceleration points down along the z axis.
      let truth = Quaternion(angle: 3 * Double(index - 1) / 500, about: axis)
      let estimate = filter.update(
        rotationRate: index == 1 ? .zero : 3 * axis, acceleration: truth.conjugate.rotate([0, 0, -1]))
      worst = max(worst, tilt(estimate, truth))
    }
    #expect(worst < 1e-6)
  }

  @Test("A missing acceleration changes nothing, and a missing rate repeats the last one")
  func missing() {
    let motion = Self.motion(rateHz: 200, seconds: 60, bias: .zero)
    let nothing = SIMD3<Double>(repeating: .nan)
    var worst = 0.0
    var filter = OrientationFilter(rateHz: 200)
    for index in motion.rates.indices {
      let isMissing = index % 50 == 7
      let estimate = filter.update(
        rotationRate: isMissing ? nothing : motion.rates[index],
        acceleration: index % 20 < 3 ? nothing : motion.accelerations[index])
      if index > 8000 { worst = max(worst, tilt(estimate, motion.truth[index])) }
    }
    #expect(worst < 1.5)
  }

  @Test("After many missing rates the inclination is that of the next acceleration")
  func longMissing() {
    var filter = OrientationFilter(rateHz: 100)
    for _ in 0..<500 { filter.update(rotationRate: .zero, acceleration: [0, 0, -1]) }
    for _ in 0..<50 { filter.update(rotationRate: SIMD3(repeating: .nan), acceleration: SIMD3(repeating: .nan)) }
    let estimate = filter.update(rotationRate: .zero, acceleration: [1, 0, 0])
    #expect(abs(estimate.rotate([1, 0, 0]).z + 1) < 1e-9)
  }

  @Test("The smoother restarts at a gap, and keeps the bias")
  func smootherOverGap() {
    let first = Self.motion(rateHz: 100, seconds: 60, bias: bias)
    let smoothed = OrientationSmoother(rateHz: 100).orientations(
      rotationRate: first.rates + first.rates.suffix(1000),
      acceleration: first.accelerations + first.accelerations.suffix(1000),
      segments: [0..<6000, 6000..<7000])
    #expect(zip(smoothed, first.truth + first.truth.suffix(1000)).allSatisfy { tilt($0, $1) < 3 })
  }
}
