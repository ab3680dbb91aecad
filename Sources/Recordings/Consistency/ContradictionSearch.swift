import SPBasics
import SPSignals

extension Recording {
  /// Statements of the recording that its own data, or physics, contradict.
  ///
  /// The search compares the streams in a few stretches, so its time does not grow with the recording. It checks the
  /// clocks and the delay of the device motion. It also checks the unit and direction of the rotation rate, the order
  /// and direction of the attitude, and the signs of gravity, acceleration and user acceleration. Attributes and labels
  /// are checked whole.
  ///
  /// - Throws: `CancellationError`, and the errors of reading the recording.
  package func contradictions() throws -> [Contradiction] {
    let names = [StreamName.accelerometer, .deviceMotion, .headphoneMotion]
    let vectors: Set = ["acceleration", "attitude", "rotation_rate", "gravity", "user_acceleration"]
    let selections = names.compactMap { name in
      streams[name].map { StreamSelection(name, $0.datasetNames.filter(vectors.contains)) }
    }
    return try ofDescription() + RecordingFeed(self, selections).contradictions()
  }

  /// The contradictions of attributes and labels. Labels that cannot be read are reported by the commands that need
  /// them.
  func ofDescription() throws -> [Contradiction] {
    let texts =
      [("recording_id", attributes.recordingID)]
      + RecordingAttributes.optional.compactMap { name, path in attributes[keyPath: path].map { (name, $0) } }
    let unprintable = texts.filter { $0.1.withoutControls != $0.1 }.map { name, text in
      Contradiction(
        .text, "the attribute \(name) is not a printable text", evidence: "\"\(text.withoutControls)\"",
        advice: "write the attribute anew")
    }
    do {
      return try unprintable + impossibleOrigin() + labelsOutside()
    } catch let error where error is CancellationError || isWorthRetrying(error) {
      throw error
    } catch {
      return unprintable
    }
  }

  /// The times that recordings can have, in s since 1970: the years 1980 to 2099.
  package static let possibleUnixS = 315_532_800.0..<4_102_444_800.0

  /// Timestamps that cannot count from the stated zero: the recording's date would be wrong.
  private func impossibleOrigin() throws -> [Contradiction] {
    guard attributes.timeOrigin == "unix" else { return [] }
    let starts = try streams.values.filter { $0.count > 0 }.compactMap { try $0.ends()?.lowerBound }
    guard let start = starts.min(), !Self.possibleUnixS.contains(start) else { return [] }
    return [
      Contradiction(
        .timeOrigin, "time_origin is unix, but the timestamps do not count from 1970",
        evidence: "they begin at \(short(start)) s",
        advice: "set time_origin to boot, or to start together with the attribute start_time")
    ]
  }

  /// How far outside of the recording a label may be, in s: some labels mark when the wearer set out or came to rest.
  private static let labelMarginS = 1.0

  private func labelsOutside() throws -> [Contradiction] {
    guard let labels = try annotations()?.labels, !labels.isEmpty else { return [] }
    let streams = streams.values.filter { $0.count > 0 }
    func outside(_ spans: [ClosedRange<Double>]) -> (labels: [Annotations.Label], span: ClosedRange<Double>)? {
      guard let first = spans.map(\.lowerBound).min(), let last = spans.map(\.upperBound).max() else { return nil }
      let found = labels.filter { !(first - Self.labelMarginS...last + Self.labelMarginS).contains($0.time) }
      return found.isEmpty ? nil : (found, first...last)
    }
    // All timestamps are scanned only if the first and the last raise a doubt.
    guard outside(try streams.compactMap { try $0.ends() }) != nil,
      let (found, span) = outside(try streams.compactMap { try $0.timeBase.span }), let one = found.first
    else { return [] }
    return [
      Contradiction(
        .labels, "\(counted(found.count, "label")) of \(labels.count) lie outside of the recording",
        evidence: "the first at \(short(one.time)) s; the recording is from \(short(span.lowerBound)) to "
          + "\(short(span.upperBound)) s",
        advice: "give the labels the clock of the streams")
    ]
  }
}

extension RecordingFeed {
  /// How many stretches of a motion are examined, evenly spaced, and how many of them, the most vigorous, are compared
  /// with the accelerometer at every lag.
  private static let (stretchCount, comparedCount) = (12, 4)
  /// The length of a stretch, in s, and the shortest length that is examined.
  private static let (stretchS, shortestS) = (6.0, 1.0)

  /// Statements about the passing streams that their own samples contradict: see ``Recording/contradictions()``.
  ///
  /// Blocks that are decoded for the search are kept for the pass.
  func contradictions() throws -> [Contradiction] {
    try [StreamName.deviceMotion, .headphoneMotion].flatMap { try contradictions(of: $0) }
  }

