/// One pass over the stamps of a recording: segments, anchors and regularity, in bounded memory.
struct StampScan {
  /// Up to this many stamps the median step is exact.
  static let exactLimit = 65_536
  private static let sampledBlocks = 8
  private static let sampledLength = 8192
  private static let readLength = 65_536
  /// A step longer than this many medians is a gap.
  ///
  /// Two lost samples make a step of three, which is none; the twentieth keeps the rounding of stamps from deciding.
  static let gapFactor = 3.05
  /// A step of this many medians and more has lost samples in it.
  static let lostFactor = 1.5

  let count: Int
  let medianStep: Double
  private(set) var segments: [TimeBase.Segment] = []
  private(set) var anchors: [Double] = []
  private(set) var regularity = Regularity()

  private var segmentStart = 0
  private var segmentStartTime = 0.0
  private var previous = 0.0
  private var insideSteps = 0
  private var insideDuration = 0.0
  // Sums of deviations from the median, not of steps: what is left is small, so nothing cancels.
  private var deviationSum = 0.0
  private var deviationSquares = 0.0

  init(_ source: any StampSource) throws {
    count = source.count
    medianStep = try Self.medianStep(source, count: source.count)
    var stamps = [Double](repeating: 0, count: min(Self.readLength, count))
    var start = 0
    while start < count {
      let range = start..<min(start + Self.readLength, count)
      if stamps.count > range.count { stamps.removeLast(stamps.count - range.count) }
      var span = stamps.mutableSpan
      try source.readStamps(range, into: &span)
      try add(stamps.span, from: start)
      start = range.upperBound
    }
    finish()
  }

  /// Steps inside segments over the time that they take, so that gaps do not bias it; 0 where that is no time.
  var rate: Double {
    insideDuration > 0 ? Double(insideSteps) / insideDuration : 0
  }

  /// The median of the steps forward; duplicates and backward steps are faults and do not count.
  private static func medianStep(_ source: any StampSource, count: Int) throws -> Double {
    var blocks = [0..<count]
    if count > exactLimit {
      blocks = (0..<sampledBlocks).map { block in
        let start = block * (count - sampledLength) / (sampledBlocks - 1)
        return start..<(start + sampledLength)
      }
    }
    var steps: [Double] = []
    for block in blocks {
      let stamps = try source.stamps(block)
      for index in 1..<max(stamps.count, 1) {
        let step = stamps[index] - stamps[index - 1]
        // False for NaN as well, whose index the scan reports.
        if step > 0, step.isFinite { steps.append(step) }
      }
    }
    return steps.withUnsafeMutableBufferPointer { medianInPlace($0) } ?? 0
  }

  private mutating func add(_ stamps: Span<Double>, from start: Int) throws(TimeBaseError) {
    for offset in 0..<stamps.count {
      let stamp = stamps[offset]
      let index = start + offset
      guard stamp.isFinite else { throw .stampNotFinite(index: index, value: "\(stamp)") }
      if index.isMultiple(of: StampStore.blockLength) { anchors.append(stamp) }
      if index == 0 {
        segmentStartTime = stamp
      } else {
        addStep(stamp - previous, to: stamp, index: index)
      }
      previous = stamp
    }
  }

  private mutating func addStep(_ step: Double, to stamp: Double, index: Int) {
    regularity.minimumStep = index == 1 ? step : min(regularity.minimumStep, step)
    regularity.maximumStep = index == 1 ? step : max(regularity.maximumStep, step)
    if step < 0 {
      regularity.backwardSteps.add(index: index, time: stamp, step: step)
    } else if step > Self.gapFactor * medianStep {
      regularity.gaps.add(index: index, time: stamp, step: step)
    } else {
      if step == 0 { regularity.duplicates.add(index: index, time: stamp, step: step) }
      if medianStep > 0, step >= Self.lostFactor * medianStep {
        regularity.lostSamples += Int(clamping: (step / medianStep).rounded()) - 1
      }
      let deviation = step - medianStep
      deviationSum += deviation
      deviationSquares += deviation * deviation
      return
    }
    closeSegment(at: index)
    segmentStart = index
    segmentStartTime = stamp
  }

  private mutating func closeSegment(at end: Int) {
    segments.append(
      TimeBase.Segment(samples: segmentStart..<end, startTime: segmentStartTime, endTime: previous))
    insideSteps += end - segmentStart - 1
    insideDuration += previous - segmentStartTime
  }

  private mutating func finish() {
    guard count > 0 else { return }
    closeSegment(at: count)
    guard insideSteps > 0, medianStep > 0 else { return }
    let mean = deviationSum / Double(insideSteps)
    regularity.jitter = max(0, deviationSquares / Double(insideSteps) - mean * mean).squareRoot() / medianStep
  }
}
