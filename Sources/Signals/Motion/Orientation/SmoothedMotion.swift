/// Gravity, user acceleration and attitude of a whole recording, which an `OrientationSmoother` estimates from rotation
/// rate and acceleration. They take 40 bytes per sample.
package struct SmoothedMotion: Sendable {
  /// Gravity in the device's frame, in g: x, y and z of each sample in turn.
  package private(set) var gravity: [Float] = []
  /// Acceleration without gravity in the device's frame, in g, in the same order.
  package private(set) var userAcceleration: [Float] = []
  /// Attitude that turns the device's frame into the world's: w, x, y and z of each sample in turn.
  package private(set) var attitude: [Float] = []

  /// Estimates from whole signals. A sample without a rotation rate has no estimate.
  ///
  /// - Parameters:
  ///   - rotationRate: in rad/s.
  ///   - acceleration: in g, gravity included.
  /// - Throws: the errors of the signals.
  package init(
    rotationRate: Triaxial, acceleration: Triaxial, settings: OrientationSettings = OrientationSettings()
  ) throws {
    let (rates, accelerations) = try Self.joined(rotationRate, acceleration)
    let orientations = OrientationSmoother(rateHz: rotationRate.timeBase.rate, settings: settings)
      .orientations(
        rotationRate: rates, acceleration: accelerations, segments: rotationRate.timeBase.segments.map(\.samples))
    gravity.reserveCapacity(3 * rates.count)
    userAcceleration.reserveCapacity(3 * rates.count)
    attitude.reserveCapacity(4 * rates.count)
    for (index, orientation) in orientations.enumerated() {
      let missing: Double = rates[index].isFinite ? 0 : .nan
      let down = orientation.conjugate.rotate([0, 0, -1]) + missing
      let user = accelerations[index] - down
      for axis in 0..<3 {
        gravity.append(Float(down[axis]))
        userAcceleration.append(Float(user[axis]))
      }
      attitude.append(Float(orientation.scalar + missing))
      for axis in 0..<3 { attitude.append(Float(orientation.vector[axis] + missing)) }
    }
  }

  /// The rotation rates, and the acceleration at each rotation rate, as an `OrientationStream` computes it.
  private static func joined(
    _ rotationRate: Triaxial, _ acceleration: Triaxial
  ) throws -> (rates: [SIMD3<Double>], accelerations: [SIMD3<Double>]) {
    let replay = SignalReplay()
    let (motion, accelerometer) = (replay.add(rotationRate.axes), replay.add(acceleration.axes))
    let stream = OrientationStream.add(motion: motion, acceleration: accelerometer)
    var (rates, accelerations): ([SIMD3<Double>], [SIMD3<Double>]) = ([], [])
    stream.read { block in
      for row in 0..<block.count {
        let values = block.sample(at: row).map(Double.init)
        rates.append(SIMD3(values[0], values[1], values[2]))
        // Gravity and user acceleration.
        accelerations.append(SIMD3(values[3] + values[6], values[4] + values[7], values[5] + values[8]))
      }
    }
    try replay.run()
    return (rates, accelerations)
  }
}
