import SPBasics
import SPRecordings
import SPSignals

/// Makes the streams and tables of one workout of an export of Apple Health.
struct HealthActivity {
  private let workout: HealthWorkout
  private let sources: [String]
  private var samples: [HealthQuantity: [SampleSpool.Sample]]
  private var activity = Activity()

  /// Makes the activity of a workout.
  /// - Parameters:
  ///   - workout: Its entry in the export.
  ///   - samples: The samples within the workout, in any order.
  ///   - sources: Names of the samples' sources, by their index.
  ///   - route: The contents of the route's files.
  static func make(
    _ workout: HealthWorkout, _ samples: [SampleSpool.Sample], sources: [String], route: [Activity] = []
  ) -> Activity {
    var making = HealthActivity(workout, samples, sources)
    making.addCycling(route)
    making.addHeartRate()
    making.addWater()
    making.addPlaces(route)
    making.addTimer()
    making.addTables()
    return making.activity
  }

  private init(_ workout: HealthWorkout, _ samples: [SampleSpool.Sample], _ sources: [String]) {
    self.workout = workout
    self.sources = sources
    self.samples = Dictionary(grouping: samples, by: \.quantity)
    let device = workout.deviceField("hardware") ?? workout.deviceField("model")
    activity.attributes.sport = workout.sport
    activity.attributes.deviceModel = device
    activity.attributes.device = workout.deviceKind
    activity.attributes.software = [workout.sourceName, workout.sourceVersion].compactMap(\.self).joined(separator: " ")
    activity.attributes.startTime = UTCTime.text(nearest: workout.start)
    activity.attributes.timeOrigin = "unix"
  }

