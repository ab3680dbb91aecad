import Foundation
import Signals
import Swings
import Testing

@Suite("Onsets on the raw acceleration")
struct OnsetFinderTests {
  /// Gravity, and from the onset on a damped sine of 20 g.
  private func raw(onset: Double, frequency: Double = 110) -> MemorySignal {
    Fixture.signal(seconds: 1, rate: 800) { time in
      let since = time - onset
      return -0.9 + (since > 0 ? 20 * exp(-since / 0.015) * sin(2 * .pi * frequency * since) : 0)
    }
  }

  @Test(
    "The onset of a clean shock is right within a sample", arguments: [0.5, 0.5003, 0.5009],
    [95.0, 110, 125])
  func cleanShock(onset: Double, frequency: Double) throws {
    let signal = raw(onset: onset, frequency: frequency)
    let samples = try signal.samples(0..<signal.count).map { abs($0 + 0.9) }
    let peak = try #require(samples.indices.max { samples[$0] < samples[$1] })
    let found = try OnsetFinder().onset(before: peak, in: signal)
    #expect(abs(Double(found) / 800 - onset) <= 1 / 800.0)
    #expect(found < peak)
  }

  @Test("A later, larger share of the largest step gives a later onset")
  func share() throws {
    let values: [Float] = [0, 0, 0, 0.25, 1.25, 3.25, 3]
    let signal = MemorySignal(values, timeBase: TimeBase(start: 0, rate: 800, count: 7), unit: .g)
    #expect(try OnsetFinder(share: 0.1).onset(before: 6, in: signal) == 2)
    #expect(try OnsetFinder(share: 0.2).onset(before: 6, in: signal) == 3)
    #expect(try OnsetFinder(share: 0.9, leadShare: 1).onset(before: 6, in: signal) == 4)
  }

  @Test("A slow lead counts while its steps reach their share of those that follow, two steps at most")
  func lead() throws {
    // Steps of 1, 1, 1, 4 and 20 g: a quarter of the largest of the three that follow at the earlier two, a fifth at 4.
    let values: [Float] = [0, 0, 1, 2, 3, 7, 27, 27]
    let signal = MemorySignal(values, timeBase: TimeBase(start: 0, rate: 800, count: 8), unit: .g)
    #expect(try OnsetFinder(share: 0.5, leadShare: 0.3).onset(before: 7, in: signal) == 5)
    #expect(try OnsetFinder(share: 0.5, leadShare: 0.2).onset(before: 7, in: signal) == 4)
    let slow: [Float] = [0, 0, 4, 8, 12, 16, 26, 26]
    let ramp = MemorySignal(slow, timeBase: TimeBase(start: 0, rate: 800, count: 8), unit: .g)
    #expect(try OnsetFinder(share: 0.5, leadShare: 0.3).onset(before: 7, in: ramp) == 3)
  }

  @Test("The motion's own slope and noise ahead of a weak shock are no part of it")
  func motion() throws {
    // A slope of 60 g/s is a step of 75 mg; the shock of 0.8 g has steps of up to 0.6 g.
    let signal = Fixture.signal(seconds: 1, rate: 800) { time in
      let since = time - 0.5
      let noise = 0.01 * sin(2 * .pi * 331 * time)
      return 60 * time + noise + (since > 0 ? 0.8 * exp(-since / 0.015) * sin(2 * .pi * 110 * since) : 0)
    }
    #expect(try OnsetFinder().onset(before: 402, in: signal) == 400)
    // Steps beyond a pause of the shock's quiet time are another's.
    let two = Fixture.signal(seconds: 1, rate: 800) { $0 < 0.485 ? 0 : $0 < 0.4999 ? 3 : 10 }
    #expect(try OnsetFinder().onset(before: 401, in: two) == 399)
  }

  @Test("Steps before the window do not count")
  func window() throws {
    let signal = Fixture.signal(seconds: 1, rate: 800) { $0 < 0.46 ? 0 : $0 < 0.495 ? 30 : 35 }
    #expect(try OnsetFinder(windowS: 0.03).onset(before: 400, in: signal) == 395)
    #expect(try OnsetFinder(windowS: 0.1).onset(before: 400, in: signal) == 367)
  }

  @Test("A peak at a segment's start is its own onset, and no onset lies across a gap")
  func segmentStart() throws {
    let times = Fixture.times(seconds: 1, rate: 800, gap: 0.25..<0.5)
    let signal = try Fixture.signal(times: times) { $0 < 0.25 ? -8 : $0 < 0.504 ? 1 : 6 }
    let start = try signal.timeBase.firstIndex(atOrAfter: 0.5)
    #expect(try OnsetFinder().onset(before: start, in: signal) == start)
    #expect(try OnsetFinder().onset(before: 0, in: signal) == 0)
    // The step of 9 g is that of the gap; the one of 5 g is the shock's.
    #expect(try OnsetFinder().onset(before: start + 4, in: signal) == start + 3)
  }

  @Test("Missing samples are passed over")
  func missing() throws {
    var values = try raw(onset: 0.5).samples(0..<800)
    values[395] = .nan
    let timeBase = TimeBase(start: 0, rate: 800, count: 800)
    #expect(try OnsetFinder().onset(before: 402, in: MemorySignal(values, timeBase: timeBase, unit: .g)) == 400)
    let nothing = MemorySignal([Float](repeating: .nan, count: 800), timeBase: timeBase, unit: .g)
    #expect(try OnsetFinder().onset(before: 402, in: nothing) == 402)
  }
}
