import SPSignals

/// The orientation of the head at a sample.
package struct HeadPose: Hashable, Sendable {
  /// Timestamp of the sample, in s.
  package var time: Double
  /// Rotation from the reference, in its frame, of length 1 and with a scalar of at least 0; nil without a reference.
  package var relative: Quaternion?
  /// Yaw, pitch and roll of `relative`, in rad.
  package var angles: EulerAngles?
  /// The earbud.
  package var location: BudLocation
  /// Number of the stretch of samples that it belongs to, from 0.
  package var connection: Int
  /// How certain the reference is.
  package var reference: ReferenceState
}

/// A pose as stored: 32 bytes, from which a row is made on request.
package struct StoredPose: BitwiseCopyable, Sendable {
  var time: Double
  var scalar, x, y, z: Float
  var connection: UInt32
  /// The earbud in the two lowest bits, the state of the reference above them.
  var code: UInt8

  init(time: Double, _ joined: JoinedSample) {
    self.time = time
    let q = joined.attitude
    (scalar, x, y, z) = (Float(q.scalar), Float(q.vector.x), Float(q.vector.y), Float(q.vector.z))
    connection = UInt32(clamping: joined.connection)
    code = joined.location.rawValue | joined.reference.rawValue << 2
  }
}

/// Stores poses that are too many for memory: a day at 10 poses a second takes 28 MB.
package protocol PoseStore: Sendable {
  /// Takes the next poses.
  func append(_ poses: [StoredPose]) throws
  /// Returns the poses of a range, counted from the first one taken.
  func read(_ range: Range<Int>) throws -> [StoredPose]
}

/// The poses that were kept, in order of time.
package struct PoseRecords: Sendable {
  /// The number of poses held in memory before they are moved to the store.
  static let held = 1 << 14

  private let store: (any PoseStore)?
  private var storedCount = 0
  private var latest: [StoredPose] = []
  /// The attitude of the reference pose; nil without a reference.
  var reference: Quaternion?

  init(store: (any PoseStore)?) { self.store = store }

  /// The number of poses.
  package var count: Int { storedCount + latest.count }

  /// The poses of a range of positions.
  /// - Throws: the errors of the store.
  package func read(_ range: Range<Int>) throws -> [HeadPose] {
    let stored = range.clamped(to: 0..<storedCount)
    let held = range.clamped(to: storedCount..<max(storedCount, range.upperBound))
    let put = stored.isEmpty ? [] : try store?.read(stored) ?? []
    return (put + latest[held.lowerBound - storedCount..<held.upperBound - storedCount]).map(pose)
  }

  private func pose(_ stored: StoredPose) -> HeadPose {
    let vector = SIMD3<Double>(Double(stored.x), Double(stored.y), Double(stored.z))
    let attitude = Quaternion(scalar: Double(stored.scalar), vector: vector)
    let relative = reference.flatMap { ($0.conjugate * attitude).normalized?.canonical }
    return HeadPose(
      time: stored.time, relative: relative, angles: relative.map { EulerAngles($0) },
      location: BudLocation(rawValue: stored.code & 3) ?? .default, connection: Int(stored.connection),
      reference: ReferenceState(rawValue: stored.code >> 2) ?? .start)
  }

  mutating func append(time: Double, _ joined: JoinedSample) { latest.append(StoredPose(time: time, joined)) }

  /// Moves poses to the store, once there are many.
  mutating func putAway() throws {
    guard let store, latest.count >= Self.held else { return }
    try store.append(latest)
    storedCount += latest.count
    latest.removeAll(keepingCapacity: true)
  }
}

/// Keeps poses at a rate: the first sample at or after each multiple of the interval since its stretch began,
/// unchanged.
struct PoseTrack: Sendable {
  /// Poses per second; 0 for all, nil for none.
  let rateHz: Double?
  private(set) var records: PoseRecords
  private var start = 0.0
  private var next = 0.0

  init(rateHz: Double?, store: (any PoseStore)?) {
    self.rateHz = rateHz
    records = PoseRecords(store: store)
  }

  /// Moves poses that are too many for memory to the store.
  mutating func putAway() throws { try records.putAway() }

  mutating func take(time: Double, _ joined: JoinedSample) {
    guard let rateHz else { return }
    if let begins = joined.begins, begins != .handover {
      start = time
      next = 0
    }
    // Timestamps err by far less than a thousandth of a step.
    let place = (time - start) * rateHz
    guard rateHz == 0 || place >= next - 1e-3 || joined.begins != nil else { return }
    records.append(time: time, joined)
    next = max(next, (place + 1e-3).rounded(.down) + 1)
  }
}
