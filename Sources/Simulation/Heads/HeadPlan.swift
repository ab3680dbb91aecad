import Glibc

/// A repetition of a simulated set. Times are in s on the recording's clock, and the depth is in m.
package struct SimulatedRepetition: Hashable, Sendable {
  /// When the head begins to go down.
  package var startTime: Double
  /// When the head stops going down.
  package var bottomTime: Double
  /// When the head is up again.
  package var endTime: Double
  /// How far the ear goes down.
  package var depth: Double
  /// Number of the repetition's set, from 0.
  package var set: Int
  /// Whether the repetition counts: false for half repetitions.
  package var isFull: Bool
}

/// Draws the activity of a subject.
struct HeadPlan: Sendable {
  private(set) var movement = HeadMovement()
  private(set) var repetitions: [SimulatedRepetition] = []
  private(set) var end = 0.0
  private let settings: HeadSettings
  private var random: RandomStream

  private static let degree = Double.pi / 180

  init(_ settings: HeadSettings) {
    self.settings = settings
    random = RandomStream(settings, .timeline)
    for range in [0.03...0.1, 0.15...0.35, 0.4...0.8] {
      let angles = SIMD3(random.bell(), random.bell(), random.bell()) * 0.008
      movement.sway.append(
        (2 * .pi * random.uniform(range), random.uniform(0...6), SIMD4(angles, random.bell() * 0.002)))
    }
    movement.yaw = HeadTrack(from: random.uniform(-3...3))
    movement.pitch = HeadTrack(from: random.uniform(-8...8) * Self.degree)
    end = 3
    switch settings.activity {
    case .pushUps:
      for set in 0..<settings.setCount { pushUps(set) }
    case .everyday:
      while end < settings.durationS - 20 { everyday() }
      end = settings.durationS
    }
  }

  /// One set: down on the hands, repetitions, up on the knees, and a rest.
  private mutating func pushUps(_ set: Int) {
    let upright = movement.pitch.last
    // The face looks down, and somewhat ahead.
    let prone = -random.uniform(50...85) * Self.degree
    let low = random.uniform(0.5...0.6)
    let down = random.uniform(2...3.5)
    movement.pitch.step(by: prone - upright, at: end, over: down)
    movement.height.step(by: low - movement.height.last, at: end, over: down)
    end += down + random.uniform(1...3)
    let start = end
    repeatDips(set)
    if settings.disturbances.contains(.lookingAround) { lookAround(start...end, upTo: 45, every: 2...6) }
    end += random.uniform(1...2)
    let up = random.uniform(1.5...3)
    movement.pitch.step(by: upright - prone, at: end, over: up)
    movement.height.step(by: 1.1 - low, at: end, over: up)
    end += up
    let rest = random.uniform(15...25)
    lookAround(end...end + rest, upTo: 60, every: 2...8)
    end += rest
  }

  private mutating func repeatDips(_ set: Int) {
    let count = settings.repetitions.lowerBound + random.index(below: settings.repetitions.count)
    let cadence = random.uniform(settings.cadenceHz)
    // Muscles push up with at most about 6 m/s^2, so fast repetitions are less deep.
    let depth = min(random.uniform(0.2...0.4), 2 * 6 / pow(2 * .pi * cadence, 2))
    let out = random.uniform(0.42...0.58)
    let hold = random.uniform(0...0.12)
    let isSmooth = random.chance(0.3)
    var halves = settings.disturbances.contains(.halfRepetitions) ? 1 + random.index(below: max(1, count / 3)) : 0
    for number in 0..<count {
      let tired = 1 - 0.1 * Double(number) / Double(count)
      let varied = 1 + 0.05 * random.bell().clamped(to: -2...2)
      dip(depth * tired * varied, 1 / cadence, out, hold, isSmooth, set, isFull: true)
      if settings.disturbances.contains(.pauses), random.chance(0.25) { end += random.uniform(1...5) }
      if halves > 0, number + 1 < count, random.chance(0.5) {
        halves -= 1
        dip(
          depth * random.uniform(0.25...0.45), max(0.65, 0.6 / cadence), out, hold, isSmooth, set, isFull: false)
      }
    }
  }

