/// The times of samples whose timestamps are too coarse, shared by a packet, or from a counter that wraps.
///
/// A sensor samples regularly, and its clock drifts slowly. Timestamps can be repeated, or rounded to more than a fifth
/// of the sampling interval. A straight line through the timestamps of some 10 s then gives better times than the
/// timestamps themselves. Lines of neighbouring stretches are joined, which keeps the drift of the clock. The result
/// counts only if it explains every timestamp within its resolution. Otherwise the timestamps do not change.
public struct TimestampRestoration: Hashable, Sendable {
  /// The fault of the timestamps.
  public enum Cause: Hashable, Sendable {
    /// They are whole multiples of a step, in s, that does not divide the sampling interval.
    case coarse(stepS: Double)
    /// This many samples in a row share a timestamp, which is the time of one of the samples.
    case packets(length: Int)
  }

  /// The sample of a packet that the shared timestamp belongs to.
  public enum PacketStamp: String, Hashable, Sendable, CaseIterable {
    /// The first sample: for devices that stamp when they begin a packet.
    case first
    /// The last sample: for devices that stamp when a packet is full, and for receivers.
    case last
  }

  /// The fault of the timestamps apart from wraps; nil if wraps were the only fault.
  public private(set) var cause: Cause?
  /// The largest distance of a timestamp from the restored time, in s.
  public private(set) var residualS = 0.0
  /// The mean rate of the restored times, in Hz.
  public private(set) var rateHz = 0.0
  /// How often the counter wrapped.
  public var wrapCount: Int { wraps.count }
  /// The range of the counter, in s.
  public var wrapS: Double { wraps.first?.rangeS ?? 0 }

  private struct Wrap: Hashable {
    /// The first sample after the wrap.
    var index: Int
    /// The amount by which the counter fell, in s.
    var rangeS: Double
  }

  private struct Segment: Hashable {
    var samples: Range<Int>
    /// Points of the joined lines. `ends` is the time from sample to sample before the first point and after the last.
    var knots: [(Double, Double)]
    var ends: (first: Double, last: Double)

    static func == (one: Segment, other: Segment) -> Bool {
      one.samples == other.samples && one.ends == other.ends
        && one.knots.elementsEqual(other.knots) { $0 == $1 }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(samples) }

    func time(_ index: Int) -> Double {
      let place = Double(index)
      let next = partitionPoint(knots.indices) { knots[$0].0 <= place }
      if next == 0 { return knots[0].1 + (place - knots[0].0) * ends.first }
      let (before, time) = knots[next - 1]
      guard next < knots.count else { return time + (place - before) * ends.last }
      return time + (place - before) * (knots[next].1 - time) / (knots[next].0 - before)
    }
  }

  private let packetStamp: PacketStamp
  private var wraps: [Wrap] = []
  private var segments: [Segment] = []

  /// The number of timestamps that are first examined.
  static let lookCount = 4096
  /// Timestamps that are rounded to less than this share of the interval stay as they are.
  static let leastShare = 0.2
  /// Slower streams are measurements, whose times are not regular. No sensor is faster: such timestamps are damaged.
  static let ratesHz = 25.0...1e6
  /// The length of a stretch that gets a line, in s.
  static let stretchS = 10.0

  /// Examines timestamps, and restores times if necessary. Nil if the timestamps have no fault, or if regular times do
  /// not explain them.
  ///
  /// The first timestamps and the last one are read. All of them are read only if something is wrong.
  /// - Parameters:
  ///   - source: The timestamps, in s.
  ///   - tickS: The unit of a counter of whole numbers, in s; nil if the timestamps are not whole numbers.
  ///   - packetStamp: The sample of a packet that a shared timestamp belongs to.
  /// - Throws: errors from reading the timestamps.
  public init?(of source: any TimestampSource, tickS: Double?, packetStamp: PacketStamp = .last) throws {
    self.packetStamp = packetStamp
    let look = try source.timestamps(0..<min(source.count, Self.lookCount))
    guard look.count >= 256, look.allSatisfy(\.isFinite) else { return nil }
    let interval = Self.interval(of: look)
    guard interval > 0, Self.ratesHz.contains(1 / interval),
      let last = try source.timestamps(source.count - 1..<source.count).first
    else { return nil }
    let isShort = last - look[0] < 0.9 * Double(source.count - 1) * interval
    if isShort { wraps = try Self.wraps(of: source, interval: interval, tickS: tickS) }
    var head = look
    apply(to: &head, from: 0)
    cause = Self.cause(of: head, interval: interval)
    guard cause != nil || !wraps.isEmpty else { return nil }
    rateHz = 1 / interval
    if let cause, !(try fit(source, cause, interval: interval)) {
      self.cause = nil
      guard !wraps.isEmpty else { return nil }
    }
  }

