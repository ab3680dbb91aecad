import Foundation
import SPSignals

/// The rate of the acceleration, in Hz, and the samples of an hour of it.
let accelerationHz = 800.0
let hour = 2_880_000

extension Kernel {
  /// The high-pass of the pipelines over one axis, a block at a time: a motion that it stops and a ringing that it lets
  /// pass.
  static let filter = Kernel(name: "filter", size: hour) { size in
    let samples = (0..<size).map { index -> Float in
      let angle = 2 * Double.pi * Double(index) / accelerationHz
      return Float(4 * sin(3 * angle) + sin(100 * angle))
    }
    let timeBase = TimeBase(start: 0, rate: accelerationHz, count: size)
    let source = MemorySignal(samples, timeBase: timeBase, unit: .g)
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: accelerationHz)
    let length = 65_536
    var block: [Float] = []
    return {
      let filtered = try FilteredSignal(source, kernel: kernel)
      var (sum, next) = (0.0, 0)
      for start in stride(from: 0, to: size, by: length) {
        let range = start..<min(start + length, size)
        if block.count != range.count { block = [Float](repeating: 0, count: range.count) }
        var span = block.mutableSpan
        try filtered.read(range, into: &span)
        // One sample in 129 tells whether the rest is right, and costs nothing.
        while next < range.upperBound {
          sum += Double(block[next - start] * block[next - start])
          next += 129
        }
      }
      try check("mean square of the filtered signal", sum / Double((size + 128) / 129), expected: 0.5, within: 0.01)
    }
  }

  /// Peaks of noise with a burst every five seconds.
  static let peaks = Kernel(name: "peaks", size: hour) { size in
    var noise = Noise(seed: 1)
    var samples = (0..<size).map { _ in 0.1 * noise.next() }
    let bursts = stride(from: 2000, to: size - 200, by: 4000).map(\.self)
    for start in bursts {
      for index in 0..<100 {
        samples[start + index] += Float(6 * exp(-Double(index) / 12) * sin(0.8 * Double(index)))
      }
    }
    let timeBase = TimeBase(start: 0, rate: accelerationHz, count: size)
    let signal = MemorySignal(samples, timeBase: timeBase, unit: .g)
    let finder = PeakFinder(level: 0.4, sigmaMultiple: 12)
    return { try check("peaks", Double(finder.peaks(in: signal).count), expected: Double(bursts.count)) }
  }

  /// The stamps of a watch, with three gaps.
  static let stamps = Kernel(name: "stamps", size: hour) { size in
    var time = 36_000.0
    let stamps = (0..<size).map { index -> Double in
      time += index % 4 == 3 ? 0.001232 : 0.001252
      if index > 0, index % (size / 4) == 0, index / (size / 4) < 4 { time += 2 }
      return time
    }
    let source = MemoryTimestamps(stamps)
    return {
      let timeBase = try TimeBase(scanning: source)
      try check("segments between gaps", Double(timeBase.segments.count), expected: 4)
      try check("rate", timeBase.rate, expected: 1 / 0.001247, within: 1e-4)
    }
  }
}
