/// The depths of a recording: straight lines between points, in s from its start and m. Between two stays the watch is
/// out of the water.
struct DiveCourse: Sendable {
  /// A stay under water; the first and the last point are at the surface.
  struct Stay: Sendable {
    var points: [(time: Double, depth: Double)]
    var start: Double { points[0].time }
    var end: Double { points[points.count - 1].time }
  }

  /// Surfacings shorter than this are part of a dive, in s.
  static let debounceS = 15.0

  private(set) var stays: [Stay] = []
  private(set) var durationS = 0.0

  init(_ settings: DiveSettings) {
    var random = settings.random(.course)
    let standard = settings.profile == .breathHold ? 8 : settings.profile == .sawtooth ? 1 : 2
    durationS = random.uniform(40...80)
    for dive in 0..<(settings.diveCount ?? standard) {
      if dive > 0 {
        durationS += settings.profile == .breathHold ? random.uniform(20...90) : random.uniform(120...400)
      }
      addDive(settings, &random)
    }
    durationS += random.uniform(40...80)
  }

  private mutating func addDive(_ settings: DiveSettings, _ random: inout RandomStream) {
    let limit = settings.maxDepthM
    switch settings.profile {
    case .square, .coldWater:
      let depth = limit * random.uniform(0.4...1.05)
      descend(to: depth, at: random.uniform(0.2...0.4))
      stay(for: random.uniform(300...900), &random)
      ascend(at: random.uniform(0.1...0.25))
    case .sensorError:
      descend(to: limit * 0.8, at: 0.25)
      stay(for: random.uniform(60...120), &random)
      go(to: limit * 1.4, at: 0.25)
      stay(for: random.uniform(20...90), &random)
      go(to: limit * 0.6, at: 0.2)
      stay(for: random.uniform(120...300), &random)
      ascend(at: 0.15)
    case .sawtooth:
      descend(to: limit * random.uniform(0.7...1), at: 0.3)
      for _ in 0..<(4 + random.index(below: 4)) {
        stay(for: random.uniform(10...60), &random)
        go(to: limit * random.uniform(0.25...0.4), at: 0.2)
        stay(for: random.uniform(10...60), &random)
        go(to: limit * random.uniform(0.7...1), at: 0.2)
      }
      ascend(at: 0.15)
    case .breathHold:
      descend(to: limit * random.uniform(0.4...1), at: random.uniform(0.6...1))
      stay(for: random.uniform(5...40), &random)
      ascend(at: random.uniform(0.6...1))
    }
    if random.chance(0.4) { surfaceBriefly(&random) }
  }

  /// Adds a breath at the surface and a brief descent, which belong to the previous dive.
  private mutating func surfaceBriefly(_ random: inout RandomStream) {
    durationS += random.uniform(3...12)
    descend(to: random.uniform(1.2...2), at: 0.4)
    stay(for: random.uniform(10...30), &random)
    ascend(at: 0.3)
  }

  private mutating func descend(to depth: Double, at rate: Double) {
    stays.append(Stay(points: [(durationS, 0)]))
    go(to: depth, at: rate)
  }

  private mutating func ascend(at rate: Double) { go(to: 0, at: rate) }

  private mutating func go(to depth: Double, at rate: Double) {
    guard let last = stays.last?.points.last else { return }
    durationS = last.time + abs(depth - last.depth) / rate
    stays[stays.count - 1].points.append((durationS, depth))
  }

  /// Stays near a depth, within 0.1 m of it.
  private mutating func stay(for seconds: Double, _ random: inout RandomStream) {
    guard let from = stays.last?.points.last else { return }
    let end = from.time + seconds
    while durationS < end {
      durationS = min(end, durationS + random.uniform(8...20))
      stays[stays.count - 1].points.append((durationS, from.depth + random.uniform(-0.1...0.1)))
    }
  }

  /// The depth at a time; nil out of the water. Times must not go back from one call to the next.
  func depth(at time: Double, _ cursor: inout Cursor) -> Double? {
    while cursor.stay < stays.count, stays[cursor.stay].end < time { cursor = Cursor(stay: cursor.stay + 1) }
    guard cursor.stay < stays.count, stays[cursor.stay].start <= time else { return nil }
    let points = stays[cursor.stay].points
    while points[cursor.point + 1].time < time { cursor.point += 1 }
    let (one, other) = (points[cursor.point], points[cursor.point + 1])
    return one.depth + (other.depth - one.depth) * (time - one.time) / (other.time - one.time)
  }

  /// A position along the course.
  struct Cursor {
    var stay = 0
    var point = 0
  }

  /// The stays of each dive.
  var dives: [ArraySlice<Stay>] {
    var dives: [ArraySlice<Stay>] = []
    var first = 0
    for index in stays.indices where index > 0 && stays[index].start - stays[index - 1].end >= Self.debounceS {
      dives.append(stays[first..<index])
      first = index
    }
    return stays.isEmpty ? [] : dives + [stays[first...]]
  }
}
