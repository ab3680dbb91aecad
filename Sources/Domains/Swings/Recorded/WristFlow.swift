import SPBasics
import SPRecordings
import SPSignals

/// The acceleration and the device motion of a recording as they pass, for a graph that works on them.
///
/// It decodes only streams that a node uses, and checks the timestamps of both streams as they pass.
package final class WristFlow: StreamConsumer {
  /// The acceleration, and the device motion if it is complete.
  package let selections: [StreamSelection]
  /// The graph.
  package let flow = Dataflow { SpareWorkers.current != nil }
  private let feed: RecordingFeed
  private let path: String
  /// Their positions in the feed.
  private let places: Range<Int>
  private let layout: MotionLayout
  private let derivesGravity: Bool
  /// Whether gravity and attitude are estimated from the rotation rate and the acceleration, since neither was
  /// recorded.
  package let estimatesGravity: Bool
  private var heldAcceleration: SourceWindow?
  private var heldMotion: MotionWindow?
  /// The stream of the rotation rate, from which the device motion is computed if gravity is estimated.
  private var rotationRate: FlowStream?
  private var offset: OffsetTrack?
  /// The correction, in s, which is subtracted from the timestamps of the device motion.
  package let correctedS: Double
  /// The correction, with the offset measured before the pass; nil if that was not requested.
  private var measuredAhead: MotionOffset?

  /// Adds the streams of a wrist to a pass.
  ///
  /// - Parameters:
  ///   - hasMotion: whether to read its device motion; the initialiser throws if datasets of the device motion are
  ///     missing.
  ///   - correction: how late timestamps of the device motion are corrected.
  /// - Throws: `RecordingError` for a missing dataset, and the errors of reading timestamps.
  package init(
    _ pass: RecordingPass, hasAcceleration: Bool = true, hasMotion: Bool, _ correction: MotionOffsetCorrection
  ) throws {
    let names = pass.recording.streams[.deviceMotion]?.datasetNames ?? []
    estimatesGravity = hasMotion && hasAcceleration && pass.recording.needsGravity
    layout =
      estimatesGravity
      ? MotionLayout()
      : MotionLayout(
        hasUserAcceleration: names.contains("user_acceleration"), hasAttitude: names.contains("attitude"))
    derivesGravity = !names.contains("gravity") && !estimatesGravity
    var selections = hasAcceleration ? [StreamSelection(.accelerometer, ["acceleration"])] : []
    if hasMotion {
      let gravity = names.contains("attitude") && derivesGravity ? [] : ["gravity"]
      let others = ["user_acceleration", "attitude"].filter(names.contains)
      selections.append(
        StreamSelection(.deviceMotion, ["rotation_rate"] + (estimatesGravity ? [] : gravity + others)))
    }
    self.selections = selections
    (feed, path) = (pass.feed, pass.recording.path)
    places = try pass.select(selections)
    if hasAcceleration { _ = try feed.prologue(of: places.lowerBound) }
    guard case .measured = correction, hasMotion, hasAcceleration else {
      correctedS = if case .known(let seconds) = correction { seconds } else { 0 }
      pass.add(self, at: places)
      return
    }
    // Only a correction is needed in advance; otherwise the offset is measured during the pass.
    let estimate = try Self.offset(in: feed, at: places, givenS: 0)
    correctedS = estimate.flatMap { $0.isReliable ? $0.seconds : nil } ?? 0
    measuredAhead = MotionOffset(estimate: estimate, correctedS: correctedS)
    pass.add(self, at: places)
  }

  /// A sentence for users of results with estimated gravity.
  package static let estimateSentence =
    "device_motion: gravity and attitude were not recorded; they are estimated from rotation rate and acceleration "
    + "(swingpipe import --estimate-gravity uses the whole recording, which is better for short ones)"

  private func place(of stream: StreamName) -> Int? {
    selections.firstIndex { $0.name == stream }.map { places.lowerBound + $0 }
  }

  /// The acceleration, whose samples pass from now on.
  /// - Throws: `RecordingError` if the recording has no acceleration.
  package func acceleration() throws -> SourceWindow {
    if let heldAcceleration { return heldAcceleration }
    guard let place = place(of: .accelerometer) else { throw RecordingError(path: path, "has no acceleration") }
    let units = [Unit](repeating: .g, count: 3)
    let window = SourceWindow(flow.addStream(units: units, try feed.prologue(of: place)))
    heldAcceleration = window
    return window
  }

  /// The device motion, whose samples pass from now on.
  /// - Throws: `RecordingError` if the recording has no device motion.
  package func motion() throws -> MotionWindow {
    if let heldMotion { return heldMotion }
    guard let place = place(of: .deviceMotion) else { throw RecordingError(path: path, "has no device motion") }
    let prologue = try feed.prologue(of: place)
    if estimatesGravity {
      let rates = flow.addStream(units: Array(layout.units[..<3]), prologue, shiftS: -correctedS)
      rotationRate = rates
      let window = MotionWindow(OrientationStream.add(motion: rates, acceleration: try acceleration().stream), layout)
      heldMotion = window
      return window
    }
    // A sample of device motion is as much work as four samples of acceleration.
    let window = MotionWindow(flow.addStream(units: layout.units, prologue, shiftS: -correctedS, weight: 4), layout)
    heldMotion = window
    return window
  }

  /// How late the timestamps of the device motion are, from a few stretches of both streams.
  ///
  /// The stages that need samples report samples that cannot be read. For the offset, such samples only leave it
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

  // MARK: StreamConsumer

  /// Decides how the offset is measured. Of streams that no node uses, only timestamps are decoded.
  package func begin(_ feed: RecordingFeed, at places: Range<Int>) throws {
    if measuredAhead == nil, let heldAcceleration, heldAcceleration.stream.keepsWindow, let heldMotion,
      layout.hasUserAcceleration, !estimatesGravity, let place = place(of: .deviceMotion)
    {
      offset = OffsetTrack(
        heldMotion, delayed: try feed.prologue(of: place).shifted(bySeconds: -correctedS), against: heldAcceleration)
    } else if selections.count == 2 {
      _ = try motionOffset()
    }
    for (place, window) in zip(places, streams) {
      try feed.scan(place)
      if window == nil { feed.passTimesOnly(place) }
    }
    feed.reachS = max(feed.reachS, flow.reachS)
  }

  /// The streams of the graph, in the order of the selections.
  private var streams: [FlowStream?] {
    selections.map { $0.name == .accelerometer ? heldAcceleration?.stream : rotationRate ?? heldMotion?.stream }
  }

  /// Passes on a block of samples.
  package func consume(_ block: SampleBlock, of place: Int) throws {
    guard let stream = streams[place] else { return }
    let lacksGravity = derivesGravity && selections[place].name == .deviceMotion
    try flow.take(
      .samples(
        lacksGravity ? block.insertingGravity(fromAttitudeAt: block.channels.count - 4) : block, of: stream.number))
  }

  package func beginStretches(of places: [Int]) throws {
    let stepped = places.compactMap { streams[$0]?.number }
    if !stepped.isEmpty { try flow.take(.stretches(stepped)) }
  }

  /// Completes the work that needs a stream up to its end.
  package func end(of place: Int) throws {
    if let stream = streams[place] { try flow.take(.end(stream.number)) }
  }

  /// Measures the last candidates.
  package func finish() throws { try flow.finish() }

  // MARK: Facts

  /// The time base of a stream, once it has passed; nil if it has not.
  package func times(of stream: StreamName) throws -> TimeBase? {
    try place(of: stream).flatMap { try feed.keepTimestamps(at: $0) }
  }

  /// The offset of the device motion, and its correction; nil for a recording without device motion.
  ///
  /// - Throws: the errors of the initialiser, if the motion has not passed.
  package func motionOffset() throws -> MotionOffset? {
    guard place(of: .deviceMotion) != nil else { return nil }
    if let measuredAhead { return measuredAhead }
    if let offset { return MotionOffset(estimate: offset.estimate, correctedS: correctedS) }
    guard selections.count == 2 else { return MotionOffset(estimate: nil, correctedS: correctedS) }
    let measured = MotionOffset(
      estimate: try Self.offset(in: feed, at: places, givenS: correctedS), correctedS: correctedS)
    measuredAhead = measured
    return measured
  }

  /// The number of missing samples of the acceleration.
  package var missingSampleCount: Int { feed.missingRowCount(of: "acceleration", at: places.lowerBound) }
}
