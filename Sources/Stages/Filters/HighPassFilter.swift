import SPPipelines
import SPSignals
import SPSwings

/// Options of `filters.high_pass`.
package struct HighPassOptions: StageOptions {
  /// End of the stop band, in Hz.
  package var stopHz = 40.0
  /// Start of the pass band, in Hz.
  package var passHz = 80.0
  /// Attenuation in the stop band, in dB.
  package var attenuationDB = 60.0

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .number("stop_hz", \.stopHz, in: .above(0, through: 100_000), unit: "Hz", help: "End of the stop band."),
      .number(
        "pass_hz", \.passHz, in: .above(0, through: 100_000), unit: "Hz",
        help: "Start of the pass band; above stop_hz and below half the sampling rate."),
      .number(
        "attenuation_db", \.attenuationDB, in: KaiserHighPass.allowedAttenuationDB, unit: "dB",
        help: "Attenuation in the stop band; with the distance between the bands it sets the filter's length."),
    ]
  }

  /// The pass band must be above the stop band.
  package func faults() -> [OptionFault] {
    guard passHz > stopHz else {
      return [OptionFault("pass_hz", "expected more than stop_hz (\(stopHz) Hz), found \(passHz) Hz")]
    }
    return []
  }
}

/// Passes the shock of a contact and removes the motion of the arm.
package struct HighPassFilter: Stage {
  package static let type: StageType = "filters.high_pass"
  package static let summary = "High-pass filters the acceleration, so that only the shock of a contact is left."
  package static let details = """
    A linear-phase FIR filter designed by the Kaiser window for the recording's measured rate. It has N = (A - 7.95) \
    / (2.285 dw) + 1 taps, made odd, for an attenuation of A dB and a transition of dw radians per sample (Kaiser \
    1974). With the defaults it has 75 taps at 800 Hz. The filter compensates its group delay, so a shock keeps its \
    time. The ends of every segment are extended by odd reflection; nothing is filtered across a gap.

    A sample that is missing makes those within half the filter's length of it missing too.

    In a real tennis recording the defaults find all seven contacts and nothing else, with every threshold from 1 to 8 g. \
    A contact vibrates at 95 to 125 Hz, and the arm moves below 20 Hz.
    """

  private let design: KaiserHighPass

  package static func ports(_ options: HighPassOptions) -> Ports {
    Ports(reads: [.passing(.accelerometer)], writes: [.passing(.acceleration)])
  }

  package init(_ options: HighPassOptions) {
    design = KaiserHighPass(
      stopHz: options.stopHz, passHz: options.passHz, attenuationDB: options.attenuationDB)
  }

  /// Checks the pass band against half the recording's rate.
  package func plan(_ plan: inout PlanContext) throws {
    let facts = try plan.facts(.accelerometer)
    guard let rate = facts.rateHz else {
      if let count = facts.count, count > 1 {
        plan.fault("the recording's first timestamps give no rate; expected timestamps that increase")
      }
      return try plan.setFacts(.acceleration, facts)
    }
    guard design.passHz < rate / 2 else { return refuse(rate: rate, in: &plan) }
    do {
      _ = try design.kernel(rate: rate)
    } catch {
      return plan.fault(option: "stop_hz", "\(error)")
    }
    try plan.setFacts(.acceleration, facts)
  }

  /// Reports an error for a rate that is too low for the pass band. If another band fits the rate, the error suggests
  /// it.
  private func refuse(rate: Double, in plan: inout PlanContext) {
    func rounded(_ value: Double) -> Double {
      value < 1 ? (value * 10_000).rounded() / 10_000 : (value * 10).rounded() / 10
    }
    let expected = "expected less than \(rounded(rate / 2)) Hz, half the recording's rate, found \(design.passHz) Hz"
    guard rate < Self.contactRateHz else {
      return plan.fault(option: "pass_hz", "\(expected); the default is \(Options().passHz) Hz")
    }
    let pass = Int(0.4 * rate)
    // The motion of the arm is under 20 Hz.
    let advice =
      pass >= 20
      ? "stop_hz \(pass / 2) and pass_hz \(pass) would fit, but keep the heaviest contacts only"
      : "no band above the motion of the arm is left at this rate"
    plan.fault(
      option: "pass_hz", "\(expected); \(advice)",
      cause: "\(rounded(rate)) Hz is too slow: a contact rings at 95 to 125 Hz, which takes a rate of 400 Hz to record")
  }

  /// The lowest rate, in Hz, that records the ringing of a contact.
  private static let contactRateHz = 400.0

  /// Filters the acceleration as it passes.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let source = try workspace.source(of: .accelerometer).window
    // A recording with fewer than two samples has no rate, and needs no filter.
    let rateHz = source.stream.ring.prologue.rateHz
    let kernel = rateHz > 0 ? try design.kernel(rate: rateHz) : nil
    let filtered = PassingVectors(FilteredWindow(source, kernel))
    try workspace.provide(.acceleration, filtered)
    if let times = workspace.environment.explainedTimes {
      // The three axes and the length of the vector.
      let peaks = MomentPeaks(around: times, of: 4)
      try filtered.read { block in
        peaks.take(block) { row in
          let vector = block.sample(at: row)
          return vector + [vector.reduce(0) { $0 + $1 * $1 }.squareRoot()]
        }
      }
      workspace.noteMoment(peaks, Slot.acceleration.name)
    }
    return AtEnd { workspace in
      if let kernel { workspace.note("taps", kernel.taps.count) }
      try workspace.set(.acceleration, Self.whole(workspace.get(.accelerometer), kernel))
    }
  }

  /// The whole signal, for pictures. Its axes are filtered when their samples are read.
  private static func whole(_ source: Triaxial, _ kernel: FIRKernel?) throws -> Triaxial {
    guard let kernel, source.count > 1 else {
      // Without frequencies above 0 Hz, nothing passes.
      let silence = MemorySignal(
        [Float](repeating: 0, count: source.count), timeBase: source.timeBase, unit: source.unit)
      return Triaxial(x: silence, y: silence, z: silence)
    }
    return Triaxial(
      x: try FilteredSignal(source.x, kernel: kernel), y: try FilteredSignal(source.y, kernel: kernel),
      z: try FilteredSignal(source.z, kernel: kernel))
  }
}

extension HighPassFilter: EventExplainingStage {
  /// `acceleration`.
  package var explainedSlots: [String] { [Slot.acceleration.name] }

  /// Adds the filtered acceleration.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    guard let filtered = results[.acceleration] else { return }
    evidence.filtered = filtered
    evidence.peaksOfAcceleration = results.momentNote(Slot.acceleration.name)
  }
}