  /// The samples of one type and one source, in the order of time. Other samples are noted as unused.
  ///
  /// The source is the workout's own source if it has samples, or else the source with the most samples. Several types
  /// or sources together would make the distance too long: a rower also walks to the boat, and two devices may measure
  /// the same distance.
  private mutating func chosen(_ quantity: HealthQuantity, _ name: String) -> [SampleSpool.Sample] {
    let all = ofOneType(samples[quantity] ?? [], name)
    let bySource = Dictionary(grouping: all, by: \.source)
    let own = bySource.keys.first { sources[Int($0)] == workout.sourceName }
    let most = bySource.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    guard let source = own ?? most, let kept = bySource[source] else { return [] }
    if kept.count < all.count {
      activity.unused.append(
        "\(all.count - kept.count) values of \(name) from sources other than \(sources[Int(source)])")
    }
    return kept.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// The samples of one type. Types of the workout's own family come first. Of several such types, the type with the
  /// most samples is chosen.
  private mutating func ofOneType(_ all: [SampleSpool.Sample], _ name: String) -> [SampleSpool.Sample] {
    let byType = Dictionary(grouping: all, by: \.type)
    guard byType.count > 1 else { return all }
    func isOwn(_ type: UInt8) -> Bool {
      workout.family.map { HealthQuantity.type(at: type)?.family == $0 } ?? false
    }
    let best = byType.max { first, second in
      (isOwn(first.key) ? 1 : 0, first.value.count, second.key) < (
        isOwn(second.key) ? 1 : 0, second.value.count, first.key
      )
    }
    guard let best else { return all }
    let type = HealthQuantity.type(at: best.key)?.name ?? ""
    activity.unused.append("\(all.count - best.value.count) values of \(name) of types other than \(type)")
    return best.value
  }

  private mutating func addCycling(_ route: [Activity]) {
    var tracks = [
      HeldTrack(chosen(.power, "power")), HeldTrack(chosen(.cadence, "cadence")), HeldTrack(chosen(.speed, "speed")),
    ]
    if tracks[2].times.isEmpty { tracks[2] = HeldTrack(route, "cycling", "speed") }
    let distance = CoveredDistance(chosen(.distance, "distance"))
    var stream = ActivityStream("cycling", ["power", "cadence", "speed", "distance"])
    let times = (tracks.flatMap(\.times) + distance.times).sorted()
    for (place, time) in times.enumerated() where place == 0 || times[place - 1] < time {
      stream.add(time, tracks.indices.map { tracks[$0].value(at: time) } + [distance.metres(at: time)])
    }
    activity.add(stream)
  }

  private mutating func addHeartRate() {
    let track = HeldTrack(chosen(.heartRate, "heart rate"))
    var stream = ActivityStream("heart_rate", ["heart_rate"])
    for (time, value) in zip(track.times, track.values) where value > 0 { stream.add(time, [value]) }
    activity.add(stream)
  }

  /// Adds the amounts drunk, whichever app recorded them.
  private mutating func addWater() {
    var rows = WorkoutTimer.Rows(ActivityStream("water_intake", ["volume"]))
    for drink in (samples[.water] ?? []).sorted(by: { $0.start < $1.start }) { rows.add(drink.start, drink.value) }
    activity.add(rows.stream)
  }

  private mutating func addPlaces(_ route: [Activity]) {
    var rows: [(time: Double, values: [Double?])] = []
    for part in route {
      guard let stream = part.streams.first(where: { $0.name == .location }) else { continue }
      let columns = ["latitude", "longitude", "altitude"].map { stream.datasets.firstIndex(of: $0) }
      for row in 0..<stream.rows.count {
        rows.append((stream.rows.times[row], columns.map { $0.map { Double(stream.rows.datasets[$0][row]) } }))
      }
    }
    let places = [HealthQuantity.latitude, .longitude, .altitude].map { samples[$0] ?? [] }
    for (index, latitude) in places[0].enumerated() where index < places[1].count {
      let altitude = index < places[2].count ? places[2][index].value : nil
      rows.append((latitude.start, [latitude.value, places[1][index].value, altitude]))
    }
    var stream = ActivityStream("location", ["latitude", "longitude", "altitude"])
    for (time, values) in rows.sorted(by: { $0.time < $1.time }) { stream.add(time, values) }
    activity.add(stream)
  }

  /// Whether laps are the lengths of a pool.
  private var countsLengths: Bool { workout.family == .inWater && workout.poolLengthM != nil }

  private mutating func addTimer() {
    var timer = WorkoutTimer()
    var moments: [(time: Double, code: Double)] = []
    timer.add(workout.start, .start)
    timer.end = workout.end
    let sorted = workout.events.sorted { $0.start < $1.start }
    let resumes = sorted.filter { [2, 6].contains($0.code) }.map(\.start)
    var next = 0
    for event in sorted {
      switch event.code {
      case 1, 5:
        timer.add(event.start, .stop)
        moments.append((event.start, event.code))
        // A pause with a duration ends after this duration, unless a resume comes before.
        while next < resumes.count, resumes[next] <= event.start { next += 1 }
        if event.durationS > 0, next == resumes.count || resumes[next] > event.end {
          timer.add(event.end, .start)
          moments.append((event.end, event.code + 1))
        }
      case 2, 6:
        timer.add(event.start, .start)
        moments.append((event.start, event.code))
      // Laps and segments count at their end. A lap or segment that ends with the workout is left out.
      case 3 where countsLengths: break
      case 3, 7: if event.end < workout.end { moments.append((event.end, event.code)) }
      default: moments.append((event.start, event.code))
      }
    }
    var rows = WorkoutTimer.Rows(ActivityStream("workout_event", ["type"]))
    for moment in moments.sorted(by: { $0.time < $1.time }) { rows.add(moment.time, moment.code) }
    activity.add(rows.stream)
    activity.add(timer.states.stream)
  }

  private mutating func addTables() {
    activity.summaries = [workout.summary]
    let laps = workout.events.filter { $0.code == 3 && $0.durationS > 0 }.sorted { $0.start < $1.start }
    guard !laps.isEmpty else { return }
    var columns: [DeviceSummary.Column] = [
      .init("start_time", units: "s", .numbers(laps.map(\.start), width: 1)),
      .init("total_elapsed_time", units: "s", .numbers(laps.map(\.durationS), width: 1)),
    ]
    if countsLengths {
      columns.append(.init("total_timer_time", units: "s", .numbers(laps.map(\.durationS), width: 1)))
      let strokes = chosen(.strokes, "strokes")
      if !strokes.isEmpty {
        columns.append(.init("total_strokes", .numbers(Self.sums(of: strokes, in: laps), width: 1)))
      }
    }
    activity.summaries.append(DeviceSummary(countsLengths ? "length" : "lap", columns))
  }

  /// For each lap, the sum of the samples whose middle is within the lap; NaN without such samples.
  private static func sums(of samples: [SampleSpool.Sample], in laps: [HealthWorkout.Event]) -> [Double] {
    var sums = laps.map { _ in Double.nan }
    var place = 0
    for sample in samples.sorted(by: { $0.start + $0.end < $1.start + $1.end }) {
      let middle = (sample.start + sample.end) / 2
      while place + 1 < laps.count, laps[place].end <= middle { place += 1 }
      guard laps[place].start <= middle, middle <= laps[place].end else { continue }
      sums[place] = (sums[place].isNaN ? 0 : sums[place]) + sample.value
    }
    return sums
  }
}

/// Values that are each valid until the next value, but not over a gap. This lets several quantities share the rows of
/// one stream.
private struct HeldTrack {
  private(set) var times: [Double] = []
  private(set) var values: [Double] = []
  private var stepS = 1.0
  private var gapS = 30.0
  private var place = 0

