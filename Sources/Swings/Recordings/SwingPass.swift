import Files
import Parallel
import Recordings
import Signals

/// The pass over a recording's acceleration and device motion, with all measurements made on the way.
///
/// Stages state their needs before it begins. It is `@unchecked Sendable` because the stages of one run run one after
/// another.
package final class SwingPass: StreamConsumer, @unchecked Sendable {
  /// The acceleration, and the device motion where it is complete.
  package let selections: [StreamSelection]
  private unowned let recordingPass: RecordingPass
  private let feed: RecordingFeed
  /// Their positions in the feed.
  package let places: Range<Int>
  private let hasMotion: Bool
  private let layout: MotionLayout
  private let derivesGravity: Bool
  private var measurements: [SwingMeasurement] = []
  private var engines: [SwingEngine] = []

  /// The prologue of the acceleration: what is known of it before the pass.
  package let accelerationPrologue: Prologue
  /// What is subtracted from the timestamps of the device motion, in s.
  private let correctedS: Double
  /// The same with the offset measured before the pass; nil if that was not requested.
  private var measuredAhead: MotionOffset?

  /// Prepares a pass over a recording with acceleration.
  ///
  /// - Parameters:
  ///   - hasMotion: whether to read its device motion; the initialiser throws if datasets of it are missing.
  ///   - correction: how late timestamps of the device motion are corrected.
  /// - Throws: `RecordingError` for a missing dataset, and the errors of reading timestamps.
  package init(_ pass: RecordingPass, hasMotion: Bool, _ correction: MotionOffsetCorrection) throws {
    var selections = [StreamSelection(.accelerometer, ["acceleration"])]
    let names = pass.recording.streams[.deviceMotion]?.datasetNames ?? []
    layout = MotionLayout(
      hasUserAcceleration: names.contains("user_acceleration"), hasAttitude: names.contains("attitude"))
    derivesGravity = !names.contains("gravity")
    if hasMotion {
      let gravity = names.contains("attitude") && !names.contains("gravity") ? [] : ["gravity"]
      let others = ["user_acceleration", "attitude"].filter(names.contains)
      selections.append(StreamSelection(.deviceMotion, ["rotation_rate"] + gravity + others))
    }
    self.hasMotion = hasMotion
    self.selections = selections
    recordingPass = pass
    feed = pass.feed
    places = try pass.select(selections)
    accelerationPrologue = try feed.prologue(of: places.lowerBound)
    if case .known(let seconds) = correction {
      correctedS = seconds
      return
    }
    guard hasMotion else {
      correctedS = 0
      return
    }
    // Only a correction is needed in advance; otherwise the offset is measured during the pass.
    let estimate = try Self.offset(in: feed, at: places, givenS: 0)
    correctedS = estimate.flatMap { $0.isReliable ? $0.seconds : nil } ?? 0
    measuredAhead = MotionOffset(estimate: estimate, correctedS: correctedS)
  }

  /// How late the timestamps of the device motion are, from a few stretches of both streams.
  ///
  /// Samples that cannot be read are reported by the stages that need them; here they leave the offset
  /// unknown.
  /// - Throws: `CancellationError`, or an error that may be temporary.
  private static func offset(in feed: RecordingFeed, at places: Range<Int>, givenS: Double) throws -> OffsetEstimate? {
    do {
      return try feed.motionOffset(of: places.lowerBound + 1, against: places.lowerBound, givenS: givenS)
    } catch let error as CancellationError {
      throw error
    } catch let error where isWorthRetrying(error) {
      // Otherwise a temporary fault of the disk would change the results.
      throw error
    } catch {
      return nil
    }
  }

  /// The pass over the recording, which owns this one; nil if timestamps of a stream pass uncorrected.
  ///
  /// - Parameter stream: the stream that is measured.
  package func recordingPass(of stream: StreamName) -> RecordingPass? {
    stream == .deviceMotion && correctedS != 0 ? nil : recordingPass
  }

  /// Adds a measurement with some rules.
  package func measure(_ rules: SwingRules) -> SwingMeasurement {
    let measurement = SwingMeasurement(rules, in: self)
    measurements.append(measurement)
    return measurement
  }

  /// Whether there is anything to measure, so that the samples have to pass.
  package var isNeeded: Bool { !measurements.isEmpty }

  /// Whether the device motion passes, too.
  package var passesMotion: Bool { hasMotion && measurements.contains { $0.rules.starts != nil } }

  /// Makes the engines, once all requests are known, and leaves out unused streams.
  package func begin(_ feed: RecordingFeed, at places: Range<Int>) throws {
    guard isNeeded else { return places.forEach(feed.leaveOut) }
    // Impacts alone need no motion, and must not fail because of it.
    if hasMotion, !passesMotion {
      _ = try motionOffset()
      feed.leaveOut(motionPlace)
    }
    let motion = passesMotion ? try feed.prologue(of: motionPlace) : nil
    engines = try measurements.map {
      try SwingEngine(
        $0.rules, acceleration: accelerationPrologue, motion: motion, motionOffsetS: correctedS, layout: layout)
    }
  }

  /// Measures a block of samples.
  package func consume(_ block: SampleBlock, of place: Int) throws {
    let stream = place == 0 ? SwingEngine.Stream.acceleration : .motion
    var block = block
    if stream == .motion, derivesGravity {
      block = block.insertingGravity(fromAttitudeAt: block.channels.count - 4)
    }
    for engine in engines { try engine.consume(block, of: stream) }
  }

  /// Finishes the measurements at the end of a stream.
  package func end(of place: Int) throws {
    for engine in engines { try engine.end(place == 0 ? .acceleration : .motion) }
  }

  /// Makes the final decisions.
  package func finish() throws {
    for (engine, measurement) in zip(engines, measurements) { measurement.findings = try engine.finish() }
  }

  private var motionPlace: Int { places.lowerBound + 1 }

  /// The time base of the acceleration, once it has passed.
  package func accelerationTimes() throws -> TimeBase? {
    try engines.first?.ring(of: .acceleration).map { try feed.keepTimestamps($0, at: places.lowerBound) }
  }

  /// The time base of the device motion, with its offset corrected.
  package func motionTimes() throws -> TimeBase? {
    guard passesMotion else { return nil }
    return try engines.first?.ring(of: .motion).map { try feed.keepTimestamps($0, at: motionPlace) }
  }

  /// How late the timestamps of the device motion are, and the correction; nil if there is no motion.
  ///
  /// - Throws: the errors of the initialiser, if the motion has not passed.
  package func motionOffset() throws -> MotionOffset? {
    guard hasMotion else { return nil }
    if let measuredAhead { return measuredAhead }
    if passesMotion, let engine = engines.first {
      return MotionOffset(estimate: engine.motionOffset, correctedS: correctedS)
    }
    let measured = MotionOffset(
      estimate: try Self.offset(in: feed, at: places, givenS: correctedS), correctedS: correctedS)
    measuredAhead = measured
    return measured
  }

  /// The number of missing samples of the acceleration.
  package var missingSampleCount: Int { feed.missingRowCount(of: "acceleration", at: places.lowerBound) }
}

/// Measurements of stages during the pass over a recording; each stage adds its own rules.
///
/// It is `@unchecked Sendable` for the same reason as ``SwingPass``.
package final class SwingMeasurement: @unchecked Sendable {
  package private(set) var rules: SwingRules
  /// The findings; nil before the samples have passed. Stages drop the parts that they have used.
  package var findings: SwingFindings?
  /// The pass, which owns its measurements and is owned by the run itself.
  package unowned let pass: SwingPass

  fileprivate init(_ rules: SwingRules, in pass: SwingPass) {
    self.rules = rules
    self.pass = pass
  }

  /// The measurement with one more rule: this object, or a new one if a stage has already set that rule.
  package func adding<Rule>(_ rule: WritableKeyPath<SwingRules, Rule?>, _ value: Rule) -> SwingMeasurement {
    if rules[keyPath: rule] == nil {
      rules[keyPath: rule] = value
      return self
    }
    var others = rules
    others[keyPath: rule] = value
    return pass.measure(others)
  }

  /// Requests the features of every impact, too.
  package func measureImpacts() { rules.measuresImpacts = true }

  /// Requests the features of every swing, too.
  package func measureSwings() { rules.measuresSwings = true }
}
