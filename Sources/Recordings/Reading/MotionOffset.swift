import SPSignals

/// The offset between the timestamps of the device motion and the accelerometer, and its correction.
public struct MotionOffset: Hashable, Sendable {
  /// The delay of the device motion as recorded; nil if unknown.
  public var estimate: OffsetEstimate?
  /// The part of the delay that was subtracted from the timestamps, in s.
  public var correctedS: Double

  /// Makes a record.
  public init(estimate: OffsetEstimate?, correctedS: Double) {
    self.estimate = estimate
    self.correctedS = correctedS
  }

  /// The record with an additional part of the delay, which was subtracted before.
  package func added(_ seconds: Double) -> MotionOffset {
    guard seconds != 0 else { return self }
    var offset = self
    offset.estimate?.seconds += seconds
    offset.correctedS += seconds
    return offset
  }
}

/// How timestamps of the device motion are corrected if they are later than the accelerometer's.
public enum MotionOffsetCorrection: Hashable, Sendable {
  /// The allowed offsets, in s.
  package static let rangeS = -10.0...10

  /// Keeps the timestamps as recorded.
  public static let none = MotionOffsetCorrection.known(seconds: 0)
  /// Subtracts this many seconds, within `rangeS`. The number is negative if the device motion is early.
  case known(seconds: Double)
  /// Measures the offset before any sample is processed, and subtracts it if it is reliable.
  case measured
}

extension Recording {
  /// The delay of the device motion's timestamps, compared with the accelerometer's timestamps.
  ///
  /// An accelerometer measures gravity plus user acceleration, so comparing the two streams of a watch gives their
  /// offset: see `OffsetEstimator`.
  /// - Returns: nil if unknown, because a stream, gravity, user acceleration or motion is missing.
  /// - Throws: `RecordingError` or `HDF5Error` if the streams cannot be read.
  package func motionOffset() throws -> OffsetEstimate? {
    guard let streams = try accelerationStreams() else { return nil }
    return try OffsetEstimator().offset(of: streams.motion(), against: streams.acceleration)
  }

  /// The two measurements of the wrist's acceleration; nil if a stream, gravity or user acceleration is missing.
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

  /// The accelerometer's expected reading in a convention, on the timestamps of the device motion.
  func motion(_ convention: AccelerationConvention = .layout) throws(SignalError) -> Triaxial {
    try gravity.adding(userAcceleration, signs: convention.signs)
  }
}

extension RecordingFeed {
  /// The delay of the device motion's timestamps, measured on a few short blocks that are read before the pass.
  ///
  /// `WristFlow` calls it if the offset is to be corrected. The pass reuses the decoded blocks, so hardly any row is
  /// decoded twice.
  ///
  /// - Parameters:
  ///   - motion: the position of the device motion among the selections.
  ///   - acceleration: the position of the acceleration.
  ///   - givenS: the known part of the delay, in s. The search starts from it.
  /// - Returns: nil if unknown, because gravity, user acceleration or motion is missing.
  /// - Throws: the errors of decoding.
  package func motionOffset(of motion: Int, against acceleration: Int, givenS: Double = 0) throws -> OffsetEstimate? {
    let names = selections[motion].datasets
    let hasGravity = names.contains("gravity")
    guard names.contains("user_acceleration"), hasGravity || names.contains("attitude") else { return nil }
    let (delayed, reference) = (
      try prologue(of: motion).shifted(bySeconds: -givenS), try prologue(of: acceleration)
    )
    guard var stretches = OffsetStretches(OffsetEstimator(), delayed: delayed, reference: reference) else { return nil }
    let accelerationRing = StreamRing(units: [Unit](repeating: .g, count: 3), prologue: reference)
    let motionRing = StreamRing(
      units: [Unit](repeating: .g, count: 6) + [Unit](repeating: .dimensionless, count: hasGravity ? 0 : 4),
      prologue: delayed, shiftS: -givenS)
    while let interval = stretches.nextInterval {
      var block = try samples(
        at: motion, of: ["user_acceleration", hasGravity ? "gravity" : "attitude"],
        in: interval.lowerBound + givenS...interval.upperBound + givenS)
      if !hasGravity { block = block.insertingGravity(fromAttitudeAt: 3) }
      let isHeld = [
        try motionRing.hold(block),
        try accelerationRing.hold(samples(at: acceleration, of: ["acceleration"], in: interval)),
      ]
      guard isHeld == [true, true] else {
        stretches.skip()
        continue
      }
      try stretches.measureNext(
        delayed: motionRing.triaxial(from: 3).adding(motionRing.triaxial(from: 0)),
        reference: accelerationRing.triaxial(from: 0))
    }
    return stretches.estimate.map {
      OffsetEstimate(seconds: $0.seconds + givenS, correlation: $0.correlation, spread: $0.spread)
    }
  }
}

extension StreamRing {
  /// Holds only this block, in which the clock must not go back.
  ///
  /// - Returns: whether it is held; false if it is empty or its clock goes back.
  fileprivate func hold(_ block: SampleBlock) throws -> Bool {
    restart()
    var (block, scan) = (block, StreamScan(prologue))
    guard block.count > 0, try scan.mark(&block).isEmpty else { return false }
    append(block)
    return true
  }
}