  private mutating func dip(
    _ depth: Double, _ period: Double, _ out: Double, _ hold: Double, _ isSmooth: Bool, _ set: Int, isFull: Bool
  ) {
    let period = period * (1 + 0.04 * random.bell().clamped(to: -2...2))
    // A twentieth of the period is spent at the top.
    let length = 0.95 * period
    let out = out * (1 - hold)
    movement.dips.add(
      HeadTrack.Piece(
        start: end, length: length, amount: -depth,
        shape: isSmooth ? .pulse(out: out, hold: hold) : .dip(out: out, hold: hold)))
    repetitions.append(
      SimulatedRepetition(
        startTime: end, bottomTime: end + (out + hold / 2) * length, endTime: end + length, depth: depth, set: set,
        isFull: isFull))
    end += period
  }

  /// 30 to 90 s of one activity.
  private mutating func everyday() {
    let length = random.uniform(30...90)
    switch random.index(below: 4) {
    case 0: walk(length)
    case 1: sit(length)
    case 2: lookAround(end...end + length, upTo: 80, every: 0.5...5)
    default: bend(length)
    }
    end += length
  }

  /// The head rises and falls by 4 to 6 cm per step, and by less per stride. In some walks the subject looks at a
  /// phone.
  private mutating func walk(_ length: Double) {
    let hz = random.uniform(1.6...2.1)
    let half = random.uniform(0.05...0.25)
    movement.steps.add(
      HeadTrack.Piece(
        start: end, length: length, amount: random.uniform(0.02...0.03), shape: .wave(hz: hz, half: half)))
    if random.chance(0.4) {
      movement.nod.add(
        HeadTrack.Piece(
          start: end, length: length, amount: -random.uniform(25...50) * Self.degree,
          shape: .pulse(out: 0.03, hold: 0.94)))
    } else {
      lookAround(end...end + length, upTo: 60, every: 2...8)
    }
  }

  /// Sits down on a chair and later stands up, with the head bent forward both times.
  private mutating func sit(_ length: Double) {
    let drop = random.uniform(0.4...0.5)
    for (start, sign) in [(end, -1.0), (end + length - 3, 1.0)] {
      let time = random.uniform(1.2...2)
      movement.height.step(by: sign * drop, at: start, over: time)
      movement.nod.add(
        HeadTrack.Piece(
          start: start, length: time, amount: -random.uniform(25...50) * Self.degree,
          shape: .pulse(out: 0.45, hold: 0.1)))
    }
  }

  /// Bends to the floor and up again, every few seconds.
  private mutating func bend(_ length: Double) {
    var start = end
    while start < end + length - 6 {
      let time = random.uniform(2...4)
      let out = random.uniform(0.35...0.5)
      let hold = random.uniform(0...0.2)
      let shape = HeadTrack.Piece.Shape.pulse(out: out, hold: hold)
      movement.dips.add(HeadTrack.Piece(start: start, length: time, amount: -random.uniform(0.5...1), shape: shape))
      movement.nod.add(
        HeadTrack.Piece(start: start, length: time, amount: -random.uniform(30...60) * Self.degree, shape: shape))
      start += time + random.uniform(0.5...6)
    }
  }

  private mutating func lookAround(_ time: ClosedRange<Double>, upTo degrees: Double, every pause: ClosedRange<Double>)
  {
    var start = time.lowerBound + random.uniform(0...1)
    while true {
      let length = random.uniform(0.8...3)
      guard start + length < time.upperBound else { return }
      let shape = HeadTrack.Piece.Shape.pulse(out: random.uniform(0.2...0.4), hold: random.uniform(0...0.3))
      let amount = random.sign() * random.uniform(0.25...1) * degrees * Self.degree
      let piece = HeadTrack.Piece(start: start, length: length, amount: amount, shape: shape)
      switch random.index(below: 4) {
      case 0: movement.nod.add(HeadTrack.Piece(start: start, length: length, amount: amount / 2, shape: shape))
      case 1: movement.roll.add(HeadTrack.Piece(start: start, length: length, amount: amount / 3, shape: shape))
      default: movement.yaw.add(piece)
      }
      start += length + random.uniform(pause)
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
