import SPSignals

/// One axis of gravity computed from an attitude: the attitude's inverse applied to (0, 0, -1), in g.
///
/// For a unit quaternion w, x, y, z that turns the device's frame into the world's, this is (2 (wy - xz), -2 (yz
/// + wx), 2 (x^2 + y^2) - 1); Kuipers, Quaternions and Rotation Sequences (1999), section 5.
struct AttitudeGravity: Signal {
  enum Axis { case x, y, z }

  /// The components w, x, y, z.
  let attitude: [any Signal]
  let axis: Axis

  var count: Int { attitude[0].count }
  var timeBase: TimeBase { attitude[0].timeBase }
  var unit: Unit { .g }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try SignalError.check(range, count: count, bufferCount: samples.count)
    let parts = try attitude.map { try $0.samples(range) }
    for index in samples.indices {
      samples[index] = Self.value(axis, parts[0][index], parts[1][index], parts[2][index], parts[3][index])
    }
  }

  /// An axis of gravity from the components w, x, y and z of one attitude.
  @inline(__always)
  static func value(_ axis: Axis, _ w: Float, _ x: Float, _ y: Float, _ z: Float) -> Float {
    // Dividing by the square of the norm corrects rounding. A quaternion of zeros, which marks a missing attitude,
    // gives NaN.
    let norm = w * w + x * x + y * y + z * z
    return switch axis {
    case .x: 2 * (w * y - x * z) / norm
    case .y: -2 * (y * z + w * x) / norm
    case .z: norm > 0 ? 2 * (x * x + y * y) / norm - 1 : .nan
    }
  }
}

extension Recording {
  /// Whether gravity and attitude of the device motion have to be estimated: both are missing, but a rotation rate and
  /// an acceleration are present.
  package var needsGravity: Bool {
    let names = streams[.deviceMotion]?.datasetNames ?? []
    return names.contains("rotation_rate") && !names.contains("gravity") && !names.contains("attitude")
      && streams[.accelerometer]?.datasetNames.contains("acceleration") ?? false
  }

  /// Gravity in the device's frame, in g: as recorded, or computed from the attitude if only that was
  /// recorded.
  /// - Throws: `RecordingError` if the stream has neither.
  public func gravity(of stream: StreamName = .deviceMotion) throws -> Triaxial {
    let datasets = try self.stream(stream).datasetNames
    guard !datasets.contains("gravity"), datasets.contains("attitude") else {
      return try triaxial("gravity", of: stream)
    }
    let attitude = try self.stream(stream).signals("attitude")
    return Triaxial(
      x: AttitudeGravity(attitude: attitude, axis: .x), y: AttitudeGravity(attitude: attitude, axis: .y),
      z: AttitudeGravity(attitude: attitude, axis: .z))
  }
}

extension SampleBlock {
  /// The block with gravity after the first three channels, from the attitude (w, x, y, z) that begins at a channel.
  package func insertingGravity(fromAttitudeAt first: Int) -> SampleBlock {
    let parts = (first..<first + 4).map(values)
    let axes = [AttitudeGravity.Axis.x, .y, .z].map { axis in
      Channel((0..<count).map { AttitudeGravity.value(axis, parts[0][$0], parts[1][$0], parts[2][$0], parts[3][$0]) })
    }
    var block = self
    block.channels = Array(channels[..<3]) + axes + channels[3...]
    return block
  }
}
