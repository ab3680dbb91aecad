import Foundation
import Testing

@testable import SPSignals

/// A sensor that turns about a fixed point, 0.35 m away, in bursts about changing axes.
private struct TurningSensor {
  static let arm = SIMD3(0.1, -0.3, 0.15)

  /// The rotation rate in the device's frame, in rad/s, at a time in s.
  static func rate(_ time: Double) -> SIMD3<Double> {
    let burst = 6 * exp(-pow((time.truncatingRemainder(dividingBy: 2.7) - 1.2) / 0.15, 2))
    return SIMD3(burst * sin(1.3 * time), burst * cos(0.7 * time), 0.5 * burst + 0.3 * sin(2 * time))
  }

  /// Rotation, gravity and acceleration at a rate, integrated from rest.
  static func samples(rateHz: Double, lengthS: Double) -> (TimedVectors, TimedVectors, TimedVectors) {
    let (fine, count) = (8, Int(lengthS * rateHz))
    let step = 1 / rateHz / Double(fine)
    var (gravity, times) = (SIMD3(0.0, 0, -1), [Double]())
    var (rates, gravities, accelerations) = ([SIMD3<Double>](), [SIMD3<Double>](), [SIMD3<Double>]())
    for index in 0..<count * fine {
      let time = Double(index) * step
      let rate = rate(time)
      if index.isMultiple(of: fine) {
        let angular = (Self.rate(time + 1e-4) - Self.rate(time - 1e-4)) / 2e-4
        times.append(time)
        rates.append(rate)
        gravities.append(gravity)
        accelerations.append(gravity + (angular.cross(arm) + rate.cross(rate.cross(arm))) / 9.80665)
      }
      gravity = (gravity + gravity.cross(rate) * step).unit
    }
    func vectors(_ values: [SIMD3<Double>]) -> TimedVectors {
      TimedVectors(times: times, values: values) ?? { preconditionFailure("times ascend") }()
    }
    return (vectors(rates), vectors(gravities), vectors(accelerations))
  }
}

/// Lag of a motion against an accelerometer, from rotation and gravity.
struct RigidMotionLagTests {
  private func estimate(lateS: Double, rateHz: Double = 100, clockS: Double = 0) -> RigidMotionLag.Estimate? {
    var (rotation, gravity, acceleration) = TurningSensor.samples(rateHz: rateHz, lengthS: 14)
    rotation.times = rotation.times.map { $0 + lateS }
    gravity.times = gravity.times.map { $0 + lateS }
    acceleration.times = acceleration.times.map { $0 }
    let stretch = RigidMotionLag.Stretch(
      startS: 4 + lateS, lengthS: 6, rotation: rotation, gravity: gravity, acceleration: acceleration)
    return RigidMotionLag.estimate([stretch], clockS: clockS)
  }

  @Test("A known lag is found within 5 ms, in both directions", arguments: [-2.5, -0.7, -0.15, 0, 0.15, 0.7, 2.5])
  func known(lateS: Double) throws {
    let found = try #require(estimate(lateS: lateS))
    #expect(abs(found.seconds - lateS) < 0.005)
    #expect(found.explained > 0.9)
    if abs(lateS) > 0.2 { #expect(found.explainedWithoutLag < found.explained - 0.15) }
    if lateS == 0 { #expect(found.explainedWithoutLag == found.explained) }
  }

  @Test("Two clocks that count from different moments are compared around their difference")
  func clocks() throws {
    let found = try #require(estimate(lateS: 1.7e9 + 0.3, clockS: 1.7e9))
    #expect(abs(found.seconds - 1.7e9 - 0.3) < 0.005)
  }

  @Test("A sensor at 50 Hz is enough")
  func slow() throws {
    #expect(abs(try #require(estimate(lateS: 0.7, rateHz: 50)).seconds - 0.7) < 0.01)
  }

  @Test("At rest, and without an acceleration, there is no estimate")
  func nothing() throws {
    let times = (0..<600).map { Double($0) / 100 }
    let rest = try #require(TimedVectors(times: times, values: times.map { _ in SIMD3.zero }))
    let gravity = try #require(TimedVectors(times: times, values: times.map { _ in SIMD3(0, 0, -1) }))
    let none = try #require(TimedVectors(times: [], values: []))
    for acceleration in [gravity, none] {
      let stretch = RigidMotionLag.Stretch(
        startS: 1, lengthS: 4, rotation: rest, gravity: gravity, acceleration: acceleration)
      #expect(RigidMotionLag.estimate([stretch]) == nil)
    }
  }

  @Test("A clock that goes back is no stretch")
  func backward() { #expect(TimedVectors(times: [1, 2, 1.5], values: [.zero, .zero, .zero]) == nil) }
}

/// Agreement of a rotation rate with the turning of gravity and attitude.
struct RotationAgreementTests {
  @Test(
    "Gravity that is integrated from the rate agrees with it; in deg/s the factor is pi / 180",
    arguments: [1, 180 / Double.pi, -1])
  func gravity(unit: Double) {
    let (rotation, gravity, _) = TurningSensor.samples(rateHz: 200, lengthS: 6)
    var agreement = RotationAgreement()
    for row in 0..<rotation.times.count - 1 {
      agreement.add(
        gravity: gravity.values[row], next: gravity.values[row + 1],
        rotation: (rotation.values[row] + rotation.values[row + 1]) / 2 * unit, intervalS: 1 / 200)
    }
    #expect(abs(agreement.factor * unit - 1) < 0.01)
    #expect(abs(agreement.correlation - (unit < 0 ? -1 : 1)) < 0.001)
  }

  @Test("The rotation between two attitudes is in the device's frame, whatever their signs", arguments: [1.0, -1])
  func attitude(sign: Double) {
    // A quarter turn about the device's z axis, after one about x.
    let half = 0.5.squareRoot()
    let first = SIMD4(half, half, 0, 0)
    let second = SIMD4(half * half, half * half, -half * half, half * half)
    var agreement = RotationAgreement()
    agreement.add(attitude: first, next: second * sign, rotation: SIMD3(0, 0, .pi / 2), intervalS: 1)
    #expect(abs(agreement.factor - 1) < 1e-9)
    #expect(abs(agreement.correlation - 1) < 1e-9)
  }
}
