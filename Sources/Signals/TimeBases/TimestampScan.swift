/// One pass over the timestamps of a stream, in pieces of any size. It finds segments, anchors and regularity in
/// bounded memory.
struct TimestampScan: Sendable {
  /// The start of a segment after another segment.
  struct Border: Sendable {
    /// The number of the segment's first sample.
    var index: Int
    /// Whether the clock went back there. Otherwise the border is a gap.
    var isBackward: Bool
  }

  /// The median interval for recognising gaps, in s.
  let medianInterval: Double
  private(set) var count = 0
  private(set) var segments: [TimeBase.Segment] = []
  /// The timestamp of the first sample of every block of a `TimestampStore`.
  private(set) var anchors: [Double] = []
  private(set) var regularity = Regularity()

  private var segmentStart = 0
  private var segmentStartTime = 0.0
  private var previous = 0.0
  private var insideSteps = 0
  private var insideDuration = 0.0
  // Sums of deviations from the median, not of intervals: deviations are small, so the sums keep their precision.
  private var deviationSum = 0.0
  private var deviationSquares = 0.0
  private var borders: [Border] = []

  init(medianInterval: Double) { self.medianInterval = medianInterval }

  /// Scans all timestamps of a source once.
  init(_ source: any TimestampSource, medianInterval: Double) throws {
    self.init(medianInterval: medianInterval)
    try InOrder.forEach(blocksOf: 65_536, in: 0..<source.count) {
      try source.timestamps($0)
    } body: { _, timestamps in
      _ = try add(timestamps.span)
    }
    finish()
  }

  /// The number of intervals inside segments over their total time; 0 if that time is 0. Gaps do not bias it.
  var rate: Double {
    insideDuration > 0 ? Double(insideSteps) / insideDuration : 0
  }

  /// Timestamps are examined in pieces of this length, counted from the start of each call. Only the last digits of the
  /// jitter depend on the pieces.
  private static let pieceLength = 512

  /// Adds the next timestamps.
  ///
  /// - Returns: the segments that begin among these timestamps.
  /// - Throws: `TimeBaseError.timestampNotFinite`.
  mutating func add(_ timestamps: Span<Double>) throws(TimeBaseError) -> [Border] {
    let start = count
    borders = []
    var offset = 0
    while offset < timestamps.count {
      let end = min(offset + Self.pieceLength, timestamps.count)
      if start + offset > 0,
        let steps = OrdinarySteps(timestamps.extracting(offset..<end), after: previous, medianInterval)
      {
        add(steps, isFirst: start + offset == 1)
        addAnchors(timestamps, offset..<end, from: start)
        previous = timestamps[end - 1]
      } else {
        addAnchors(timestamps, offset..<end, from: start)
        try add(timestamps, offset..<end, from: start)
      }
      offset = end
    }
    count += timestamps.count
    return borders
  }

  private mutating func addAnchors(_ timestamps: Span<Double>, _ offsets: Range<Int>, from start: Int) {
    let length = TimestampStore.blockLength
    let next = (start + offsets.lowerBound + length - 1) / length * length - start
    if next < offsets.upperBound { anchors.append(timestamps[next]) }
  }

  private mutating func add(_ steps: OrdinarySteps, isFirst: Bool) {
    regularity.minimumStep = isFirst ? steps.shortest : min(regularity.minimumStep, steps.shortest)
    regularity.maximumStep = isFirst ? steps.longest : max(regularity.maximumStep, steps.longest)
    deviationSum += steps.deviationSum
    deviationSquares += steps.deviationSquares
  }

  private mutating func add(_ timestamps: Span<Double>, _ offsets: Range<Int>, from start: Int) throws(TimeBaseError) {
    for offset in offsets {
      let timestamp = timestamps[offset]
      let index = start + offset
      guard timestamp.isFinite else { throw .timestampNotFinite(index: index, value: "\(timestamp)") }
      if index == 0 {
        segmentStartTime = timestamp
      } else {
        addStep(timestamp - previous, to: timestamp, index: index)
      }
      previous = timestamp
    }
  }

