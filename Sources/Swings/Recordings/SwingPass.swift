import Files
import Parallel
import Recordings
import Signals

/// The one pass over a recording's acceleration and device motion, and all that is measured on the way.
///
/// Stages say what they need before it begins. It is `@unchecked Sendable` because the stages of one run work one after
/// another.
package final class SwingPass: StreamConsumer, @unchecked Sendable {
  /// The acceleration, and the device motion where it is complete.
  package let selections: [StreamSelection]
  private let feed: RecordingFeed
  /// Where they are in the feed.
  package let places: Range<Int>
  private let hasMotion: Bool
  private let layout: MotionLayout
  private let derivesGravity: Bool
  private var measurements: [SwingMeasurement] = []
  private var engines: [SwingEngine] = []

  /// What is known of the acceleration ahead.
  package let accelerationPrologue: Prologue
  /// How late the timestamps of the device motion are, in s, as far as that is corrected.
  private let correctedS: Double
  /// The same with what was measured ahead of the pass; nil where that was not asked for.
  private var measuredAhead: MotionOffset?

  /// Prepares a pass over a recording with acceleration.
  ///
  /// - Parameters:
  ///   - hasMotion: whether its device motion is complete; where it is asked for and is not, the initialiser throws.
  ///   - correction: what is done about timestamps of the device motion that are late.
  /// - Throws: `RecordingError` for a dataset that is missing, and what looking at timestamps throws.
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
    // Only a correction has to be known ahead; else the offset is told from what passes.
    let estimate = try Self.offset(in: feed, at: places, givenS: 0)
    correctedS = estimate.flatMap { $0.isReliable ? $0.seconds : nil } ?? 0
    measuredAhead = MotionOffset(estimate: estimate, correctedS: correctedS)
  }

  /// How late the timestamps of the device motion are, from a few stretches of both streams.
  ///
  /// Samples that cannot be read are told by the stages that need them; here they leave the offset unknown.
  /// - Throws: `CancellationError`, or an error that another try may well not meet.
  private static func offset(in feed: RecordingFeed, at places: Range<Int>, givenS: Double) throws -> OffsetEstimate? {
    do {
      return try feed.motionOffset(of: places.lowerBound + 1, against: places.lowerBound, givenS: givenS)
    } catch let error as CancellationError {
      throw error
    } catch let error where isWorthRetrying(error) {
      // Else a disk that fails for a moment would change the results.
      throw error
    } catch {
      return nil
    }
  }

  /// Adds what is to be measured by some rules.
  package func measure(_ rules: SwingRules) -> SwingMeasurement {
    let measurement = SwingMeasurement(rules, in: self)
    measurements.append(measurement)
    return measurement
  }

  /// Whether anything is to be measured, so that the samples have to pass.
  package var isNeeded: Bool { !measurements.isEmpty }

  /// Whether the device motion passes, too.
  package var passesMotion: Bool { hasMotion && measurements.contains { $0.rules.starts != nil } }

  /// Makes the engines, once all has been asked for, and leaves out what nobody measures.
  package func begin(_ feed: RecordingFeed, at places: Range<Int>) throws {
    guard isNeeded else { return places.forEach(feed.leaveOut) }
    // Impacts alone need no motion, and are not to fail on it.
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

  /// Has the samples measured.
  package func consume(_ block: SampleBlock, of place: Int) throws {
    let stream = place == 0 ? SwingEngine.Stream.acceleration : .motion
    var block = block
    if stream == .motion, derivesGravity {
      block = block.insertingGravity(fromAttitudeAt: block.channels.count - 4)
    }
    for engine in engines { try engine.consume(block, of: stream) }
  }

  /// Has measured what was still open at the end of a stream.
  package func end(of place: Int) throws {
    for engine in engines { try engine.end(place == 0 ? .acceleration : .motion) }
  }

  /// Decides on what was measured.
  package func finish() throws {
    for (engine, measurement) in zip(engines, measurements) { measurement.findings = try engine.finish() }
  }

  private var motionPlace: Int { places.lowerBound + 1 }

  /// When the acceleration was sampled, once it has passed.
  package func accelerationTimes() throws -> TimeBase? {
    try engines.first?.ring(of: .acceleration).map { try feed.keepTimestamps($0, at: places.lowerBound) }
  }

  /// When the device motion was sampled, its offset corrected.
  package func motionTimes() throws -> TimeBase? {
    guard passesMotion else { return nil }
    return try engines.first?.ring(of: .motion).map { try feed.keepTimestamps($0, at: motionPlace) }
  }

  /// How late the timestamps of the device motion are, and what was subtracted from them; nil where there is no motion.
  ///
  /// - Throws: as the initialiser, where the motion has not passed.
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

  /// How many samples of the acceleration are missing.
  package var missingSampleCount: Int { feed.missingRowCount(of: "acceleration", at: places.lowerBound) }
}

/// What stages have measured on a recording as its samples pass, by rules to which each stage adds its own.
///
/// It is `@unchecked Sendable` for the reason that ``SwingPass`` is.
package final class SwingMeasurement: @unchecked Sendable {
  package private(set) var rules: SwingRules
  /// What was found; nil before the samples have passed. Stages let go of what they have decided on.
  package var findings: SwingFindings?
  /// The pass, which keeps its measurements and is kept by the run itself.
  package unowned let pass: SwingPass

  fileprivate init(_ rules: SwingRules, in pass: SwingPass) {
    self.rules = rules
    self.pass = pass
  }

  /// The measurement with one rule more: this one, or another where a stage has said so already, as each decides for
  /// itself.
  package func adding<Rule>(_ rule: WritableKeyPath<SwingRules, Rule?>, _ value: Rule) -> SwingMeasurement {
    if rules[keyPath: rule] == nil {
      rules[keyPath: rule] = value
      return self
    }
    var others = rules
    others[keyPath: rule] = value
    return pass.measure(others)
  }

  /// Has the features of every impact measured, too.
  package func measureImpacts() { rules.measuresImpacts = true }

  /// Has the features of every swing measured, too.
  package func measureSwings() { rules.measuresSwings = true }
}
