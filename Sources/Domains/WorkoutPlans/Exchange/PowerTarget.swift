/// The alert of a step for which a file states one power or two.
struct PowerTarget {
  /// The meaning of two powers in a file.
  enum Meaning {
    /// The power stays between the two.
    case range
    /// The power goes from the first to the second.
    case ramp
  }

  /// Nil if the step has no target.
  private(set) var alert: StepAlert?
  /// The lost parts of the powers, a sentence each.
  private(set) var losses: [String] = []

  /// - Parameter ftpW: turns fractions of the threshold power into watts. Without it they become zones.
  init(_ start: TrainerStep.Power, to end: TrainerStep.Power? = nil, _ meaning: Meaning = .ramp, ftpW: Double?) {
    let ends = [start, end ?? start]
    let watts = ends.compactMap { $0.watts(ftpW: ftpW) }.sorted()
    let isOne = watts.count == 2 ? watts[0] == watts[1] : ends[0].number == ends[1].number
    let middle = (ends[0].number + ends[1].number) / 2
    if isOne, ends[0].number == 0 {
      losses = ["\(ends[0].words) becomes a step without a target"]
    } else if watts.count < 2 {
      let zone = TrainerStep.zone(ofFraction: middle)
      alert = StepAlert(.powerZone(zone))
      losses = [
        "\(Self.words(ends, meaning)) of the threshold power becomes power zone \(zone)\(TrainerStep.zoneHint)"
      ]
    } else if isOne {
      alert = StepAlert(.powerThreshold(Measure(watts[0], .w)))
    } else if watts[0] < PowerUnit.plausible.lowerBound {
      // A range of a plan begins with a power above 0.
      let middle = (watts[0] + watts[1]) / 2
      alert = StepAlert(.powerThreshold(Measure(middle, .w)))
      losses = ["\(Self.words(ends, meaning)) becomes its middle, \(PlanWords.number(middle)) W"]
    } else {
      alert = StepAlert(.powerRange(MeasureRange(watts[0]...watts[1], .w)))
      if meaning == .ramp { losses = ["\(Self.words(ends, meaning)) becomes a range"] }
    }
  }

  /// `88 to 94 %`, or `a ramp from 100 W to 200 W`.
  private static func words(_ ends: [TrainerStep.Power], _ meaning: Meaning) -> String {
    let texts = ends.map(\.words)
    guard texts[0] != texts[1] else { return texts[0] }
    let both = ends.map { PlanWords.number($0.shownNumber) }.joined(separator: " to ") + " " + ends[0].unit
    return meaning == .ramp ? "a ramp from \(both)" : both
  }
}

extension TrainerStep.Power {
  /// The watts or the fraction.
  fileprivate var number: Double {
    switch self {
    case .watts(let watts): watts
    case .fraction(let fraction): fraction
    }
  }

  /// The watts, or the fraction in percent.
  fileprivate var shownNumber: Double {
    switch self {
    case .watts(let watts): watts
    case .fraction(let fraction): 100 * fraction
    }
  }

  fileprivate var unit: String {
    switch self {
    case .watts: "W"
    case .fraction: "%"
    }
  }

  fileprivate var words: String { "\(PlanWords.number(shownNumber)) \(unit)" }

  /// In watts; nil for a fraction if the threshold power is not known.
  fileprivate func watts(ftpW: Double?) -> Double? {
    switch self {
    case .watts(let watts): watts
    case .fraction(let fraction): ftpW.map { TrainerStep.watts(fraction, ftpW: $0) }
    }
  }
}
