import Foundation
import SPSignals
import SPSimulation
import Testing

@testable import SPHeadMotion

/// Repetitions and sets.
struct RepetitionTests {
  /// Cosine dips of a head that looks straight down, with user acceleration of Apple's sign: minus the head's own.
  private func samples(
    _ depths: [Double], periodS: Double = 2, rateHz: Double = 50, pitch: Double = -.pi / 2, restS: Double = 0
  ) -> HeadSamples {
    var samples = HeadSamples()
    let down = Quaternion(angle: pitch, about: [1, 0, 0])
    let lead = 12.0
    let step = periodS + restS
    let end = 2 * lead + Double(depths.count) * step
    for index in 0..<Int(end * rateHz) {
      let time = Double(index) / rateHz
      let place = (time - lead) / step
      let number = Int(place.rounded(.down))
      let within = (place - Double(number)) * step
      var up = 0.0
      if depths.indices.contains(number), within < periodS {
        // h = -d (1 - cos wt) / 2.
        let w = 2 * Double.pi / periodS
        up = -depths[number] / 2 * w * w * cos(w * within)
      }
      samples.append(time, down, user: down.conjugate.rotate([0, 0, -up / 9.80665]))
    }
    return samples
  }

  private func find(_ samples: HeadSamples, _ rules: RepetitionRules = RepetitionRules()) throws -> HeadFindings {
    try samples.findings(HeadRules(repetitions: rules))
  }

  @Test("The kernel integrates twice between 0.2 and 1.5 Hz, and passes no constant and no steps of a walk")
  func kernel() {
    let kernel = DisplacementKernel(stepS: 0.05)
    func gain(_ hz: Double) -> Double {
      kernel.taps[0]
        + 2 * (1..<kernel.taps.count).reduce(0.0) { $0 + kernel.taps[$1] * cos(2 * .pi * hz * 0.05 * Double($1)) }
    }
    for hz in [0.3, 0.5, 0.8, 1.2, 1.4] {
      // The exact response of a double integrator.
      #expect(abs(gain(hz) * pow(2 * .pi * hz, 2) + 1) < 0.05, "\(hz) Hz")
    }
    #expect(abs(gain(0)) < 1e-12)
    #expect(abs(gain(2.2)) * pow(2 * .pi * 2.2, 2) < 0.02)
  }

  @Test("Dips of a known shape are repetitions, with their times, depth and speed", arguments: [25.0, 50, 100])
  func shape(rateHz: Double) throws {
    let found = try find(samples([0.3, 0.3, 0.3, 0.3], rateHz: rateHz))
    #expect(found.repetitions.count == 4 && found.sets.count == 1)
    for (number, repetition) in found.repetitions.enumerated() {
      let measured = repetition.measured
      #expect(abs(measured.depth - 0.3) < 0.03)
      #expect(abs(measured.bottomTime - (13 + 2 * Double(number))) < 0.03)
      // A twentieth of the depth is reached after acos(0.9) / (2 pi) = 0.0718 of the period.
      #expect(abs(measured.startTime - (12 + 2 * Double(number) + 0.1436)) < 0.05)
      #expect(abs(measured.downSpeed - 0.3 * .pi / 2) < 0.07)
      #expect(abs(measured.facing.y - 1) < 1e-6)
    }
  }

  @Test("A head that falls goes down: user acceleration points up in free fall")
  func sign() throws {
    var samples = HeadSamples()
    let down = Quaternion(angle: -.pi / 2, about: [1, 0, 0])
    // Falls at a quarter of gravity and is caught, and thrown up, again and again: 0.4 s each.
    for index in 0..<2000 {
      let phase = Int(Double(index) / 50 / 0.4) % 4
      let falls = index > 600 && index < 1080 && (phase == 0 || phase == 3)
      let rises = index > 600 && index < 1080 && !falls
      let user = falls ? 0.25 : rises ? -0.25 : 0
      samples.append(Double(index) / 50, down, user: down.conjugate.rotate([0, 0, user]))
    }
    let found = try find(samples)
    let first = try #require(found.repetitions.dropFirst().first?.measured)
    // In the middle of the thrust upwards, phases 1 and 2, the head is lowest.
    #expect(abs((first.bottomTime / 1.6).truncatingRemainder(dividingBy: 1) - 0.5) < 0.1)
  }

