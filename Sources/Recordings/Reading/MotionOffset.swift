import Signals

/// How the timestamps of the device motion lie against those of the accelerometer, and what was done about it.
public struct MotionOffset: Hashable, Sendable {
  /// How late they are as recorded; nil if unknown.
  public var estimate: OffsetEstimate?
  /// What was subtracted from them, in s.
  public var correctedS: Double

  /// Makes a record.
  public init(estimate: OffsetEstimate?, correctedS: Double) {
    self.estimate = estimate
    self.correctedS = correctedS
  }

  /// The record with a part of the delay that was subtracted before.
  package func added(_ seconds: Double) -> MotionOffset {
    guard seconds != 0 else { return self }
    var offset = self
    offset.estimate?.seconds += seconds
    offset.correctedS += seconds
    return offset
  }
}

/// What is done about timestamps of the device motion that are late against those of the accelerometer.
public enum MotionOffsetCorrection: Hashable, Sendable {
  /// The offsets that can be given, in s.
  public static let rangeS = -10.0...10

  /// They are taken as recorded.
  public static let none = MotionOffsetCorrection.known(seconds: 0)
  /// This many seconds are subtracted from them, within ``rangeS``; negative where they are early.
  case known(seconds: Double)
  /// The offset is measured ahead of the samples, and subtracted where it is reliable.
  case measured
}

extension Recording {
  /// How late the timestamps of the device motion are, compared with those of the accelerometer.
  ///
  /// An accelerometer measures gravity plus user acceleration, so comparing the two streams of a watch gives their
  /// offset: see `OffsetEstimator`.
  /// - Returns: nil if unknown, because a stream, gravity, user acceleration or motion is missing.
  /// - Throws: ``RecordingError`` or `HDF5Error` if the streams cannot be read.
  public func motionOffset() throws -> OffsetEstimate? {
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
  /// How late the timestamps of the device motion are, compared with those of the acceleration, from a few stretches
  /// read ahead of the pass. `WristFlow` uses it before the pass if the offset is to be corrected.
  ///
  /// The stretches decoded for it are kept for the pass, so that hardly anything is decoded twice.
  ///
  /// - Parameters:
  ///   - motion: the position of the device motion among the selections.
  ///   - acceleration: the position of the acceleration.
  ///   - givenS: the known part of the delay, in s: only the rest is looked for.
  /// - Returns: nil if unknown, because gravity, user acceleration or motion is missing.
  /// - Throws: what decoding throws.
  public func motionOffset(of motion: Int, against acceleration: Int, givenS: Double = 0) throws -> OffsetEstimate? {
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
