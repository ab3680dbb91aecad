import Foundation
import Testing

@testable import SPSignals

/// Times from coarse, shared and wrapping timestamps.
struct TimestampRestorationTests {
  /// 800 Hz for two minutes, from a clock that is 50 parts in a million slow and wanders by 2 ms.
  private static let times = (0..<96_000).map { (sample: Int) -> Double in
    let place = Double(sample)
    return 59_000 + place / 800 * 1.00005 + 0.002 * sin(place / 20_000)
  }

  private func restored(
    _ stamps: [Double], tickS: Double? = nil, packetStamp: TimestampRestoration.PacketStamp = .last
  ) throws -> (TimestampRestoration, [Double])? {
    guard let found = try TimestampRestoration(of: MemoryTimestamps(stamps), tickS: tickS, packetStamp: packetStamp)
    else { return nil }
    // In pieces, as a pass reads them.
    var times: [Double] = []
    for first in stride(from: 0, to: stamps.count, by: 7_001) {
      var piece = Array(stamps[first..<min(stamps.count, first + 7_001)])
      var span = piece.mutableSpan
      found.apply(to: &span, from: first)
      times += piece
    }
    return (found, times)
  }

  private func largestError(_ times: [Double], _ truth: [Double]) -> Double {
    zip(times, truth).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test("Whole milliseconds at 800 Hz become times within 0.15 ms, also beyond a gap")
  func milliseconds() throws {
    let truth = Self.times.enumerated().map { $0 < 40_000 ? $1 : $1 + 3.7 }
    let (found, times) = try #require(try restored(truth.map { ($0 * 1000).rounded() / 1000 }))
    #expect(found.cause == .coarse(stepS: 0.001) && abs(found.rateHz - 800) < 0.1)
    #expect(largestError(times, truth) < 1.5e-4 && found.residualS < 7e-4 && found.residualS > 4e-4)
  }

  @Test(
    "Samples of a packet get times up to its timestamp, or from it on", arguments: [8, 20],
    TimestampRestoration.PacketStamp.allCases)
  func packets(length: Int, stamp: TimestampRestoration.PacketStamp) throws {
    let stamps = Self.times.indices.map { place in
      let first = place / length * length
      return Self.times[stamp == .first ? first : min(Self.times.count, first + length) - 1]
    }
    let (found, times) = try #require(try restored(stamps, packetStamp: stamp))
    #expect(found.cause == .packets(length: length) && largestError(times, Self.times) < 1.5e-4)
  }

  @Test("Missing timestamps stay missing, and do not disturb the others", arguments: [1, 8])
  func missing(length: Int) throws {
    let packets = Self.times.indices.map { Self.times[min(Self.times.count, ($0 / length + 1) * length) - 1] }
    var stamps = length == 1 ? packets.map { ($0 * 1000).rounded() / 1000 } : packets
    for place in stride(from: 5_000, to: stamps.count, by: 9_999) { stamps[place] = .nan }
    let (_, times) = try #require(try restored(stamps))
    #expect(zip(stamps, times).allSatisfy { $0.isNaN == $1.isNaN })
    #expect(zip(times, Self.times).allSatisfy { $0.isNaN || abs($0 - $1) < 1.5e-4 })
  }

  @Test(
    "A counter that wraps goes on", arguments: [(1e-6, 24), (1.0 / 32_768, 16), (1.0 / 32_768, 24), (1e-6, 32)])
  func wraps(tickS: Double, bits: Int) throws {
    let range = Double(1 << bits)
    let ticks = Self.times.map { ($0 / tickS).rounded() }
    let stamps = ticks.map { $0.truncatingRemainder(dividingBy: range) * tickS }
    let count = Int(ticks[ticks.count - 1] / range) - Int(ticks[0] / range)
    guard count > 0 else {
      #expect(try restored(stamps, tickS: tickS) == nil)
      return
    }
    let (found, times) = try #require(try restored(stamps, tickS: tickS))
    #expect(found.wrapCount == count && found.cause == nil)
    #expect(largestError(times.map { $0 - times[0] }, Self.times.map { $0 - Self.times[0] }) < 2 * tickS)
  }

  @Test("Timestamps that regular times do not explain, or that need no help, stay")
  func untouched() throws {
    // Devices at 100 and 200 Hz, jitter in us, one row per second, and ms of samples that are up to 8 ms late.
    let regular = (0..<6_000).map { Double($0) / 100 }
    let fives = (0..<6_000).map { 100 + Double($0) / 200 }
    let jitter = regular.enumerated().map { place, time in time + Double((place * 7919) % 100) * 2e-5 }
    let seconds = (0..<6_000).map { Double($0 + $0 / 100) }
    let late = (0..<60_000).map { (sample: Int) -> Double in
      let (ms, lateMs) = (Double(sample) * 2.5, Double((sample / 40 * 7919) % 9))
      return (ms + lateMs).rounded() / 1000
    }
    let scales = [Double.leastNonzeroMagnitude * 2e13, 1e-20, 1e300]
    let damaged = scales.map { scale in (0..<6_000).map { Double($0 / 8) * scale } }
    let others = [regular, fives, jitter, seconds, late, Self.times] + damaged
    for stamps in others { #expect(try restored(stamps) == nil) }
  }
}
