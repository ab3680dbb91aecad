import Motion
import Pipelines
import Recordings
import Signals
import Texts

extension MotionOffset {
  /// A larger offset than this, in s, is reported. It is a little more than half a sampling interval of device motion
  /// at 200 Hz, which is 2.5 ms.
  private static let noticeableS = 0.003

  /// Records the figures, and warns of a remaining offset.
  ///
  /// - Parameters:
  ///   - correction: what was to be done about the offset.
  ///   - device: the device of a session; nil for a single recording.
  func report(_ correction: MotionOffsetCorrection, of device: String?, to workspace: inout Workspace) {
    let prefix = device.map { "\($0)/" } ?? ""
    if let estimate {
      workspace.note("\(prefix)motion_offset_s", estimate.seconds)
      workspace.note("\(prefix)motion_offset_correlation", estimate.correlation)
    }
    if correctedS != 0 { workspace.note("\(prefix)motion_offset_corrected_s", correctedS) }
    guard let estimate, estimate.isReliable else {
      if correction == .measured {
        workspace.warn(
          "\(prefix)device_motion: the lag of its timestamps is not known, so nothing is corrected; estimating it takes "
            + "user_acceleration, and motion that both streams have")
      }
      return
    }
    let left = estimate.seconds - correctedS
    guard abs(left) > Self.noticeableS else { return }
    let after = correctedS == 0 ? "" : "after motion_offset_s (\(Self.ms(correctedS))) "
    let advice =
      correctedS == 0
      ? "\"correct_motion_offset\": true removes it"
      : "\"motion_offset_s\": \(String(printf: "%.4f", estimate.seconds)) would remove it"
    workspace.warn(
      "\(prefix)device_motion: \(after)its timestamps are \(Self.ms(abs(left))) \(left > 0 ? "late" : "early") against the "
        + "accelerometer's (correlation \(String(printf: "%.3f", estimate.correlation))), which makes times to contact "
        + "too \(left > 0 ? "short" : "long") by as much; \(advice)")
  }

  private static func ms(_ seconds: Double) -> String { String(printf: "%.1f ms", 1000 * seconds) }
}

extension MotionSignals {
  /// The same samples on another time base.
  func retimed(_ timeBase: TimeBase) -> MotionSignals {
    func retimed(_ signal: any Signal) -> any Signal { RetimedSignal(signal, timeBase: timeBase) }
    return MotionSignals(
      rotationRate: rotationRate.retimed(timeBase), gravity: gravity.retimed(timeBase),
      userAcceleration: userAcceleration?.retimed(timeBase),
      attitude: attitude.map {
        Attitude(w: retimed($0.w), x: retimed($0.x), y: retimed($0.y), z: retimed($0.z))
      })
  }
}