  private func contradictions(of motion: StreamName) throws -> [Contradiction] {
    let sources = self.sources(of: motion)
    guard let place = sources.values.first, let span = try prologue(of: place).spanS else { return [] }
    let reference = motion == .deviceMotion ? self.sources(of: .accelerometer)["acceleration"] : nil
    let referenceSpan: ClosedRange<Double>? = try reference.flatMap { place in try prologue(of: place).spanS }
    let isApart = referenceSpan.map { Self.distance(from: $0, to: span) > Self.shortestS } ?? false
    // Clocks that are apart are compared as if both had started together.
    let clockS = isApart ? span.lowerBound - (referenceSpan?.lowerBound ?? 0) : 0
    let moved = referenceSpan.map { $0.lowerBound + clockS...$0.upperBound + clockS } ?? span
    let common = moved.overlaps(span) ? span.clamped(to: moved) : span
    let stretches = try self.stretches(in: common, sources, at: place, reference, clockS: clockS)
    let evidence = MotionEvidence(stretches)
    let hasGravity = sources["gravity"] != nil
    let lag = try reference.flatMap { place in try self.lag(of: stretches, evidence, against: place, clockS: clockS) }
    var found: [Contradiction] = []
    if isApart, let referenceSpan {
      found.append(Self.clocksApart(span, referenceSpan, lag))
    } else if let lag, Self.isLate(lag) {
      found.append(Self.late(lag))
    }
    return found
      + MotionContradictions(stream: motion, evidence: evidence, hasGravity: hasGravity)
      .found(comparesAcceleration: reference != nil && found.isEmpty)
  }

  /// The time between two spans, in s; 0 if they overlap.
  private static func distance(from first: ClosedRange<Double>, to second: ClosedRange<Double>) -> Double {
    max(0, second.lowerBound - first.upperBound, first.lowerBound - second.upperBound)
  }

  /// The positions of the selections with the vectors of a stream, by dataset.
  private func sources(of stream: StreamName) -> [String: Int] {
    var sources: [String: Int] = [:]
    for (place, selection) in selections.enumerated() where selection.name == stream && !hasEnded(place) {
      for dataset in selection.datasets { sources[dataset] = sources[dataset] ?? place }
    }
    return sources
  }

  private func stretches(
    in span: ClosedRange<Double>, _ sources: [String: Int], at place: Int, _ reference: Int?, clockS: Double
  ) throws -> [MotionStretch] {
    let lengthS = min(Self.stretchS, span.upperBound - span.lowerBound)
    guard lengthS >= Self.shortestS else { return [] }
    let room = span.upperBound - span.lowerBound - lengthS
    let count = max(1, min(Self.stretchCount, Int(clamping: (room + lengthS) / lengthS)))
    let latest = span.upperBound - lengthS
    // The stretches are chosen by rows rather than by time, so that they contain samples even if the clock jumps.
    return try times(ofRows: count, at: place).compactMap { time in
      guard time >= span.lowerBound - lengthS, time <= span.upperBound else { return nil }
      return try stretch(
        from: min(max(time, span.lowerBound), latest), lengthS, sources, reference, clockS: clockS)
    }
  }

  /// The length of the margins on both sides of a stretch, in s, whose samples are needed for the means at its ends.
  private static let marginS = 0.1

