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
  /// The stamps by blocks of a ``StampStore``, as far as they could be held.
  private(set) var held: [CompactStamps?] = []

  private var segmentStart = 0
  private var segmentStartTime = 0.0
  private var previous = 0.0
  private var insideSteps = 0
  private var insideDuration = 0.0
  // Sums of deviations from the median, not of steps: what is left is small, so nothing cancels.
  private var deviationSum = 0.0
  private var deviationSquares = 0.0

  /// - Parameter budget: what the stamps may take of memory, so that they need not be read again.
  init(_ source: any StampSource, budget: CacheBudget? = nil) throws {
    count = source.count
    medianStep = try Self.medianStep(source, count: source.count)
    try BlockReading.forEach(blocksOf: Self.readLength, in: 0..<count) { range -> ([Double], [CompactStamps?]) in
      let stamps = try source.stamps(range)
      return (stamps, budget.map { _ in Self.compact(stamps.span) } ?? [])
    } body: { range, block in
      let (stamps, compact) = block
      try add(stamps.span, from: range.lowerBound)
      for stamps in compact { hold(stamps, budget) }
    }
    finish()
  }

  /// The stamps by blocks of the store, in the form that takes little room; nil for those that have none.
  private static func compact(_ stamps: Span<Double>) -> [CompactStamps?] {
    stride(from: 0, to: stamps.count, by: StampStore.blockLength).map { start in
      CompactStamps(stamps.extracting(start..<min(start + StampStore.blockLength, stamps.count)))
    }
  }

  private mutating func hold(_ block: CompactStamps?, _ budget: CacheBudget?) {
    let isHeld = block.flatMap { block in budget?.take(block.byteCount) } ?? false
    held.append(isHeld ? block : nil)
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

  /// Stamps of which the ordinary ones are looked at together, from places that are fixed.
  private static let pieceLength = 512

  private mutating func add(_ stamps: Span<Double>, from start: Int) throws(TimeBaseError) {
    var offset = 0
    while offset < stamps.count {
      let end = min(offset + Self.pieceLength, stamps.count)
      if start + offset > 0, let steps = OrdinarySteps(stamps.extracting(offset..<end), after: previous, medianStep) {
        add(steps)
        if (start + offset).isMultiple(of: StampStore.blockLength) { anchors.append(stamps[offset]) }
        previous = stamps[end - 1]
      } else {
        try add(stamps, offset..<end, from: start)
      }
      offset = end
    }
  }

  private mutating func add(_ steps: OrdinarySteps) {
    regularity.minimumStep = min(regularity.minimumStep, steps.shortest)
    regularity.maximumStep = max(regularity.maximumStep, steps.longest)
    deviationSum += steps.deviationSum
    deviationSquares += steps.deviationSquares
  }

  private mutating func add(_ stamps: Span<Double>, _ offsets: Range<Int>, from start: Int) throws(TimeBaseError) {
    for offset in offsets {
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

/// A run of steps of which none is out of the ordinary: no gap, no lost sample, no duplicate, nothing backward or missing.
private struct OrdinarySteps {
  private(set) var shortest: Double
  private(set) var longest: Double
  private(set) var deviationSum = 0.0
  private(set) var deviationSquares = 0.0

  /// Sums of four interleaved series, which the compiler makes SIMD of; in an order that only the place decides.
  init?(_ stamps: Span<Double>, after previous: Double, _ medianStep: Double) {
    let limit = StampScan.lostFactor * medianStep
    let first = stamps[0] - previous
    guard stamps.count % 4 == 0, first > 0, first < limit else { return nil }
    (shortest, longest) = (first, first)
    deviationSum = first - medianStep
    deviationSquares = deviationSum * deviationSum
    var low = SIMD4<Double>(repeating: first)
    var high = low
    var sum = SIMD4<Double>.zero
    var squares = SIMD4<Double>.zero
    // A comparison with NaN is false.
    var isOrdinary = SIMDMask<SIMD4<Int64>>(repeating: true)
    stamps.withUnsafeBufferPointer { stamps in
      for index in stride(from: 1, to: stamps.count - 3, by: 4) {
        let now = SIMD4(stamps[index], stamps[index + 1], stamps[index + 2], stamps[index + 3])
        let before = SIMD4(stamps[index - 1], stamps[index], stamps[index + 1], stamps[index + 2])
        let step = now - before
        isOrdinary .&= (step .> 0) .& (step .< limit)
        low = low.replacing(with: step, where: step .< low)
        high = high.replacing(with: step, where: step .> high)
        let deviation = step - medianStep
        sum += deviation
        squares += deviation * deviation
      }
    }
    guard isOrdinary == SIMDMask(repeating: true) else { return nil }
    // The last three steps.
    for index in stamps.count - 3..<stamps.count {
      let step = stamps[index] - stamps[index - 1]
      guard step > 0, step < limit else { return nil }
      (shortest, longest) = (min(shortest, step), max(longest, step))
      deviationSum += step - medianStep
      deviationSquares += (step - medianStep) * (step - medianStep)
    }
    shortest = min(shortest, low.min())
    longest = max(longest, high.max())
    deviationSum += sum.sum()
    deviationSquares += squares.sum()
  }
}
