import SPRecordings

/// Settings that turn a recording into the recording of a worse sensor.
///
/// The effects apply in the order of a sensor: values are clipped, a low-pass filter and a lower rate follow, samples
/// are lost, and the timestamps of the device motion are late. Equal settings make bit-identical copies of equal
/// recordings.
package struct Degradation: Sendable, Hashable {
  /// The rate of the accelerometer, in Hz, 1 to 100,000: every n-th sample is kept, with the nearest whole n.
  package var accelerationRateHz: Double?
  /// The rate of the device motion, in Hz, likewise.
  package var motionRateHz: Double?
  /// Whether samples are left out without a low-pass, so that frequencies above half the new rate are aliased.
  package var keepsAliases = false
  /// The accelerometer's range, in g, 0.1 to 1,000: values are limited to +- this.
  package var clipRangeG: Double?
  /// Fraction of the samples that are lost with their timestamps, 0 to 0.9. Each sample is lost independently.
  package var dropShare = 0.0
  /// How much later the timestamps of the device motion are, in s, -10 to 10.
  package var motionOffsetS = 0.0
  /// The seed for choosing the lost samples.
  package var seed: UInt64 = 1

  package init() {}

  /// Checks every setting against its range.
  ///
  /// - Throws: `SimulationError.settingOutOfRange` for the first setting out of range.
  package func validate() throws(SimulationError) {
    if let accelerationRateHz { try SimulationError.check(accelerationRateHz, "accelerationRateHz", 1...100_000) }
    if let motionRateHz { try SimulationError.check(motionRateHz, "motionRateHz", 1...100_000) }
    if let clipRangeG { try SimulationError.check(clipRangeG, "clipRangeG", 0.1...1000) }
    try SimulationError.check(dropShare, "dropShare", 0...0.9)
    try SimulationError.check(motionOffsetS, "motionOffsetS", -10...10)
  }

  /// The requested rate of a stream, in Hz.
  func wantedRateHz(of stream: StreamName) -> Double? {
    switch stream {
    case .accelerometer: accelerationRateHz
    case .deviceMotion: motionRateHz
    default: nil
    }
  }

  /// Whether a setting for this stream alone changes it.
  func changes(_ stream: StreamName) -> Bool {
    switch stream {
    case .accelerometer: accelerationRateHz != nil || clipRangeG != nil
    case .deviceMotion: motionRateHz != nil || motionOffsetS != 0
    default: false
    }
  }

  /// The beginning of the description in a copy's attribute `software`, which identifies copies.
  static let mark = "swingpipe degrade: "

  /// The changes to a recording's streams as text, with the resulting rates.
  func summary(of streams: [DegradedStream]) -> String {
    let sampling = keepsAliases ? " without low-pass" : ""
    var parts: [String] = []
    for stream in streams where wantedRateHz(of: stream.name) != nil {
      let words = stream.name == .accelerometer ? "acceleration" : "device motion"
      parts.append("\(words) at \((stream.rateHz * 100).rounded() / 100) Hz\(sampling)")
    }
    if let clipRangeG { parts.append("clipped at \(clipRangeG) g") }
    if dropShare > 0 { parts.append("\(100 * dropShare) % of the samples lost (seed \(seed))") }
    if motionOffsetS != 0 { parts.append("device motion \(motionOffsetS) s late") }
    return Self.mark + (parts.isEmpty ? "nothing" : parts.joined(separator: ", "))
  }
}
