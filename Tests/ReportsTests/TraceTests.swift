import Testing

@testable import Reports

@Suite("Signals in a report")
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

  @Test("Every eighth sample is counted from the recording's first, not from the window's")
  func coarse() throws {
    // A peak of 10 in the recording's sample 43; the window begins with sample 37, so that 40, 48 and 56 are kept.
    let values: [Float] = (37..<61).map { $0 == 43 ? 10 : $0 == 48 ? -4 : $0 == 40 ? 2 : 1 }
    let times = (37..<61).map { Double($0) / 800 }
    let trace = try #require(Trace(times: times, values: values, from: 43.0 / 800, step: 1.0 / 800, firstIndex: 37))
    let coarse = try #require(EventPicture.CoarseView(of: trace, factor: 8))
    #expect(coarse.phase == 3)
    #expect(abs(coarse.peakShare - 0.4) < 1e-4)
    #expect(EventPicture.CoarseView(of: trace, factor: 1) == nil)
  }
}