  /// The longest sampling interval that is assumed, in s. In an irregular series, also the shortest gap. Same rule and
  /// value as `SamplingInterval` and `gapLimitS` in Workouts.
  private static let longestS = 30.0

  /// Takes samples in the order of time. Samples of equal time become their mean.
  init(_ samples: [SampleSpool.Sample]) {
    var count = 0.0
    for sample in samples {
      if times.last == sample.start {
        count += 1
        values[values.count - 1] += (sample.value - values[values.count - 1]) / count
      } else {
        times.append(sample.start)
        values.append(sample.value)
        count = 1
      }
    }
    measureSteps()
  }

  /// Takes a dataset of a stream from all files that have it. Of rows of equal time, one row is kept.
  init(_ files: [Activity], _ name: StreamName, _ dataset: String) {
    var rows: [(Double, Double)] = []
    for stream in files.flatMap(\.streams) where stream.name == name {
      guard let column = stream.datasets.firstIndex(of: dataset) else { continue }
      rows += zip(stream.rows.times, stream.rows.datasets[column].map(Double.init)).filter { !$0.1.isNaN }
    }
    for (time, value) in rows.sorted(by: { $0.0 < $1.0 }) where times.last.map({ $0 < time }) ?? true {
      times.append(time)
      values.append(value)
    }
    measureSteps()
  }

  private mutating func measureSteps() {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    guard !steps.isEmpty else { return }
    stepS = min(steps[steps.count / 2], Self.longestS)
    let limit = 1.5 * stepS
    let long = steps.count { $0 > limit }
    gapS = long * 20 > steps.count ? max(Self.longestS, limit) : limit
  }

  /// The value that is valid at a time; nil in a gap and before the first value. Times must ascend from call to call.
  mutating func value(at time: Double) -> Double? {
    while place + 1 < times.count, times[place + 1] <= time { place += 1 }
    guard place < times.count, times[place] <= time else { return nil }
    let next = place + 1 < times.count ? times[place + 1] : .infinity
    let reach = next - times[place] <= gapS ? next : times[place] + stepS
    return time < reach ? values[place] : nil
  }
}

/// The cumulative distance of samples that each cover a span of time.
private struct CoveredDistance {
  private(set) var times: [Double] = []
  private var covered: [Double] = []

  /// Takes samples in the order of time. A sample that begins before the end of the last sample counts in full, but
  /// from that end on.
  init(_ pieces: [SampleSpool.Sample]) {
    var total = 0.0
    for piece in pieces {
      let start = max(piece.start, times.last ?? -.infinity)
      if times.last != start, piece.end > start {
        times.append(start)
        covered.append(total)
      }
      total += max(0, piece.value)
      if times.last == max(start, piece.end) {
        covered[covered.count - 1] = total
      } else {
        times.append(max(start, piece.end))
        covered.append(total)
      }
    }
  }

  /// The distance covered by a time, in m, linear within a sample; nil before the first sample and after the last.
  func metres(at time: Double) -> Double? {
    guard let first = times.first, let last = times.last, time >= first, time <= last else { return nil }
    let next = partitionPoint(times.indices) { times[$0] <= time }
    guard next < times.count else { return covered.last }
    let part = (time - times[next - 1]) / (times[next] - times[next - 1])
    return covered[next - 1] + part * (covered[next] - covered[next - 1])
  }
}
