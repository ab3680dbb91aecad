import SPSignals

/// Determines the truth of a plan: the starts of swings, which of them hit, and all shocks.
struct TruthBuilder {
  private(set) var swings: [SimulatedSwing] = []
  private(set) var distractors: [SimulatedDistractor] = []
  private(set) var shocks: [Shock] = []

  private let settings: SimulationSettings
  private let bootUS: Int
  private let gapsUS: [Range<Int>]

  init(_ settings: SimulationSettings, _ plan: SessionPlan, bootUS: Int, gapsUS: [Range<Int>]) {
    self.settings = settings
    self.bootUS = bootUS
    self.gapsUS = gapsUS
    var random = RandomStream(settings, .shocks)
    let count = plan.events.reduce(0) {
      if case .swing = $1.gesture.kind { $0 + 1 } else { $0 }
    }
    var labels = Self.labels(settings, count: count).makeIterator()
    for event in plan.events {
      switch event.gesture.kind {
      case .swing(let contactS, let direction, let isBackhand):
        let contact = event.startS + contactS
        // A miss draws a shock as well, so that the hits' shocks do not depend on the fraction of misses.
        let shock = Self.hitShock(at: contact, settings.peakRangeG, &random)
        addSwing(
          contact, direction, isBackhand, labels.next() == .hit ? shock : nil, plan.track)
      case .distractor(let kind, let timeS):
        addDistractor(kind, event.startS + timeS, event)
      case .filler: break
      }
    }
  }

  private static func labels(_ settings: SimulationSettings, count: Int) -> [SimulatedLabel] {
    let misses = Int((settings.missShare * Double(count)).rounded())
    var labels = [SimulatedLabel](repeating: .miss, count: misses)
    labels += [SimulatedLabel](repeating: .hit, count: count - misses)
    var random = RandomStream(settings, .labels)
    random.shuffle(&labels)
    return labels
  }

  /// A hit's shock, modelled on tennis hits at 800 Hz: z carries 53-83 % of the energy, x 12-44 %, y 1-6 %.
  ///
  /// Tennis rings at 95-125 Hz. Bats and clubs reach higher, so the range ends at 200 Hz.
  private static func hitShock(
    at onsetS: Double, _ peakRangeG: ClosedRange<Double>, _ random: inout RandomStream
  ) -> Shock {
    let y = random.uniform(0.01...0.06)
    let z = random.uniform(max(0.53, 1 - 0.44 - y)...min(0.83, 1 - 0.12 - y))
    let x = 1 - y - z
    let polarity = random.chance(1.0 / 7) ? -1.0 : 1.0
    return Shock(
      onsetS: onsetS, frequencyHz: random.uniform(95...200), decayS: random.uniform(0.011...0.025),
      build: random.uniform(0.4...0.8), peakG: polarity * random.logUniform(peakRangeG),
      fractions: SIMD3(random.sign() * x, random.sign() * y, z))
  }

  private mutating func addSwing(
    _ contactS: Double, _ direction: Double, _ isBackhand: Bool, _ shock: Shock?, _ track: MotionTrack
  ) {
    guard
      let start = SwingStart(
        contactS: contactS, direction: direction, rate: { track.state(at: $0).rotationAlongGravity })
    else {
      // The backswing turns in the opposite direction at 2 rad/s or more, so every swing starts after its backswing.
      preconditionFailure("a swing was built that never starts")
    }
    swings.append(
      SimulatedSwing(
        index: swings.count, startTime: clock(start.timeS), contactTime: clock(contactS),
        label: shock == nil ? .miss : .hit, shock: shock.map(SimulatedShock.init),
        peakRotationRadS: start.peakRadS, isBackhand: isBackhand,
        isInterrupted: hasGap(between: start.timeS - 0.05, and: contactS + 0.1)))
    if let shock { shocks.append(shock) }
  }

  private mutating func addDistractor(_ kind: DistractorKind, _ timeS: Double, _ event: SessionPlan.Event) {
    let placed = event.gesture.shocks.map { shock in
      var moved = shock
      moved.onsetS += event.startS
      return moved
    }
    shocks += placed
    distractors.append(
      SimulatedDistractor(kind: kind, time: clock(timeS), shockTimes: placed.map { clock($0.onsetS) }))
  }

  private func clock(_ timeS: Double) -> Double { Double(bootUS) / 1e6 + timeS }

  private func hasGap(between startS: Double, and endS: Double) -> Bool {
    // The gaps are in order: the first that ends after the start decides.
    let first = partitionPoint(gapsUS.indices) { Double(gapsUS[$0].upperBound) / 1e6 <= startS }
    return first < gapsUS.count && Double(gapsUS[first].lowerBound) / 1e6 < endS
  }
}

extension SimulatedShock {
  init(_ shock: Shock) {
    peakG = shock.peakG
    isInverted = shock.amplitude.z < 0
    frequencyHz = shock.frequencyHz
    decayS = shock.decayS
  }
}
