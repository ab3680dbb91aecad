import Foundation
import SPRecordings
import Testing

@testable import SPSimulation

struct KinematicsTests {
  /// yaw 0.9 + 2 t - 10 t^2, pitch -0.4 - 1.5 t + 17.5 t^2, roll 0.6 + 3 t + 5 t^2 at t = 0. SciPy's
  /// Rotation.from_euler("ZYX"): quaternion and gravity directly, rate from the rotation between t = -10 and +10 us, user
  /// acceleration from fourth-order differences of the sensor's place.
  @Test func `attitude, gravity, rate and acceleration agree with SciPy`() {
    let state = WristState(
      angle: SIMD3(0.9, -0.4, 0.6), rate: SIMD3(2, -1.5, 3), acceleration: SIMD3(-20, 35, 10))
    let motion = state.bodyMotion(pivot: SIMD3(0.5, 0.1, -0.05))
    let attitude = SIMD4(0.8175454709745797, 0.34335077, -0.04492247, 0.46012131)
    #expect(largest(state.attitude - attitude) < 1e-7)
    #expect(largest(motion.gravity - SIMD3(-0.38941834, -0.52007016, -0.76018444)) < 1e-7)
    #expect(largest(motion.rotationRate - SIMD3(3.77883668, -0.1978631, 2.3673326)) < 1e-6)
    #expect(largest(motion.userAcceleration - SIMD3(-0.10772995, -2.01480284, -0.69589382)) < 1e-5)
    #expect(abs(state.rotationAlongGravity - -3.1682550278525885) < 1e-6)
  }

  @Test(arguments: [MotionChannel.yaw, .pitch, .roll])
  func `a pulse's rate and acceleration are its angle's derivatives`(channel: MotionChannel) {
    let pulse = RatePulse(channel: channel, startS: 0.1, riseS: 0.2, holdS: 0.15, fallS: 0.3, rate: 7)
    #expect(pulse.value(at: 0.1).angle == 0)
    #expect(pulse.value(at: 1).angle == pulse.area)
    #expect(abs(pulse.area - 7 * (0.1 + 0.15 + 0.15)) < 1e-12)
    for step in 0..<80 {
      let time = 0.0513 + 0.01 * Double(step)
      let (before, here, after) = (
        pulse.value(at: time - 1e-5), pulse.value(at: time), pulse.value(at: time + 1e-5)
      )
      #expect(abs((after.angle - before.angle) / 2e-5 - here.rate) < 1e-5)
      #expect(abs((after.rate - before.rate) / 2e-5 - here.acceleration) < 1e-2)
    }
  }

  @Test func `walking sways and its rate and acceleration are the angle's derivatives`() {
    let walk = Walk(
      startS: 1, lengthS: 4, stepHz: 2, sway: SIMD3(0.1, -0.05, 0.08), stepG: 0.3)
    func state(_ time: Double) -> WristState {
      var state = WristState(angle: .zero)
      walk.add(to: &state, at: time)
      return state
    }
    var fastest = 0.0
    var highest = 0.0
    for step in 0..<500 {
      let time = 0.9503 + 0.0084 * Double(step)
      let (before, here, after) = (state(time - 1e-5), state(time), state(time + 1e-5))
      #expect(largest((after.angle - before.angle) / 2e-5 - here.rate) < 1e-5)
      #expect(largest((after.rate - before.rate) / 2e-5 - here.acceleration) < 2e-2)
      fastest = max(fastest, abs(here.rate.x))
      highest = max(highest, here.lift)
    }
    #expect(abs(fastest - 2 * Double.pi * 2 * 0.1) < 0.05)
    #expect((0.3...0.45).contains(highest))
  }

