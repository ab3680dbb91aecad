import Signals

extension Recording {
  /// How late the stamps of the device motion are against those of the accelerometer.
  ///
  /// What an accelerometer measures is gravity plus user acceleration, so the two streams of a watch tell their offset:
  /// see `OffsetEstimator`.
  /// - Returns: nil where it cannot be told, for want of a stream, of gravity or user acceleration, or of motion.
  /// - Throws: ``RecordingError`` or `HDF5Error` where the streams cannot be read.
  public func motionOffset() throws -> OffsetEstimate? {
    guard let accelerometer = streams[.accelerometer], accelerometer.datasetNames.contains("acceleration"),
      let names = streams[.deviceMotion]?.datasetNames, names.contains("user_acceleration"),
      names.contains("gravity") || names.contains("attitude")
    else { return nil }
    let motion = try gravity().adding(triaxial("user_acceleration", of: .deviceMotion))
    return try OffsetEstimator().offset(of: motion, against: triaxial("acceleration", of: .accelerometer))
  }
}