  private func stretch(
    from startS: Double, _ lengthS: Double, _ sources: [String: Int], _ reference: Int?, clockS: Double
  ) throws -> MotionStretch? {
    let interval = startS - Self.marginS...startS + lengthS + Self.marginS
    func block(_ dataset: String) throws -> SampleBlock? {
      try sources[dataset].map { try samples(at: $0, of: [dataset], in: interval) }
    }
    func vectors(_ dataset: String) throws -> [SIMD3<Double>]? { try block(dataset)?.vectors }
    guard let any = sources.keys.sorted().first, let times = try block(any).map({ Array($0.times) }),
      zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 })
    else { return nil }
    var stretch = MotionStretch(startS: startS, lengthS: lengthS, times: times)
    stretch.rotation = try vectors("rotation_rate")
    stretch.gravity = try vectors("gravity")
    stretch.userAcceleration = try vectors("user_acceleration")
    stretch.attitude = try block("attitude")?.quaternions
    stretch.acceleration = try reference.flatMap {
      try acceleration(at: $0, from: startS - clockS - Self.marginS, to: startS - clockS + lengthS + Self.marginS)
    }
    return stretch
  }

  private func acceleration(at place: Int, from start: Double, to end: Double) throws -> TimedVectors? {
    let block = try samples(at: place, of: ["acceleration"], in: start...end)
    return TimedVectors(times: Array(block.times), values: block.vectors)
  }

  /// The lag of the most vigorous stretches; nil if it cannot be determined.
  private func lag(
    of stretches: [MotionStretch], _ evidence: MotionEvidence, against place: Int, clockS: Double
  ) throws -> RigidMotionLag.Estimate? {
    // Streams that agree without a shift have no lag.
    guard clockS != 0 || !evidence.isOnTime else { return nil }
    // Converts to rad/s, whatever unit the file has.
    let factor = evidence.rotation?.factor ?? 1
    let most = stretches.sorted { $0.vigour > $1.vigour }.prefix(Self.comparedCount).sorted { $0.startS < $1.startS }
    var prepared = try most.compactMap { stretch -> RigidMotionLag.Stretch? in
      guard let rotation = stretch.rotation,
        let gravity = stretch.gravity ?? stretch.attitude?.map(evidence.bestReading.gravity),
        let turning = TimedVectors(times: stretch.times, values: rotation.map { $0 * factor }),
        let falling = TimedVectors(times: stretch.times, values: gravity)
      else { return nil }
      let reachS = RigidMotionLag.largestS + Self.marginS
      let start = stretch.startS - clockS
      guard let around = try acceleration(at: place, from: start - reachS, to: start + stretch.lengthS + reachS) else {
        return nil
      }
      return RigidMotionLag.Stretch(
        startS: stretch.startS, lengthS: stretch.lengthS, rotation: turning, gravity: falling, acceleration: around)
    }
    let stated = RigidMotionLag.estimate(prepared, clockS: clockS)
    guard let stated, stated.explained < Self.leastExplained else { return stated }
    // A wrong sign of gravity or of the acceleration must not hide a lag.
    for place in prepared.indices { prepared[place].gravity.values = prepared[place].gravity.values.map { -$0 } }
    let opposite = RigidMotionLag.estimate(prepared, clockS: clockS)
    return opposite.flatMap { $0.explained > stated.explained ? $0 : nil } ?? stated
  }

  /// A lag is reported if it explains at least `leastExplained` of the acceleration's variance, and a lag of 0 explains
  /// at most `mostWithout` times as much. In 105 real and composed recordings whose streams are on time, a lag of 0
  /// explains at least 0.96 times as much whenever the best lag explains 0.4.
  private static let (leastExplained, mostWithout) = (0.4, 0.5)

  private static func isLate(_ lag: RigidMotionLag.Estimate) -> Bool {
    abs(lag.seconds) > RigidMotionLag.smallestS && lag.explained > leastExplained
      && lag.explainedWithoutLag < mostWithout * lag.explained
  }

  private static func late(_ lag: RigidMotionLag.Estimate) -> Contradiction {
    let side = lag.seconds > 0 ? "late" : "early"
    return Contradiction(
      .lateMotion, of: .deviceMotion,
      "its timestamps are \(short(abs(lag.seconds), digits: 2)) s \(side) against the accelerometer's",
      evidence: "its rotation explains \(percent(lag.explained)) of the acceleration with this shift, and "
        + "\(percent(max(0, lag.explainedWithoutLag))) without",
      corrections: RecordingCorrections(motionOffsetS: lag.seconds), isMeaningless: true)
  }

  private static func clocksApart(
    _ motion: ClosedRange<Double>, _ reference: ClosedRange<Double>, _ lag: RigidMotionLag.Estimate?
  ) -> Contradiction {
    let evidence =
      "device_motion is from \(short(motion.lowerBound)) to \(short(motion.upperBound)) s, accelerometer from "
      + "\(short(reference.lowerBound)) to \(short(reference.upperBound)) s"
    let known = lag.flatMap { $0.explained > leastExplained ? $0.seconds : nil }
    return Contradiction(
      .clocks, of: .deviceMotion, "it shares no time with accelerometer: their timestamps are from different clocks",
      evidence: evidence, corrections: RecordingCorrections(motionOffsetS: known ?? 0),
      advice: known == nil ? "give both the timestamps of one clock" : nil, isMeaningless: true)
  }

  private static func percent(_ fraction: Double) -> String { "\(short(100 * fraction, digits: 0)) %" }
}

extension SampleBlock {
  /// The first three channels as vectors.
  fileprivate var vectors: [SIMD3<Double>] {
    guard channels.count >= 3 else { return [] }
    return (0..<count).map { SIMD3(value(0, $0), value(1, $0), value(2, $0)) }
  }

  /// The first four channels as quaternions.
  fileprivate var quaternions: [SIMD4<Double>] {
    guard channels.count >= 4 else { return [] }
    return (0..<count).map { SIMD4(value(0, $0), value(1, $0), value(2, $0), value(3, $0)) }
  }

  /// A value; NaN for damage, which shows nothing about conventions.
  private func value(_ channel: Int, _ row: Int) -> Double {
    let channel = channels[channel]
    let value = channel.values[channel.first + row * channel.step]
    return abs(value) < PhysicalLimit.damage ? Double(value) : .nan
  }
}
