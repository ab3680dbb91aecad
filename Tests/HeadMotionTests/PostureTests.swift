import Foundation
import SPHeadMotion
import SPSignals
import Testing

/// Postures.
struct PostureTests {
  private static let degree = Double.pi / 180

  /// Pitches in degrees from the start, each for a time in s.
  private func samples(_ pitches: [(Double, Double)], rateHz: Double = 25, gapAfter: Int? = nil) -> HeadSamples {
    var samples = HeadSamples()
    var time = 0.0
    for (number, (pitch, seconds)) in pitches.enumerated() {
      for _ in 0..<Int(seconds * rateHz) {
        samples.append(time, Quaternion(angle: (5 + pitch) * Self.degree, about: [1, 0, 0]))
        time += 1 / rateHz
      }
      if number == gapAfter { time += 3 }
    }
    return samples
  }

  private func postures(_ samples: HeadSamples, _ rules: PostureRules = PostureRules()) throws -> HeadFindings {
    try samples.findings(HeadRules(postures: rules))
  }

  @Test("Smoothing keeps 0.8 and takes 0.2 of a sample at 25 Hz, and as much a second at 100 Hz")
  func smoothing() throws {
    var rules = PostureRules()
    rules.minDurationS = 0
    // -16.17 (1 - 0.8^n) is below -15 from n = 12 on: 1 - 0.8^12 = 0.93128, 1 - 0.8^11 = 0.9141.
    let slow = try postures(samples([(0, 2), (-16.17, 2)]), rules)
    #expect(slow.postures.map(\.posture) == [.good, .warning])
    #expect(abs(slow.postures[1].startTime - (2 + 11 * 0.04)) < 1e-6)
    let fast = try postures(samples([(0, 2), (-16.17, 2)], rateHz: 100), rules)
    #expect(abs(fast.postures[1].startTime - slow.postures[1].startTime) < 0.04)
  }

  @Test("Warnings are below -15 and poor postures below -20 degrees, left 2 degrees above")
  func classes() throws {
    let found = try postures(samples([(0, 5), (-17, 5), (-22, 5), (-19, 5), (-17, 5), (-14, 5), (-12, 5)]))
    #expect(found.postures.map(\.posture) == [.good, .warning, .poor, .warning, .good])
    // -19 is still poor and -14 still a warning.
    #expect(zip(found.postures, [5.0, 5, 10, 10, 5]).allSatisfy { abs($0.durationS - $1) < 0.6 })
    #expect(abs((found.postures[1].pitch.mean ?? 0) / Self.degree + 17) < 0.3)
    #expect(found.summary.postureS?[.poor] == found.postures[2].durationS)
  }

  @Test("What does not last a second stays with the posture around it, and is told as refused")
  func short() throws {
    let found = try postures(samples([(0, 5), (-25, 0.8), (0, 5)]))
    #expect(found.postures.map(\.posture) == [.good])
    #expect(found.rejectedPostures.allSatisfy { $0.reason == .tooShort } && !found.rejectedPostures.isEmpty)
    let explained = PostureExplanation(at: 6, in: found, rules: PostureRules())
    #expect(explained.interval?.posture == .good)
    #expect(explained.rejected.contains { $0.change.interval.posture == .poor && !$0.check.passed })
  }

  @Test("A head that hangs all the time and nods about a limit is not good")
  func nodding() throws {
    var samples = samples([(0, 5)])
    for index in 0..<2875 {
      let time = 5 + Double(index) / 25
      let pitch = -20 + 4 * sin(2 * .pi * 0.7 * time)
      samples.append(time, Quaternion(angle: (5 + pitch) * Self.degree, about: [1, 0, 0]))
    }
    let found = try postures(samples)
    #expect(found.postures.map(\.posture) == [.good, .warning])
    #expect(found.postures.allSatisfy { abs($0.startTime - ($0.posture == .good ? 0 : 5)) < 0.5 })
  }

  @Test("Who passes a warning on the way down goes from good to poor")
  func passing() throws {
    let found = try postures(samples([(0, 5), (-17, 0.7), (-30, 5)]))
    #expect(found.postures.map(\.posture) == [.good, .poor])
  }

  @Test("A gap ends an interval; it has no posture")
  func gap() throws {
    let found = try postures(samples([(0, 5), (-18, 5), (-18, 5)], gapAfter: 1))
    #expect(found.postures.map(\.posture) == [.good, .warning, .warning])
    #expect(found.postures[1].isCut)
    #expect(abs(found.postures[2].startTime - found.postures[1].endTime - 3.04) < 1e-6)
    #expect(PostureExplanation(at: 11, in: found, rules: PostureRules()).interval == nil)
  }
}
