import Motion

/// Where the head was turned at a sample.
public struct HeadPose: Hashable, Sendable {
  /// Stamp of the sample, in s.
  public var time: Double
  /// Rotation from the reference, told in its frame, of length 1 and with a scalar of at least 0; nil without a reference.
  public var relative: Quaternion?
  /// Yaw, pitch and roll of ``relative``, in rad.
  public var angles: EulerAngles?
  /// The bud.
  public var location: BudLocation
  /// Number of the stretch of samples that it belongs to, from 0.
  public var connection: Int
  /// How far the reference can be trusted.
  public var reference: ReferenceState
}

/// The poses that were kept, 30 bytes each: rows are made of them when they are asked for.
public struct PoseRecords: Sendable {
  private var times: [Double] = []
  private var attitudes: [SIMD4<Float>] = []
  private var connections: [UInt32] = []
  private var codes: [UInt8] = []
  /// The attitude that poses are told against; nil where there is none.
  var reference: Quaternion?

  /// The number of poses.
  public var count: Int { times.count }

  /// The pose of a position, in order of time.
  public subscript(position: Int) -> HeadPose {
    let stored = SIMD4<Double>(attitudes[position])
    let attitude = Quaternion(scalar: stored.w, vector: SIMD3(stored.x, stored.y, stored.z))
    let relative = reference.flatMap { ($0.conjugate * attitude).normalized?.canonical }
    return HeadPose(
      time: times[position], relative: relative, angles: relative.map { EulerAngles($0) },
      location: BudLocation(rawValue: codes[position] & 3) ?? .default, connection: Int(connections[position]),
      reference: ReferenceState(rawValue: codes[position] >> 2) ?? .start)
  }

  mutating func append(time: Double, _ joined: JoinedSample) {
    times.append(time)
    let q = joined.attitude
    attitudes.append(SIMD4<Float>(SIMD4(q.vector.x, q.vector.y, q.vector.z, q.scalar)))
    connections.append(UInt32(clamping: joined.connection))
    codes.append(joined.location.rawValue | joined.reference.rawValue << 2)
  }
}

/// Keeps poses at a rate: the first sample at or after each multiple of the step since its stretch began, as it is.
struct PoseTrack: Sendable {
  /// Poses a second; 0 for all, nil for none.
  let rateHz: Double?
  private(set) var records = PoseRecords()
  private var start = 0.0
  private var next = 0.0

  init(rateHz: Double?) { self.rateHz = rateHz }

  mutating func take(time: Double, _ joined: JoinedSample) {
    guard let rateHz else { return }
    if let begins = joined.begins, begins != .handover {
      start = time
      next = 0
    }
    // Stamps err by far less than a thousandth of a step.
    let place = (time - start) * rateHz
    guard rateHz == 0 || place >= next - 1e-3 || joined.begins != nil else { return }
    records.append(time: time, joined)
    next = max(next, (place + 1e-3).rounded(.down) + 1)
  }
}