  @Test("Half repetitions do not count, and are told as partial")
  func partial() throws {
    let found = try find(samples([0.4, 0.4, 0.15, 0.4, 0.4]))
    #expect(found.repetitions.count == 4)
    #expect(found.sets.map(\.partialCount) == [1])
    let rejected = try #require(found.rejectedRepetitions.first { $0.reason == .partial })
    let explained = RepetitionExplanation(
      at: rejected.measured.bottomTime, reachS: 0, in: found, rules: RepetitionRules())
    let candidate = try #require(explained.chosen.map { explained.candidates[$0] })
    #expect(candidate.rejection == .partial)
    let failed = try #require(candidate.checks.last)
    #expect(failed.name == "depth beside its set" && !failed.passed)
    #expect(abs((failed.lowest ?? 0) - 0.6 * 0.4) < 0.01 && abs((failed.value ?? 0) - 0.15) < 0.01)
  }

  @Test("Each check refuses what it is for, and the explanation ends with it")
  func refusals() throws {
    let cases: [(HeadSamples, RepetitionRejection)] = [
      (samples([0.3, 0.3, 0.3], pitch: 0), .notFacingDown), (samples([0.07, 0.07, 0.07]), .tooShallow),
      (samples([1, 1, 1]), .tooDeep), (samples([0.3]), .alone),
      (samples([0.11, 0.11, 0.11], periodS: 0.65), .tooShort),
    ]
    for (samples, reason) in cases {
      let found = try find(samples)
      #expect(found.repetitions.isEmpty)
      let rejected = try #require(found.rejectedRepetitions.first { $0.reason == reason }, "\(reason)")
      let explained = RepetitionExplanation(
        at: rejected.measured.bottomTime, reachS: 1, in: found, rules: RepetitionRules())
      let chosen = try #require(explained.chosen.map { explained.candidates[$0] })
      #expect(chosen.rejection == reason && chosen.checks.last?.passed == false)
      #expect(chosen.checks.dropLast().allSatisfy { $0.passed })
    }
  }

  @Test("A long rest separates sets, a gap's time does not count as one")
  func sets() throws {
    var long = samples([0.3, 0.3, 0.3])
    let second = samples([0.3, 0.3])
    for row in second.time.indices {
      long.time.append(second.time[row] + 40)
      long.values += second.values[14 * row..<14 * row + 14]
    }
    let found = try find(long)
    #expect(found.sets.map(\.repetitions.count) == [3, 2])
    // The 24 s of stillness between them become a gap of 12 s, and 12 s of rest with samples.
    var rules = RepetitionRules()
    rules.maxRestS = 30
    let one = try find(long, rules)
    #expect(one.sets.map(\.repetitions.count) == [5])
    #expect(one.repetitions[2].gapFollows && abs(one.sets[0].gapS - 10) < 0.1)
    #expect(abs((one.repetitions[2].restS ?? 0) - 24) < 0.5)
  }

  @Test("The same samples give the same findings however they are cut", arguments: [1, 7, 1000])
  func blocks(rows: Int) throws {
    var settings = HeadSettings(seed: 3)
    settings.rateHz = 25
    settings.disturbances = Set(HeadDisturbance.allCases)
    let session = try HeadSession(settings)
    let rules = HeadRules(
      reference: .firstStillSecond, poseRateHz: 10, postures: PostureRules(), repetitions: RepetitionRules())
    let (whole, cut) = (
      try session.findings(rules, blockRows: session.count), try session.findings(rules, blockRows: rows)
    )
    #expect(whole.repetitions == cut.repetitions && whole.rejectedRepetitions == cut.rejectedRepetitions)
    #expect(whole.sets == cut.sets && whole.connections == cut.connections && whole.postures == cut.postures)
    #expect(try whole.poses.read(0..<whole.poses.count) == cut.poses.read(0..<cut.poses.count))
    #expect(!whole.repetitions.isEmpty)
  }
}
