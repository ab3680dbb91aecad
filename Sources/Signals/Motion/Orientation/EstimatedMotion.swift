import Synchronization

extension MotionSignals {
  /// Gravity, user acceleration and attitude estimated from signals of rotation rate and acceleration, for pictures and
  /// exports. A run uses `OrientationStream`.
  ///
  /// Reading the first sample computes all estimates in a pass over both signals. The estimates then stay in memory: 40
  /// bytes per sample.
  ///
  /// - Parameters:
  ///   - rotationRate: in rad/s.
  ///   - acceleration: in g, gravity included.
  package convenience init(
    estimatedFrom rotationRate: Triaxial, _ acceleration: Triaxial,
    settings: OrientationSettings = OrientationSettings()
  ) {
    let estimates = MotionEstimates(rotationRate, acceleration, settings)
    func signals(_ channels: Range<Int>) -> [any Signal] {
      channels.map { channel in
        EstimatedSignal(
          estimates: estimates, channel: channel, timeBase: rotationRate.timeBase,
          unit: OrientationStream.units[channel])
      }
    }
    let (gravity, user, attitude) = (signals(3..<6), signals(6..<9), signals(9..<13))
    self.init(
      rotationRate: rotationRate, gravity: Triaxial(x: gravity[0], y: gravity[1], z: gravity[2]),
      userAcceleration: Triaxial(x: user[0], y: user[1], z: user[2]),
      attitude: Attitude(w: attitude[0], x: attitude[1], y: attitude[2], z: attitude[3]))
  }
}

/// The estimates over whole signals, computed when they are first needed.
private final class MotionEstimates: Sendable {
  private let rotationRate, acceleration: Triaxial
  private let settings: OrientationSettings
  private let held = Mutex<[[Float]]?>(nil)

  init(_ rotationRate: Triaxial, _ acceleration: Triaxial, _ settings: OrientationSettings) {
    (self.rotationRate, self.acceleration, self.settings) = (rotationRate, acceleration, settings)
  }

  func samples(of channel: Int, _ range: Range<Int>) throws -> ArraySlice<Float> {
    try held.withLock { held in
      let channels = try held ?? estimated()
      held = channels
      return channels[channel - 3][range]
    }
  }

  /// The channels after the rotation rate.
  private func estimated() throws -> [[Float]] {
    let replay = SignalReplay()
    let (rates, accelerations) = (replay.add(rotationRate.axes), replay.add(acceleration.axes))
    let stream = OrientationStream.add(motion: rates, acceleration: accelerations, settings: settings)
    var channels = [[Float]](repeating: [], count: OrientationStream.units.count - 3)
    stream.read { block in
      for channel in channels.indices { channels[channel] += block.values(of: channel + 3) }
    }
    try replay.run()
    return channels
  }
}

private struct EstimatedSignal: Signal {
  let estimates: MotionEstimates
  let channel: Int
  let timeBase: TimeBase
  let unit: Unit

  var count: Int { timeBase.count }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    for (place, value) in try estimates.samples(of: channel, range).enumerated() { samples[place] = value }
  }
}
