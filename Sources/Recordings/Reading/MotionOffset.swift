import Signals

extension Recording {
  /// How late the stamps of the device motion are against those of the accelerometer.
  ///
  /// What an accelerometer measures is gravity plus user acceleration, so the two streams of a watch tell their offset:
  /// see `OffsetEstimator`.
  /// - Returns: nil where it cannot be told, for want of a stream, of gravity or user acceleration, or of motion.
  /// - Throws: ``RecordingError`` or `HDF5Error` where the streams cannot be read.
  public func motionOffset() throws -> OffsetEstimate? {
    guard let streams = try accelerationStreams() else { return nil }
    return try OffsetEstimator().offset(of: streams.motion(), against: streams.acceleration)
  }

  /// What measures the acceleration of the wrist twice; nil for want of a stream, of gravity or user acceleration.
  func accelerationStreams() throws -> AccelerationStreams? {
    guard let accelerometer = streams[.accelerometer], accelerometer.datasetNames.contains("acceleration"),
      let names = streams[.deviceMotion]?.datasetNames, names.contains("user_acceleration"),
      names.contains("gravity") || names.contains("attitude")
    else { return nil }
    return AccelerationStreams(
      acceleration: try triaxial("acceleration", of: .accelerometer), gravity: try gravity(),
      userAcceleration: try triaxial("user_acceleration", of: .deviceMotion))
  }
}

/// The accelerometer, and gravity and user acceleration of the device motion, in g.
struct AccelerationStreams {
  let acceleration: Triaxial
  let gravity: Triaxial
  let userAcceleration: Triaxial

  /// What the accelerometer reads by a convention, on the stamps of the device motion.
  func motion(_ convention: AccelerationConvention = .layout) -> Triaxial {
    func sum(_ axis: KeyPath<Triaxial, any Signal>) -> SignedSum {
      SignedSum(first: gravity[keyPath: axis], second: userAcceleration[keyPath: axis], signs: convention.signs)
    }
    return Triaxial(x: sum(\.x), y: sum(\.y), z: sum(\.z))
  }
}

/// The sum of two signals of one stream, each with a sign.
private struct SignedSum: Signal {
  let first: any Signal
  let second: any Signal
  let signs: (Float, Float)

  var count: Int { first.count }
  var timeBase: TimeBase { first.timeBase }
  var unit: Unit { first.unit }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try first.read(range, into: &samples)
    let others = try second.samples(range)
    for index in samples.indices { samples[index] = signs.0 * samples[index] + signs.1 * others[index] }
  }
}
