import Foundation
import SPSignals
import SPSwings
import Testing

/// Onsets on the raw acceleration.
struct OnsetFinderTests {
  /// A signal of z, on a sensor whose other axes are still.
  private func onZ(_ signal: MemorySignal) -> Triaxial {
    let still = MemorySignal([Float](repeating: 0, count: signal.count), timeBase: signal.timeBase, unit: .g)
    return Triaxial(x: still, y: still, z: signal)
  }

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
    let found = try OnsetFinder().onset(before: peak, in: onZ(signal))
    #expect(abs(Double(found) / 800 - onset) <= 1 / 800.0)
    #expect(found < peak)
  }

  @Test("A later, larger fraction of the largest step gives a later onset")
  func fraction() throws {
    let values: [Float] = [0, 0, 0, 0.25, 1.25, 3.25, 3]
    let signal = MemorySignal(values, timeBase: TimeBase(start: 0, rate: 800, count: 7), unit: .g)
    #expect(try OnsetFinder(fraction: 0.1).onset(before: 6, in: onZ(signal)) == 2)
    #expect(try OnsetFinder(fraction: 0.2).onset(before: 6, in: onZ(signal)) == 3)
    #expect(try OnsetFinder(fraction: 0.9, leadFraction: 1).onset(before: 6, in: onZ(signal)) == 4)
  }

  @Test("A slow lead counts while its steps reach their fraction of those that follow, two steps at most")
  func lead() throws {
    // Steps of 1, 1, 1, 4 and 20 g: a quarter of the largest of the three that follow at the earlier two, a fifth at 4.
    let values: [Float] = [0, 0, 1, 2, 3, 7, 27, 27]
    let signal = MemorySignal(values, timeBase: TimeBase(start: 0, rate: 800, count: 8), unit: .g)
    #expect(try OnsetFinder(fraction: 0.5, leadFraction: 0.3).onset(before: 7, in: onZ(signal)) == 5)
    #expect(try OnsetFinder(fraction: 0.5, leadFraction: 0.2).onset(before: 7, in: onZ(signal)) == 4)
    let slow: [Float] = [0, 0, 4, 8, 12, 16, 26, 26]
    let ramp = MemorySignal(slow, timeBase: TimeBase(start: 0, rate: 800, count: 8), unit: .g)
    #expect(try OnsetFinder(fraction: 0.5, leadFraction: 0.3).onset(before: 7, in: onZ(ramp)) == 3)
  }

  @Test("The motion's own slope and noise ahead of a weak shock are no part of it")
  func motion() throws {
    // A slope of 60 g/s is a step of 75 mg; the shock of 0.8 g has steps of up to 0.6 g.
    let signal = Fixture.signal(seconds: 1, rate: 800) { time in
      let since = time - 0.5
      let noise = 0.01 * sin(2 * .pi * 331 * time)
      return 60 * time + noise + (since > 0 ? 0.8 * exp(-since / 0.015) * sin(2 * .pi * 110 * since) : 0)
    }
    #expect(try OnsetFinder().onset(before: 402, in: onZ(signal)) == 400)
    // Steps beyond a pause of the shock's quiet time are another's.
    let two = Fixture.signal(seconds: 1, rate: 800) { $0 < 0.485 ? 0 : $0 < 0.4999 ? 3 : 10 }
    #expect(try OnsetFinder().onset(before: 401, in: onZ(two)) == 399)
  }

  @Test(
    "Strong first steps count across a quiet of 5 ms amid the ringing, and weak ones across less",
    arguments: [(4.0, 4, 394), (4.0, 6, 399), (2.2, 1, 397), (2.2, 3, 399)])
  func quiet(step: Double, samples: Int, onset: Int) throws {
    // A first step, so many quiet samples, and the largest step of 10 g from sample 399 on.
    let signal = Fixture.signal(seconds: 1, rate: 800) { time in
      let index = (time * 800).rounded()
      return (index >= Double(399 - samples) ? step : 0) + (index >= 400 ? 10 : 0)
    }
    #expect(try OnsetFinder(leadFraction: 1).onset(before: 401, in: onZ(signal)) == onset)
  }

  @Test("A contact that hardly moves the axis at first is seen on the others")
  func otherAxes() throws {
    let z = raw(onset: 0.51)
    let x = Fixture.signal(seconds: 1, rate: 800) { $0 < 0.5049 ? 0.1 : 6 }
    let still = Fixture.signal(seconds: 1, rate: 800) { _ in 0 }
    #expect(try OnsetFinder().onset(before: 410, in: onZ(z)) == 408)
    #expect(try OnsetFinder().onset(before: 410, in: Triaxial(x: x, y: still, z: z)) == 403)
  }

  @Test("The onset lies within a sample of the contact at any rate", arguments: [400.0, 800, 1600, 3200])
  func rates(rate: Double) throws {
    let signal = Fixture.signal(seconds: 1, rate: rate) { time in
      let since = time - 0.5003
      return since > 0 ? 20 * exp(-since / 0.015) * sin(2 * .pi * 90 * since) : 0
    }
    let found = try OnsetFinder().onset(before: Int(0.5031 * rate), in: onZ(signal))
    #expect(abs(Double(found) / rate - 0.5003) <= 1 / min(rate, 800))
  }

  @Test("A shock that rings near half the sampling rate is found from a late peak, and from one ahead of it")
  func nearHalfTheRate() throws {
    // Still at sample 200 for the last time; the largest step leads to 202.
    let signal = Fixture.signal(seconds: 1, rate: 400) { time in
      let since = time - 0.5003
      let noise = 0.02 * sin(2 * .pi * 131 * time)
      return noise + (since > 0 ? 20 * exp(-since / 0.015) * sin(2 * .pi * 160 * since) : 0)
    }
    for peak in [200, 202, 210, 212, 214] {
      #expect(try OnsetFinder().onset(before: peak, in: onZ(signal)) == 200, "from \(peak)")
    }
  }

  @Test("A weak contact amid steep motion, and one that is stronger on another axis later, begin where they do")
  func weakContacts() throws {
    func shock(_ g: Double, from onset: Double) -> MemorySignal {
      Fixture.signal(seconds: 1, rate: 800) { time in
        let since = time - onset
        return 0.01 * sin(2 * .pi * 331 * time)
          + (since > 0 ? g * exp(-since / 0.015) * sin(2 * .pi * 110 * since) : 0)
      }
    }
    // The motion's steps 20 ms ahead are larger than the shock's.
    let steep = Fixture.signal(seconds: 1, rate: 800) {
      53 * exp(-pow(($0 - 0.51) / 0.06, 2)) * cos(2 * .pi * 9 * ($0 - 0.51))
    }
    let still = Fixture.signal(seconds: 1, rate: 800) { _ in 0 }
    let weak = shock(3, from: 0.5003)
    #expect(try OnsetFinder().onset(before: 402, in: Triaxial(x: still, y: steep, z: weak)) == 400)
    let later = shock(15, from: 0.5063)
    #expect(try OnsetFinder().onset(before: 402, in: Triaxial(x: later, y: still, z: weak)) == 400)
  }

  @Test("Steep steps that bend slowly are the motion's, on whichever axis they are")
  func steepMotion() throws {
    // A turn of 12 Hz on y, whose steps grow to 5 g a sample at the contact as in a golf swing's; the shock is on z.
    let z = raw(onset: 0.51)
    let y = Fixture.signal(seconds: 1, rate: 800) {
      53 * exp(-pow(($0 - 0.51) / 0.06, 2)) * sin(2 * .pi * 12 * ($0 - 0.51))
    }
    let still = Fixture.signal(seconds: 1, rate: 800) { _ in 0 }
    #expect(try OnsetFinder().onset(before: 410, in: Triaxial(x: still, y: y, z: z)) == 408)
  }

  @Test("Steps before the window do not count")
  func window() throws {
    let signal = Fixture.signal(seconds: 1, rate: 800) { $0 < 0.46 ? 0 : $0 < 0.495 ? 30 : 35 }
    #expect(try OnsetFinder(windowS: 0.03).onset(before: 400, in: onZ(signal)) == 395)
    #expect(try OnsetFinder(windowS: 0.1).onset(before: 400, in: onZ(signal)) == 367)
  }

  @Test("A peak at a segment's start is its own onset, and no onset lies across a gap")
  func segmentStart() throws {
    let times = Fixture.times(seconds: 1, rate: 800, gap: 0.25..<0.5)
    let signal = try Fixture.signal(times: times) { $0 < 0.25 ? -8 : $0 < 0.504 ? 1 : 6 }
    let start = try signal.timeBase.firstIndex(atOrAfter: 0.5)
    #expect(try OnsetFinder().onset(before: start, in: onZ(signal)) == start)
    #expect(try OnsetFinder().onset(before: 0, in: onZ(signal)) == 0)
    // The step of 9 g is that of the gap; the one of 5 g is the shock's.
    #expect(try OnsetFinder().onset(before: start + 4, in: onZ(signal)) == start + 3)
  }

  @Test("Missing samples are passed over")
  func missing() throws {
    var values = try raw(onset: 0.5).samples(0..<800)
    values[395] = .nan
    let timeBase = TimeBase(start: 0, rate: 800, count: 800)
    #expect(try OnsetFinder().onset(before: 402, in: onZ(MemorySignal(values, timeBase: timeBase, unit: .g))) == 400)
    let nothing = MemorySignal([Float](repeating: .nan, count: 800), timeBase: timeBase, unit: .g)
    #expect(try OnsetFinder().onset(before: 402, in: onZ(nothing)) == 402)
  }
}
