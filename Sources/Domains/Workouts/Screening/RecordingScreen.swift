/// Sorts a device's data by date and leaves out implausible data, with a fault for each.
struct RecordingScreen {
  let rules: WorkoutRules
  private(set) var faults: [WorkoutFault] = []

  init(_ rules: WorkoutRules) { self.rules = rules }

  /// The recording without faulty data.
  mutating func screen(_ recording: DeviceRecording) -> DeviceRecording {
    let recording = recording.countingLengths
    var screened = recording
    for quantity in Quantity.allCases {
      guard let samples = recording.streams[quantity], !samples.isEmpty else { continue }
      screened.streams[quantity] = inOrder(samples, quantity)
    }
    let span = WorkoutSpan([screened], rules: rules)
    screened = inside(span, screened)
    for (quantity, samples) in screened.streams { screened.streams[quantity] = plausible(samples, quantity) }
    return screened
  }

  /// The recording without data dated outside of the workout.
  ///
  /// Events and states may arrive late and in any order: they are sorted by date before they are checked.
  mutating func inside(_ span: WorkoutSpan, _ recording: DeviceRecording) -> DeviceRecording {
    var screened = recording
    for quantity in Quantity.allCases {
      guard let samples = recording.streams[quantity], !samples.isEmpty else { continue }
      screened.streams[quantity] = inside(span, samples, quantity)
    }
    screened.events = dated(recording.events, span) { $0.time }
    screened.states = dated(recording.states, span) { $0.time }
    screened.summary = recording.summary.map { bounded($0, span) }
    screened.laps = recording.laps.map { bounded($0, span) }
    return screened
  }

  private mutating func inOrder(_ samples: Samples, _ quantity: Quantity) -> Samples {
    guard
      let kept = ClockScreen(gapLimitS: rules.longestGapS)
        .kept(samples.times, totals: quantity == .distance ? samples.values : nil)
    else { return samples }
    var ordered = Samples()
    ordered.times.reserveCapacity(kept.count)
    ordered.values.reserveCapacity(kept.count)
    var duplicates = 0
    var place = 0
    var left: Range<Int>?
    func tell(_ range: Range<Int>) -> WorkoutFault {
      let times = samples.times[range]
      return WorkoutFault(
        kind: .clockJump, quantity: quantity, startTime: times.first ?? 0, endTime: times.last ?? 0, count: range.count,
        value: nil,
        reason: "\(range.count) samples are dated outside of the order that most of the stream has; left out")
    }
    for index in samples.times.indices {
      if place < kept.count, kept[place] == index {
        if let range = left { faults.append(tell(range)) }
        left = nil
        ordered.times.append(samples.times[index])
        ordered.values.append(samples.values[index])
        place += 1
      } else if samples.times[index] == ordered.times.last
        || place < kept.count && samples.times[index] == samples.times[kept[place]]
      {
        duplicates += 1
      } else if let range = left, range.upperBound == index {
        left = range.lowerBound..<(index + 1)
      } else {
        if let range = left { faults.append(tell(range)) }
        left = index..<(index + 1)
      }
    }
    if let range = left { faults.append(tell(range)) }
    if duplicates > 0, let first = ordered.times.first, let last = ordered.times.last {
      faults.append(
        WorkoutFault(
          kind: .duplicateTimestamp, quantity: quantity, startTime: first, endTime: last, count: duplicates, value: nil,
          reason: quantity == .distance
            ? "\(duplicates) samples of the distance have the timestamp of others; the last of each counts"
            : "\(duplicates) samples repeat the timestamp before them; the first of each counts"))
    }
    return ordered
  }

  private mutating func plausible(_ samples: Samples, _ quantity: Quantity) -> Samples {
    let range = rules.limits.range(of: quantity)
    let rise = quantity == .power ? rules.limits.lonePowerRiseW : .infinity
    var cleaned = samples
    var spike: Range<Int>?
    for index in samples.values.indices {
      let value = samples.values[index]
      guard !value.isNaN else { continue }
      let stands =
        rise < .infinity && index > 0 && index + 1 < samples.count
        && value - samples.values[index - 1] > rise && value - samples.values[index + 1] > rise
      guard stands || !range.contains(value) else { continue }
      cleaned.values[index] = .nan
      if let begun = spike, begun.upperBound == index {
        spike = begun.lowerBound..<(index + 1)
      } else {
        if let begun = spike { tellSpike(samples, begun, quantity, range) }
        spike = index..<(index + 1)
      }
    }
    if let begun = spike { tellSpike(samples, begun, quantity, range) }
    return cleaned
  }

  private mutating func tellSpike(
    _ samples: Samples, _ places: Range<Int>, _ quantity: Quantity, _ range: ClosedRange<Double>
  ) {
    let values = samples.values[places]
    let worst = values.max { abs($0) < abs($1) } ?? .nan
    let what =
      range.contains(worst)
      ? "stands more than \(Int(rules.limits.lonePowerRiseW)) W above both neighbours"
      : range.upperBound == .greatestFiniteMagnitude
        ? "is below 0"
        : "is outside of \(Words.number(range.lowerBound)) to \(Words.number(range.upperBound)) \(quantity.unit)"
    faults.append(
      WorkoutFault(
        kind: .spike, quantity: quantity, startTime: samples.times[places.lowerBound],
        endTime: samples.times[places.upperBound - 1], count: places.count, value: worst,
        reason: "\(quantity.rawValue) of \(Words.number(worst)) \(quantity.unit) \(what); left out"))
  }

  private mutating func inside(_ span: WorkoutSpan, _ samples: Samples, _ quantity: Quantity) -> Samples? {
    let kept = samples.filter { time, _ in span.samples.contains(time) }
    guard kept.count < samples.count else { return samples }
    let left = samples.times.filter { !span.samples.contains($0) }
    faults.append(
      WorkoutFault(
        kind: .clockJump, quantity: quantity, startTime: left[0], endTime: left[left.count - 1], count: left.count,
        value: nil, reason: "\(left.count) samples of \(quantity.rawValue) are dated \(span.words); left out"))
    return kept.isEmpty ? nil : kept
  }

  private mutating func dated<Item>(_ items: [Item], _ span: WorkoutSpan, _ time: (Item) -> Double) -> [Item] {
    let kept = items.filter { span.marks.contains(time($0)) }
    if kept.count < items.count, let worst = items.first(where: { !span.marks.contains(time($0)) }) {
      faults.append(
        WorkoutFault(
          kind: .clockJump, quantity: nil, startTime: time(worst), endTime: time(worst),
          count: items.count - kept.count, value: nil,
          reason: "\(items.count - kept.count) events or states are dated \(span.words); left out"))
    }
    return kept.sorted { time($0) < time($1) }
  }

  private func bounded(_ figures: DeviceFigures, _ span: WorkoutSpan) -> DeviceFigures {
    var bounded = figures
    bounded.startTime = figures.startTime.flatMap { span.marks.contains($0) ? $0 : nil }
    bounded.endTime = figures.endTime.flatMap { span.marks.contains($0) ? $0 : nil }
    return bounded
  }
}
