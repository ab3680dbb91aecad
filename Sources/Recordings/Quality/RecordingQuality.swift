import SPSignals

/// The quality of a recording: timestamps, values and conventions of all its streams.
///
/// Every stream is read once from front to end, a block at a time, so memory does not grow with the recording. A
/// result that cannot be determined, because a stream, rows or motion are missing, is nil.
package struct RecordingQuality: Equatable, Sendable, Encodable {
  /// The streams, by name.
  package var streams: [StreamQuality]
  /// How the accelerometer agrees with the device motion; nil if unknown, or values were not read.
  package var acceleration: AccelerationAgreement?
  /// Statements of the recording that its data contradict; empty if values were not read.
  package var contradictions: [Contradiction]

  /// Measures a recording.
  ///
  /// - Parameters:
  ///   - recording: The recording, which is read once, and short windows of it a second time.
  ///   - readingValues: Whether the values are read too. Timestamps alone take a fraction of the time.
  /// - Throws: `RecordingError` for timestamps that are not finite or data that the layout does not allow,
  ///   `HDF5Error` for data that cannot be read, and `CancellationError`.
  package init(of recording: Recording, readingValues: Bool = true) throws {
    streams = try recording.streams.sorted { $0.key < $1.key }.map {
      try StreamQuality(of: $0.value, readingValues: readingValues)
    }
    acceleration = readingValues ? try recording.accelerationAgreement() : nil
    contradictions = readingValues ? try recording.contradictions() : []
    // A rotation rate in deg/s exceeds the limit of rad/s, and has its own contradiction.
    let units = Set(contradictions.filter { $0.kind == .rotationUnit }.map(\.stream))
    contradictions += streams.filter { !units.contains($0.name) }.flatMap(\.impossibleValues)
  }

  /// All faults, stream by stream; timestamps before values. Conventions that a contradiction explains are omitted.
  package var faults: [QualityFault] {
    let explained = Set(contradictions.compactMap(\.stream))
    var faults = streams.flatMap(\.faults).filter {
      $0.kind != .gravityConvention || !explained.contains($0.stream)
    }
    if let acceleration, acceleration.convention != .layout, explained.isEmpty {
      faults.append(
        QualityFault(
          kind: .accelerationConvention, stream: .deviceMotion, count: 1, text: acceleration.finding))
    }
    return faults
  }

  /// Encodes the streams, the conventions and the faults.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(streams, forKey: .streams)
    try container.encodeIfPresent(acceleration, forKey: .acceleration)
    try container.encode(contradictions, forKey: .contradictions)
    try container.encode(faults, forKey: .faults)
  }

  private enum CodingKeys: String, CodingKey {
    case streams
    case acceleration = "acceleration_agreement"
    case contradictions, faults
  }
}

extension StreamQuality {
  /// Datasets with values that no sensor measures.
  fileprivate var impossibleValues: [Contradiction] {
    datasets.compactMap { dataset in
      guard let limit = PhysicalLimit(of: dataset.name), let largest = dataset.largestMagnitude, largest > limit.value
      else { return nil }
      return Contradiction(
        .impossibleValues, of: name, limit.doubt(largest: largest, dataset.unit),
        evidence: "in at least one row", advice: "look for damage, or for another unit")
    }
  }
}
