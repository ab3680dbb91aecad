import Foundation
import Testing

@testable import SPPlots

struct TicksTests {
  @Test(arguments: [
    (0.0...1.0, 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
    (0.0...1.0, 5, ["0.0", "0.5", "1.0"]),
    (-0.55...0.35, 10, ["−0.5", "−0.4", "−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"]),
    (-32.0...29.0, 5, ["−20", "0", "20"]),
    (0.3...0.9, 3, ["0.4", "0.6", "0.8"]),
    (1_700_000_000.05...1_700_000_000.75, 4, ["1700000000.2", "1700000000.4", "1700000000.6"]),
    (0...3e-8, 4, ["0", "1e−8", "2e−8", "3e−8"]),
    (-2.5e7...0, 3, ["−2e7", "−1e7", "0"]),
    (0.0...150_000, 4, ["0", "50000", "100000", "150000"]),
  ])
  func namesRoundValues(range: ClosedRange<Double>, count: Int, labels: [String]) {
    #expect(Ticks(in: range, atMost: count).labels == labels)
  }

  @Test func valuesCarryNoNoiseOfBinaryFractions() {
    // 3 * 0.1 is 0.30000000000000004; the double nearest to 0.3 is what a reader would write.
    #expect(Ticks(in: 0...0.7, atMost: 8).values == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
  }

  @Test func stepsAreTheNarrowestThatFit() {
    var noise = Noise(seed: 5)
    for _ in 0..<300 {
      let lower = (noise.next() - 0.5) * pow(10, (noise.next() * 12 - 6).rounded())
      let width = (0.5 + noise.next()) * pow(10, (noise.next() * 10 - 5).rounded())
      let count = 2 + Int(noise.next() * 12)
      let range = lower...(lower + width)
      let ticks = Ticks(in: range, atMost: count)
      #expect(ticks.values.count <= count)
      #expect(ticks.values.allSatisfy { $0 >= lower - width * 1e-6 && $0 <= lower + width * (1 + 1e-6) })
      #expect(Set(ticks.labels).count == ticks.labels.count)
      // One step finer, by the definition of 1-2-5, would be too many.
      let step = Double(ticks.mantissa) * pow(10, Double(ticks.exponent))
      let finer = ticks.mantissa == 5 ? step * 0.4 : step / 2
      let multiples = (range.upperBound / finer + 1e-6).rounded(.down) - (range.lowerBound / finer - 1e-6).rounded(.up)
      #expect(Int(multiples) + 1 > count)
    }
  }

  @Test(arguments: [
    0.0...0.0, 5.0...5.0, -Double.infinity...Double.infinity, 1e16...1e16.nextUp, 0...Double.leastNonzeroMagnitude,
  ])
  func rangesWithoutRoundValuesGetNone(range: ClosedRange<Double>) {
    #expect(Ticks(in: range, atMost: 5).values.isEmpty)
  }

  @Test func absurdCountsAreBounded() {
    #expect(Ticks(in: 0...1, atMost: -3).values.count == 1)
    #expect(Ticks(in: 0.5...1e6, atMost: .max).values.count <= 100)
  }
}

struct DecimalTextTests {
  @Test(arguments: [
    (0.1 + 0.2, 2, "0.30"), (-0.25, 2, "−0.25"), (-0.001, 1, "0.0"), (12.345, 0, "12"), (1e20, 2, "1e20"),
    (.nan, 1, "–"), (-.infinity, 1, "–"), (3, -2, "3"), (-2.5e-6, 6, "−0.000003"),
  ])
  func roundsToDecimals(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [
    (1.5, "1.5"), (12.345, "12.3"), (-0.0421, "−0.0421"), (1000, "1000"), (123_456, "123456"), (2, "2"), (0, "0"),
    (0.999_96, "1"), (.infinity, "–"),
  ])
  func roundsToSignificantDigits(value: Double, text: String) {
    #expect(DecimalText.text(value, significant: 3) == text)
  }
}
