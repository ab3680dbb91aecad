import Testing

@testable import SPReporting

/// Signals in a report.
struct TraceTests {
  @Test("Samples come back within half a step of 16 bits, at their times from the moment")
  func roundTrip() throws {
    let times = (0..<100).map { 500 + Double($0) / 800 }
    let values = (0..<100).map { Float($0 * $0) / 100 - 30 }
    let trace = try #require(Trace(times: times, values: values, from: 500.05, step: 1.0 / 800))
    let samples = trace.samples
    #expect(samples.count == 100)
    for (index, sample) in samples.enumerated() {
      #expect(abs(sample.time - (times[index] - 500.05)) < 1e-9)
      // The largest size is 68.01.
      #expect(abs(sample.value - Double(values[index])) <= 68.02 / 32766 / 2)
    }
    #expect(trace.bytes.count == 200)
  }

  @Test("Lost samples leave their slots empty, and ones that are not finite are told from them")
  func lost() throws {
    let kept = [0, 1, 2, 5, 6]
    let trace = try #require(
      Trace(times: kept.map { Double($0) / 100 }, values: [1, .nan, 3, 4, 5], from: 0, step: 0.01))
    #expect(trace.slots.count == 7)
    #expect(trace.slots[1] == Trace.missing)
    #expect(trace.slots[3] == Trace.lost && trace.slots[4] == Trace.lost)
    #expect(trace.samples.map(\.time) == kept.map { Double($0) * 0.01 })
    #expect(trace.samples[1].value.isNaN)
  }

  @Test("On an unsteady clock samples keep times of their own")
  func unsteady() throws {
    let times = [0, 0.006, 0.021, 0.0215, 0.05]
    let trace = try #require(Trace(times: times, values: [1, 2, 3, 4, 5], from: 0, step: 0.01))
    #expect(trace.slots.count == 5)
    #expect(trace.bytes.count == 20)
    for (sample, time) in zip(trace.samples, times) { #expect(abs(sample.time - time) <= Trace.tick / 2) }
  }

  @Test("Nothing finite makes no trace")
  func nothing() {
    #expect(Trace(times: [], values: [], from: 0, step: 0.01) == nil)
    #expect(Trace(times: [0, 1], values: [.nan, .infinity], from: 0, step: 0.01) == nil)
    #expect(Trace(times: [0, 1], values: [1, 2], from: 0, step: 0) == nil)
  }

  @Test("The fraction of a peak that a slower sensor shows is taken within 30 ms of the moment, and of contacts alone")
  func coarse() throws {
    // A peak of 20 g at the moment, and a larger one 40 ms before it, which is another's.
    let times = (0..<80).map { Double($0) / 800 }
    let values: [Float] = (0..<80).map { $0 == 40 ? -20 : $0 == 8 ? 50 : 1 }
    let raw = try #require(Trace(times: times, values: values, from: 40.0 / 800, step: 1.0 / 800))
    let kept = (0..<10).map { Double($0 * 8) / 800 }
    let slow: [Float] = [9, 9, 1, 1, 1, 1.5, -2, .nan, 1, 9]
    let trace = try #require(Trace(times: kept, values: slow, from: 40.0 / 800, step: 8.0 / 800))
    let coarse = EventPicture.CoarseView(trace, rateHz: 100, of: raw)
    #expect(abs(try #require(coarse.peakFraction) - 0.1) < 1e-3)
    #expect(EventPicture.CoarseView(trace, rateHz: 100, of: nil).peakFraction == nil)
  }
}
