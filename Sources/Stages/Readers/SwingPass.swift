import Files
import Parallel
import Recordings
import Signals
import Swings

/// The one pass over a recording's acceleration and device motion, and all that is measured on the way.
///
/// Stages say what they need before it begins. It is `@unchecked Sendable` because the stages of one run work one after
/// another.
final class SwingPass: StreamConsumer, @unchecked Sendable {
  /// The acceleration, and the device motion where it is complete.
  let selections: [StreamSelection]
  private let feed: RecordingFeed
  /// Where they are in the feed.
  let places: Range<Int>
  private let hasMotion: Bool
  private let layout: MotionLayout
  private let derivesGravity: Bool
  private var measurements: [SwingMeasurement] = []
  private var engines: [SwingEngine] = []

  /// What is known of the acceleration ahead.
  let accelerationPrologue: Prologue
  /// How late the timestamps of the device motion are, in s, as far as that is corrected.
  private let correctedS: Double
  /// The same with what was measured ahead of the pass; nil where that was not asked for.
  private var measuredAhead: MotionOffset?

  /// Prepares a pass over a recording with acceleration.
  ///
  /// - Parameters:
  ///   - hasMotion: whether its device motion is complete.
  ///   - options: say what is done about timestamps of the device motion that are late.
  /// - Throws: what looking at datasets and timestamps throws.
  init(_ pass: RecordingPass, hasMotion: Bool, _ options: HDF5ReaderOptions) throws {
    var selections = [StreamSelection(.accelerometer, ["acceleration"])]
    let names = pass.recording.streams[.deviceMotion]?.datasetNames ?? []
    layout = MotionLayout(
      hasUserAcceleration: names.contains("user_acceleration"), hasAttitude: names.contains("attitude"))
    derivesGravity = !names.contains("gravity")
    if hasMotion {
      let wanted = ["rotation_rate", "gravity", "user_acceleration", "attitude"]
      selections.append(StreamSelection(.deviceMotion, wanted.filter(names.contains)))
    }
    self.hasMotion = hasMotion
    self.selections = selections
    feed = pass.feed
    places = try pass.select(selections)
    accelerationPrologue = try feed.prologue(of: places.lowerBound)
    guard hasMotion, options.correctMotionOffset else {
      correctedS = options.motionOffsetS
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
  func measure(_ rules: SwingRules) -> SwingMeasurement {
    let measurement = SwingMeasurement(rules, in: self)
    measurements.append(measurement)
    return measurement
  }

  /// Whether anything is to be measured, so that the samples have to pass.
  var isNeeded: Bool { !measurements.isEmpty }

  /// Whether the device motion passes, too.
  var passesMotion: Bool { hasMotion && measurements.contains { $0.rules.starts != nil } }

  /// Makes the engines, once all has been asked for, and leaves out what nobody measures.
  func begin(_ feed: RecordingFeed, at places: Range<Int>) throws {
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
  func consume(_ block: SampleBlock, of place: Int) throws {
    let stream = place == 0 ? SwingEngine.Stream.acceleration : .motion
    var block = block
    if stream == .motion, derivesGravity {
      block = block.insertingGravity(fromAttitudeAt: block.channels.count - 4)
    }
    for engine in engines { try engine.consume(block, of: stream) }
  }

  /// Has measured what was still open at the end of a stream.
  func end(of place: Int) throws {
    for engine in engines { try engine.end(place == 0 ? .acceleration : .motion) }
  }

  /// Decides on what was measured.
  func finish() throws {
    for (engine, measurement) in zip(engines, measurements) { measurement.findings = try engine.finish() }
  }

  private var motionPlace: Int { places.lowerBound + 1 }

  /// When the acceleration was sampled, once it has passed.
  func accelerationTimes() throws -> TimeBase? {
    try engines.first?.ring(of: .acceleration).map { try feed.keepTimestamps($0, at: places.lowerBound) }
  }

  /// When the device motion was sampled, its offset corrected.
  func motionTimes() throws -> TimeBase? {
    guard passesMotion else { return nil }
    return try engines.first?.ring(of: .motion).map { try feed.keepTimestamps($0, at: motionPlace) }
  }

  /// How late the timestamps of the device motion are, and what was subtracted from them; nil where there is no motion.
  ///
  /// - Throws: as the initialiser, where the motion has not passed.
  func motionOffset() throws -> MotionOffset? {
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
  var missingSampleCount: Int { feed.missingRowCount(of: "acceleration", at: places.lowerBound) }
}

/// What stages have measured on a recording as its samples pass, by rules to which each stage adds its own.
///
/// It is `@unchecked Sendable` for the reason that ``SwingPass`` is.
final class SwingMeasurement: @unchecked Sendable {
  private(set) var rules: SwingRules
  /// What was found; nil before the samples have passed. Stages let go of what they have decided on.
  var findings: SwingFindings?
  /// The pass, which keeps its measurements and is kept by the run itself.
  unowned let pass: SwingPass

  fileprivate init(_ rules: SwingRules, in pass: SwingPass) {
    self.rules = rules
    self.pass = pass
  }

  /// The measurement with one rule more: this one, or another where a stage has said so already, as each decides for
  /// itself.
  func adding<Rule>(_ rule: WritableKeyPath<SwingRules, Rule?>, _ value: Rule) -> SwingMeasurement {
    if rules[keyPath: rule] == nil {
      rules[keyPath: rule] = value
      return self
    }
    var others = rules
    others[keyPath: rule] = value
    return pass.measure(others)
  }

  /// Has the features of every impact measured, too.
  func measureImpacts() { rules.measuresImpacts = true }

  /// Has the features of every swing measured, too.
  func measureSwings() { rules.measuresSwings = true }
}

/// A filter over the acceleration, before the samples pass.
struct FilterPreparation: Sendable {
  let pass: SwingPass
  let design: KaiserHighPass
}
