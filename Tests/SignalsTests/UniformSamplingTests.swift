import Foundation
import Parallel
import Testing

@testable import Signals

@Suite("Signals at even steps")
struct UniformSamplingTests {
  private func sampled(_ samples: [Float], at timestamps: [Double], rateHz: Double = 8000) throws -> UniformSampling {
    let timeBase = try TimeBase(scanning: MemoryTimestamps(timestamps))
    return try UniformSampling([MemorySignal(samples, timeBase: timeBase, unit: .g)], rateHz: rateHz)
  }

  @Test("A sine far under half the rate comes out as the sine, on the timestamps' clock")
  func sine() throws {
    // At a nominal 800 Hz the phase would be off by 0.75 of a turn after 2.5 s.
    func wave(_ time: Double) -> Double { sin(2 * .pi * 250 * time) }
    let times = (0..<2000).map { 68_585.25 + Double($0) / 801.92 }
    let sampling = try sampled(times.map { Float(wave($0 - times[0])) }, at: times)
    let values = try sampling.values(0..<sampling.count)[0]
    #expect(sampling.start == times[0] && sampling.count == Int(1999 / 801.92 * 8000) + 1)
    // Away from the ends, as far as the kernel reaches; timestamps of 17 bits before the point are off by 7e-12 s.
    for point in 200..<sampling.count - 200 {
      #expect(abs(Double(values[point]) - wave(Double(point) / 8000)) < 1e-4, "\(point)")
    }
  }

  /// The values were computed with NumPy 2.4 and SciPy 1.17 in double precision: `numpy.sinc(d) * scipy.special.i0(beta
  /// * sqrt(1 - (d / 16)**2))` for the 32 samples around the place, beta = 0.1102 (80 - 8.7), divided by their sum.
  @Test("Stamps of steps between 0.8 and 1.7 ms: values by SciPy")
  func irregular() throws {
    let numbers = (0..<60).map(Double.init)
    let times = numbers.map { 100 + $0 / 800 + 0.0003 * sin(1.7 * $0) }
    let samples = numbers.map { Float(sin(0.9 * $0) + 0.3 * cos(2.1 * $0)) }
    let sampling = try sampled(samples, at: times)
    #expect(sampling.count == 590)
    let values = try sampling.values(0..<590)[0]
    for (point, expected) in [
      (0, 0.300000011920929), (5, 0.42939081870840734), (37, -0.12616781970167643), (151, 1.1085112071345538),
      (300, 1.2810921531831791), (444, 0.9314465870400307), (585, 0.3395630027103004),
    ] {
      #expect(abs(Double(values[point]) - expected) < 3e-6, "\(point)")
    }
  }

  @Test("At a sample's own moment it has the sample's value, and what is constant stays so up to both ends")
  func exact() throws {
    let times = (0..<100).map { 5 + Double($0) / 800 }
    let samples = noise(100, seed: 4)
    let values = try sampled(samples, at: times).values(0..<991)[0]
    for index in samples.indices { #expect(abs(values[10 * index] - samples[index]) < 1e-6) }
    let level = try sampled([Float](repeating: -1, count: 100), at: times).values(0..<991)[0]
    #expect(level.allSatisfy { abs($0 + 1) < 1e-6 })
  }

  @Test("Any way to cut the points gives the same, with gaps, missing samples and a clock that goes back")
  func cuts() throws {
    var times = timestamps(3000, gapsBefore: [700, 1900])
    for index in 2500..<3000 { times[index] -= 1.3 }
    var samples = noise(3000, seed: 5)
    for index in [100, 101, 400, 401, 402, 1899, 2000] { samples[index] = .nan }
    let sampling = try sampled(samples, at: times, rateHz: 2000)
    let whole = try sampling.values(0..<sampling.count)[0]
    for length in [1, 97, 4096] {
      var parts: [Float] = []
      for start in stride(from: 0, to: sampling.count, by: length) {
        parts += try sampling.values(start..<min(start + length, sampling.count))[0]
      }
      #expect(bits(parts) == bits(whole), "\(length)")
    }
  }

  @Test("A gap is silent, and so are three missing samples in a row; one or two are bridged by a line")
  func silence() throws {
    // A step of 1 s before sample 40.
    var samples = [Float](repeating: 1, count: 80)
    for index in [10, 11, 20, 21, 22] { samples[index] = index == 20 ? .infinity : .nan }
    let signal = try signal(samples, gapsBefore: [40])
    let sampling = try UniformSampling([signal], rateHz: 800)
    let values = try sampling.values(0..<sampling.count)[0]
    #expect(sampling.count == 39 + 800 + 39 + 1)
    let silent = values.indices.filter { values[$0] == 0 }
    #expect(silent == Array(20...22) + Array(40..<839))
    #expect(values.allSatisfy { $0 == 0 || abs($0 - 1) < 1e-6 })
  }

  @Test("Duplicate timestamps and a stream of one sample")
  func few() throws {
    let twice = try sampled([1, 2, 3, 4], at: [0, 1, 1, 2], rateHz: 1).values(0..<3)[0]
    // At the moment that two samples share the later one counts.
    #expect(twice == [1, 3, 4])
    let one = try sampled([7], at: [12.5])
    #expect(try one.values(0..<one.count) == [[7]])
    #expect(throws: TimeBaseError.empty) { try sampled([], at: []) }
    #expect(throws: SignalError.self) { try one.values(0..<2) }
  }
}