  @Test(arguments: Sport.allCases)
  func `gravity is the attitude's inverse applied to down`(sport: Sport) throws {
    let motion = try SimulatedSession(SimulationSettings(sport: sport, seed: 4)).allMotion
    var worst = 0.0
    var worstStep = 0.0
    for row in motion.time.indices {
      let q = (0..<4).map { Double(motion.attitude[4 * row + $0]) }
      // The third row of the rotation matrix of a unit quaternion, negated.
      let down = SIMD3(
        -2 * (q[1] * q[3] - q[0] * q[2]), -2 * (q[2] * q[3] + q[0] * q[1]),
        -(1 - 2 * (q[1] * q[1] + q[2] * q[2])))
      let gravity = SIMD3((0..<3).map { Double(motion.gravity[3 * row + $0]) })
      worst = max(worst, largest(gravity - down))
      guard row > 0 else { continue }
      let product = (0..<4).reduce(0.0) { $0 + q[$1] * Double(motion.attitude[4 * (row - 1) + $1]) }
      worstStep = max(worstStep, 1 - product)
    }
    #expect(worst < 1e-5)
    // Neighbouring quaternions lie on the same side: no sign flips.
    #expect(worstStep < 0.05)
  }

  @Test func `rotation rate is the attitude's derivative`() throws {
    let motion = try SimulatedSession(quietSettings(.tennis, seed: 2)).allMotion
    func quaternion(_ row: Int) -> (Double, SIMD3<Double>) {
      let q = (0..<4).map { Double(motion.attitude[4 * row + $0]) }
      return (q[0], SIMD3(q[1], q[2], q[3]))
    }
    var worst = 0.0
    for row in 1..<motion.time.count - 1 {
      let (w0, v0) = quaternion(row - 1)
      let (w1, v1) = quaternion(row + 1)
      // The vector part of conj(q0) q1; its length is the sine of half the angle turned.
      let turned = w0 * v1 - w1 * v0 - cross(v0, v1)
      let sine = (turned * turned).sum().squareRoot()
      let rate = turned * (sine > 0 ? 2 * asin(min(1, sine)) / sine : 2) / (2 * 0.004_988)
      let given = SIMD3((0..<3).map { Double(motion.rotationRate[3 * row + $0]) })
      worst = max(worst, largest(rate - given))
    }
    // Central differences over 10 ms leave a sixth of the second derivative of the rate times 25e-6 s^2.
    #expect(worst < 0.25)
  }

  @Test func `accelerometer is gravity plus user acceleration away from shocks`() throws {
    var settings = quietSettings(.baseball, seed: 6)
    settings.durationS = 30
    let session = try SimulatedSession(settings)
    let acceleration = session.allAcceleration
    let motion = session.allMotion
    let shocks = session.shockTimes
    var row = 0
    var compared = 0
    var worst = 0.0
    for sample in acceleration.time.indices {
      let time = acceleration.time[sample]
      while row + 2 < motion.time.count, motion.time[row + 1] <= time { row += 1 }
      // 0.3 s: the longest decay of a shock, ten times over.
      guard motion.time[row] <= time, !shocks.contains(where: { time > $0 - 0.01 && time < $0 + 0.3 }) else { continue }
      let fraction = (time - motion.time[row]) / (motion.time[row + 1] - motion.time[row])
      for axis in 0..<3 {
        let sums = [row, row + 1].map { Double(motion.gravity[3 * $0 + axis] + motion.userAcceleration[3 * $0 + axis]) }
        let sum = sums[0] + fraction * (sums[1] - sums[0])
        worst = max(worst, abs(Double(acceleration.acceleration[3 * sample + axis]) - sum))
      }
      compared += 1
    }
    #expect(compared > 8000)
    #expect(worst < 0.06)
  }

  @Test func `a still wrist reads the unit gravity vector`() throws {
    var settings = quietSettings(.cricket)
    settings.swingsPerMinute = 0
    settings.distractorsPerMinute = 0
    settings.practicePerMinute = 0
    let session = try SimulatedSession(settings)
    // The first second is always at rest.
    let values = session.acceleration(0..<700).acceleration
    var worst: Float = 0
    for row in 0..<700 {
      let gravity = SIMD3(values[3 * row], values[3 * row + 1], values[3 * row + 2])
      worst = max(worst, abs((gravity * gravity).sum().squareRoot() - 1))
    }
    #expect(worst < 0.06)
  }
}

func largest(_ value: SIMD3<Double>) -> Double { max(abs(value.x), abs(value.y), abs(value.z)) }

func largest(_ value: SIMD4<Double>) -> Double { (0..<4).map { abs(value[$0]) }.max() ?? 0 }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