  private mutating func addStep(_ step: Double, to timestamp: Double, index: Int) {
    regularity.minimumStep = index == 1 ? step : min(regularity.minimumStep, step)
    regularity.maximumStep = index == 1 ? step : max(regularity.maximumStep, step)
    if step < 0 {
      regularity.backwardSteps.add(index: index, time: timestamp, step: step)
    } else if step > GapLimit.medians * medianInterval {
      regularity.gaps.add(index: index, time: timestamp, step: step)
    } else {
      if step == 0 { regularity.duplicates.add(index: index, time: timestamp, step: step) }
      if medianInterval > 0, step >= GapLimit.mediansOfLostSamples * medianInterval {
        regularity.lostSamples += Int(clamping: (step / medianInterval).rounded()) - 1
      }
      let deviation = step - medianInterval
      deviationSum += deviation
      deviationSquares += deviation * deviation
      return
    }
    closeSegment(at: index)
    borders.append(Border(index: index, isBackward: step < 0))
    segmentStart = index
    segmentStartTime = timestamp
  }

  private mutating func closeSegment(at end: Int) {
    segments.append(
      TimeBase.Segment(samples: segmentStart..<end, startTime: segmentStartTime, endTime: previous))
    insideSteps += end - segmentStart - 1
    insideDuration += previous - segmentStartTime
  }

  /// Ends the last segment; nothing may be added after it.
  mutating func finish() {
    guard count > 0 else { return }
    closeSegment(at: count)
    guard insideSteps > 0, medianInterval > 0 else { return }
    let mean = deviationSum / Double(insideSteps)
    regularity.jitter = max(0, deviationSquares / Double(insideSteps) - mean * mean).squareRoot() / medianInterval
  }
}

/// A run of ordinary intervals, without gaps, lost samples, duplicates, backward steps or missing timestamps.
private struct OrdinarySteps {
  private(set) var shortest: Double
  private(set) var longest: Double
  private(set) var deviationSum = 0.0
  private(set) var deviationSquares = 0.0

  /// Sums four interleaved series, which the compiler turns into SIMD. The order of the sums depends only on the
  /// position.
  init?(_ timestamps: Span<Double>, after previous: Double, _ medianInterval: Double) {
    let limit = GapLimit.mediansOfLostSamples * medianInterval
    let first = timestamps[0] - previous
    guard timestamps.count % 4 == 0, timestamps.count > 0, first > 0, first < limit else { return nil }
    (shortest, longest) = (first, first)
    deviationSum = first - medianInterval
    deviationSquares = deviationSum * deviationSum
    var low = SIMD4<Double>(repeating: first)
    var high = low
    var sum = SIMD4<Double>.zero
    var squares = SIMD4<Double>.zero
    timestamps.withUnsafeBufferPointer { timestamps in
      guard let start = UnsafeRawPointer(timestamps.baseAddress) else { return }
      for index in stride(from: 1, to: timestamps.count - 3, by: 4) {
        let place = index * MemoryLayout<Double>.stride
        let now = start.loadUnaligned(fromByteOffset: place, as: SIMD4<Double>.self)
        let before = start.loadUnaligned(
          fromByteOffset: place - MemoryLayout<Double>.stride, as: SIMD4<Double>.self)
        let step = now - before
        low = low.replacing(with: step, where: step .< low)
        high = high.replacing(with: step, where: step .> high)
        let deviation = step - medianInterval
        sum += deviation
        squares += deviation * deviation
      }
    }
    // NaN makes the sum NaN, and fails all comparisons.
    guard low.min() > 0, high.max() < limit, squares.sum() < .infinity else { return nil }
    // The last three intervals.
    for index in timestamps.count - 3..<timestamps.count {
      let step = timestamps[index] - timestamps[index - 1]
      guard step > 0, step < limit else { return nil }
      (shortest, longest) = (min(shortest, step), max(longest, step))
      deviationSum += step - medianInterval
      deviationSquares += (step - medianInterval) * (step - medianInterval)
    }
    shortest = min(shortest, low.min())
    longest = max(longest, high.max())
    deviationSum += sum.sum()
    deviationSquares += squares.sum()
  }
}