  /// A sentence about the fault of the timestamps, the correction, and the distance of the timestamps from the result.
  public var sentence: String {
    var parts: [String] = []
    if wrapCount > 0 {
      let times = wrapCount == 1 ? "once" : "\(wrapCount) times"
      parts.append("the counter wraps \(times), after \(Self.text(wrapS)) s: the times go on")
    }
    let result =
      "times restored as a regular \(Self.text(rateHz)) Hz, at most \(Self.text(1000 * residualS)) ms from the timestamps"
    switch cause {
    case .coarse(let stepS): parts.append("timestamps in steps of \(Self.text(1000 * stepS)) ms: \(result)")
    case .packets(let length):
      parts.append(
        "\(length) samples share a timestamp, taken as that of the \(packetStamp.rawValue) of them: \(result)")
    case nil: break
    }
    return parts.joined(separator: "; ")
  }

  private static func text(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// Replaces timestamps by restored times.
  ///
  /// - Parameter first: the number of the first sample.
  package func apply(to timestamps: inout MutableSpan<Double>, from first: Int) {
    if !wraps.isEmpty {
      var next = partitionPoint(wraps.indices) { wraps[$0].index <= first }
      var added = wraps[..<next].reduce(0) { $0 + $1.rangeS }
      for place in timestamps.indices {
        while next < wraps.count, wraps[next].index <= first + place {
          added += wraps[next].rangeS
          next += 1
        }
        timestamps[place] += added
      }
    }
    guard !segments.isEmpty else { return }
    var number = partitionPoint(segments.indices) { segments[$0].samples.upperBound <= first }
    for place in timestamps.indices {
      while number < segments.count, segments[number].samples.upperBound <= first + place { number += 1 }
      guard number < segments.count else { return }
      // A missing timestamp stays missing.
      if timestamps[place].isFinite { timestamps[place] = segments[number].time(first + place) }
    }
  }

  private func apply(to timestamps: inout [Double], from first: Int) {
    var span = timestamps.mutableSpan
    apply(to: &span, from: first)
  }

  // MARK: Looking

  /// The sampling interval: the median of the means of 64 intervals. Gaps and steps of the clock do not change it.
  private static func interval(of times: [Double]) -> Double {
    let span = 64
    var means = (0..<times.count - span).map { (times[$0 + span] - times[$0]) / Double(span) }
    return means.withUnsafeMutableBufferPointer { medianInPlace($0) } ?? 0
  }

  /// The fault of timestamps that do not wrap.
  private static func cause(of times: [Double], interval: Double) -> Cause? {
    var runs: [Int] = []
    var length = 1
    for place in 1..<times.count {
      if times[place] == times[place - 1] {
        length += 1
      } else {
        runs.append(length)
        length = 1
      }
    }
    // The first run may begin within a packet.
    runs = Array(runs.dropFirst()).sorted()
    if !runs.isEmpty, case let usual = runs[runs.count / 2], usual >= 3,
      runs.count(where: { $0 == usual }) * 5 >= runs.count * 4
    {
      return .packets(length: usual)
    }
    guard let step = step(of: times), step >= leastShare * interval else { return nil }
    let share = interval / step
    return share > 0.98 && abs(share - share.rounded()) < 0.02 ? nil : .coarse(stepS: step)
  }

  /// The coarsest step of a clock that all timestamps are whole multiples of, in s.
  private static func step(of times: [Double]) -> Double? {
    let steps = [0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 1.0 / 256, 1.0 / 512, 0.001, 1.0 / 1024, 0.0005, 0.0002, 0.0001]
    return steps.sorted(by: >).first { step in
      times.allSatisfy { time in
        let count = (time - times[0]) / step
        return abs(count - count.rounded()) <= 1e-3 + 4 * time.ulp / step
      }
    }
  }

  // MARK: Wraps

  /// The places where a counter wraps. There it falls by its range, of 2^16, 2^24 or 2^32 ticks, and continues as
  /// before.
  private static func wraps(of source: any TimestampSource, interval: Double, tickS: Double?) throws -> [Wrap] {
    let ticks = tickS.map { [$0] } ?? [1e-6, 1e-3, 1.0 / 32_768]
    let ranges = ticks.flatMap { tick in [16, 24, 32].map { tick * Double(1 << $0) } }
    var wraps: [Wrap] = []
    var previous: Double?
    for first in stride(from: 0, to: source.count, by: 65_536) {
      let times = try source.timestamps(first..<min(source.count, first + 65_536))
      for (place, time) in times.enumerated() where time.isFinite {
        if let previous, time < previous {
          // Near a wrap, samples of up to a second may be lost.
          let range = ranges.filter { $0 > 2 * interval }.min { abs(time + $0 - previous) < abs(time + $1 - previous) }
          if let range, case let step = time + range - previous, step > 0, step <= max(1, 4 * interval) {
            wraps.append(Wrap(index: first + place, rangeS: range))
          }
        }
        previous = time
      }
    }
    return wraps
  }

  // MARK: Lines

  /// Sums for a line through points, relative to the first point.
  private struct Line {
    let origin: (index: Int, time: Double)
    var last: Int
    var count = 0.0
    var x = 0.0, y = 0.0, xx = 0.0, xy = 0.0

    init(at index: Int, _ time: Double) {
      origin = (index, time)
      last = index
    }

    mutating func add(_ index: Int, _ time: Double) {
      let (dx, dy) = (Double(index - origin.index), time - origin.time)
      count += 1
      x += dx
      y += dy
      xx += dx * dx
      xy += dx * dy
      last = index
    }

    /// The middle of the points, and the slope; nil for fewer than two points.
    var fit: (index: Double, time: Double, slope: Double)? {
      let spread = count * xx - x * x
      guard count >= 2, spread > 0 else { return nil }
      return (Double(origin.index) + x / count, origin.time + y / count, (count * xy - x * y) / spread)
    }
  }

  /// Fits lines to the timestamps, and checks them.
  /// - Returns: whether the lines explain every timestamp.
  private mutating func fit(_ source: any TimestampSource, _ cause: Cause, interval: Double) throws -> Bool {
    let (allowed, jump, isShared): (Double, Double, Bool)
    switch cause {
    case .coarse(let step):
      // A lost sample moves the line by up to an interval.
      (allowed, jump, isShared) = (1.05 * step + interval, GapLimit.medians * interval + 2 * step, false)
    case .packets(let length):
      (allowed, jump, isShared) = (0.6 * Double(length) * interval, 0.75 * Double(length) * interval, true)
    }
    let stretch = max(64, Int(Self.stretchS / interval))
    var found: [Segment] = []
    var lines: [Line] = []
    var start = 0
    var previous: (index: Int, time: Double)?
    func close(at end: Int) {
      let fits = lines.compactMap(\.fit)
      guard let first = fits.first, let last = fits.last else { return }
      found.append(
        Segment(samples: start..<end, knots: fits.map { ($0.index, $0.time) }, ends: (first.slope, last.slope)))
    }
    try forEachAnchor(of: source, isShared: isShared) { index, time, runStart in
      if let previous, case let late = time - previous.time - Double(index - previous.index) * interval,
        late > jump || late < -jump
      {
        // A packet begins after the packet before.
        let border = isShared ? runStart : index
        close(at: border)
        (start, lines) = (border, [])
      }
      if let line = lines.last, index - line.origin.index >= stretch { lines.append(Line(at: index, time)) }
      if lines.isEmpty { lines.append(Line(at: index, time)) }
      lines[lines.count - 1].add(index, time)
      previous = (index, time)
    }
    // A short rest does not get a separate line, because its slope would be inaccurate.
    if lines.count > 1, let rest = lines.last, rest.last - rest.origin.index < stretch / 2 { lines.removeLast() }
    close(at: source.count)
    segments = found
    var largest = 0.0
    try forEachAnchor(of: source, isShared: isShared) { index, time, _ in
      let number = partitionPoint(found.indices) { found[$0].samples.upperBound <= index }
      if number < found.count { largest = max(largest, abs(found[number].time(index) - time)) }
    }
    residualS = largest
    let isWhole = found.first?.samples.lowerBound == 0 && found.reduce(0) { $0 + $1.samples.count } == source.count
    guard isWhole, largest <= allowed else {
      segments = []
      return false
    }
    let steps = found.reduce((0, 0.0)) { sum, segment in
      let last = segment.samples.upperBound - 1
      return (sum.0 + segment.samples.count - 1, sum.1 + segment.time(last) - segment.time(segment.samples.lowerBound))
    }
    if steps.1 > 0 { rateHz = Double(steps.0) / steps.1 }
    return true
  }

  /// Passes finite timestamps, with wraps undone, to `body`. If timestamps are shared, it passes one timestamp of each
  /// run of equal timestamps, with the run's start.
  private func forEachAnchor(
    of source: any TimestampSource, isShared: Bool, _ body: (Int, Double, Int) -> Void
  ) throws {
    var plain = self
    plain.segments = []
    var run: (start: Int, last: Int, time: Double)?
    func pass(_ run: (start: Int, last: Int, time: Double)) {
      body(packetStamp == .first ? run.start : run.last, run.time, run.start)
    }
    for first in stride(from: 0, to: source.count, by: 65_536) {
      var times = try source.timestamps(first..<min(source.count, first + 65_536))
      plain.apply(to: &times, from: first)
      for (place, time) in times.enumerated() where time.isFinite {
        let index = first + place
        guard isShared else {
          body(index, time, index)
          continue
        }
        if let run, run.time != time { pass(run) }
        run = (run?.time == time ? run?.start ?? index : index, index, time)
      }
    }
    if isShared, let run { pass(run) }
  }
}
