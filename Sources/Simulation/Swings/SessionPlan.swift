import Glibc

/// The order and the times of all events in a session.
struct SessionPlan: Sendable {
  struct Event: Sendable {
    var startS: Double
    var gesture: Gesture
  }

  /// Rest at the beginning and the end of a session, s.
  private static let leadS = 1.0
  private static let tailS = 0.5

  /// Swings and distractors in order of time.
  let events: [Event]
  /// All motion, including walks and fidgets between the events.
  let track: MotionTrack

  init(_ settings: SimulationSettings, _ subject: Subject) throws(SimulationError) {
    var random = RandomStream(settings, .timeline)
    let gestures = Self.gestures(settings, subject, &random)
    let spacingS = settings.pace.spacingS
    let needed = gestures.reduce(Self.leadS + Self.tailS) { $0 + $1.lengthS + spacingS }
    guard needed <= settings.durationS else {
      throw .eventsDoNotFit(requiredS: needed, durationS: settings.durationS)
    }
    // The remaining time is distributed at random; the constant keeps neighbours apart.
    let weights = (0...gestures.count).map { _ in 0.3 - log(1 - random.unit()) }
    let total = weights.reduce(0, +)
    let slack = settings.durationS - needed
    var fillers = RandomStream(settings, .fillers)
    var track = MotionTrack(base: subject.base, wobbles: subject.wobbles)
    var events: [Event] = []
    events.reserveCapacity(gestures.count)
    var time = Self.leadS
    for (index, gesture) in gestures.enumerated() {
      let pause = spacingS + slack * weights[index] / total
      Self.fill(&track, time + spacingS / 2, pause - spacingS, &fillers)
      time += pause
      track.append(gesture, at: time)
      events.append(Event(startS: time, gesture: gesture))
      time += gesture.lengthS
    }
    Self.fill(&track, time + spacingS / 2, settings.durationS - Self.tailS - time - spacingS, &fillers)
    self.events = events
    self.track = track
  }

  private static func count(_ perMinute: Double, _ settings: SimulationSettings) -> Int {
    Int((perMinute * settings.durationS / 60).rounded())
  }

  /// Draws the events in a random order.
  private static func gestures(
    _ settings: SimulationSettings, _ subject: Subject, _ random: inout RandomStream
  ) -> [Gesture] {
    var distractors = RandomStream(settings, .distractors)
    var kinds = [DistractorKind?](repeating: nil, count: count(settings.swingsPerMinute, settings))
    for _ in 0..<count(settings.distractorsPerMinute, settings) {
      let choice = distractors.unit()
      kinds.append(choice < 0.35 ? .clap : choice < 0.65 ? .tap : choice < 0.9 ? .catch : .drop)
    }
    kinds += [DistractorKind?](repeating: .practice, count: count(settings.practicePerMinute, settings))
    kinds += [DistractorKind?](repeating: .checkSwing, count: count(settings.checkSwingsPerMinute, settings))
    random.shuffle(&kinds)
    var swings = RandomStream(settings, .swings)
    return kinds.map { kind in
      if let kind { return DistractorBuilder.gesture(kind, subject, &distractors) }
      let isBackhand = swings.chance(subject.backhandShare)
      return SwingBuilder.gesture(subject, settings.pace, isBackhand: isBackhand, &swings)
    }
  }

  private static func fill(
    _ track: inout MotionTrack, _ startS: Double, _ lengthS: Double, _ random: inout RandomStream
  ) {
    var time = startS
    let endS = startS + lengthS
    while endS - time > 0.3 {
      let gesture = FillerBuilder.gesture(room: endS - time, &random)
      track.append(gesture, at: time)
      time += gesture.lengthS
    }
  }
}

/// Draws the gaps, in which samples are missing.
enum GapPlan {
  /// Draws the gaps, us from the session's start, in order and apart from each other.
  static func gapsUS(_ settings: SimulationSettings) -> [Range<Int>] {
    guard settings.gapCount > 0 else { return [] }
    var random = RandomStream(settings, .gaps)
    let lengths = (0..<settings.gapCount).map { _ in
      Int((random.uniform(settings.gapLengthRangeS) * 1_000_000).rounded())
    }
    // Both ends keep a margin, so that every session starts and ends with samples. Sorted positions in the remaining
    // time, each shifted by the gaps before it, cannot overlap.
    let marginUS = 250_000
    let durationUS = Int((settings.durationS * 1_000_000).rounded())
    let freeUS = durationUS - 2 * marginUS - lengths.reduce(0, +)
    var places = lengths.map { _ in Int(random.unit() * Double(freeUS)) }
    places.sort()
    var startUS = marginUS
    return zip(places, lengths).map { place, length in
      let gap = startUS + place..<startUS + place + length
      startUS += length
      return gap
    }
  }
}
