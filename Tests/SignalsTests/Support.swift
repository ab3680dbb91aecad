import Synchronization
import TestSupport

@testable import SPSignals

func noise(_ count: Int, seed: Int, amplitude: Float = 1) -> [Float] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in Float.random(in: -amplitude...amplitude, using: &generator) }
}

/// The deterministic samples that the SciPy references are computed from: `((7 i^2 + 3 i) mod 101) / 50 - 1`.
func pattern(_ count: Int) -> [Float] {
  (0..<count).map { index in
    let phase = (index * index * 7 + 3 * index) % 101
    return Float(Double(phase) / 50 - 1)
  }
}

/// Timestamps of steps of 1/800 s from 0 with a gap of 1 s before each of the given samples.
func timestamps(_ count: Int, gapsBefore gaps: Set<Int> = []) -> [Double] {
  var time = 0.0
  return (0..<count).map { index in
    if index > 0 { time += gaps.contains(index) ? 1 : 1.0 / 800 }
    return time
  }
}

func signal(_ samples: [Float], gapsBefore gaps: Set<Int> = [], unit: Unit = .g) throws -> MemorySignal {
  let timeBase = try TimeBase(scanning: MemoryTimestamps(timestamps(samples.count, gapsBefore: gaps)))
  return MemorySignal(samples, timeBase: timeBase, unit: unit)
}

/// Bit patterns, which tell NaN from NaN and 0 from -0.
func bits(_ samples: [Float]) -> [UInt32] {
  samples.map(\.bitPattern)
}

/// Timestamps by a formula, that count how many are held at most by one read.
final class FormulaStamps: TimestampSource {
  let count: Int
  private let formula: @Sendable (Int) -> Double
  private let largest = Mutex(0)

  init(count: Int, formula: @escaping @Sendable (Int) -> Double) {
    self.count = count
    self.formula = formula
  }

  var largestRead: Int { largest.withLock { $0 } }

  func readTimestamps(_ range: Range<Int>, into timestamps: inout MutableSpan<Double>) throws {
    largest.withLock { $0 = max($0, range.count) }
    for offset in 0..<range.count { timestamps[offset] = formula(range.lowerBound + offset) }
  }
}

/// A signal that counts its reads.
final class CountingSignal: Signal {
  let base: MemorySignal
  private let reads = Mutex((calls: 0, samples: 0))

  init(_ base: MemorySignal) {
    self.base = base
  }

  var count: Int { base.count }
  var timeBase: TimeBase { base.timeBase }
  var unit: Unit { base.unit }
  var callCount: Int { reads.withLock { $0.calls } }
  var sampleCount: Int { reads.withLock { $0.samples } }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    reads.withLock {
      $0.calls += 1
      $0.samples += range.count
    }
    try base.read(range, into: &samples)
  }
}

/// Pieces that cover a count of samples, of random lengths.
func cuts(_ count: Int, longest: Int, _ generator: inout SeededGenerator) -> [Range<Int>] {
  var pieces: [Range<Int>] = []
  while (pieces.last?.upperBound ?? 0) < count {
    let start = pieces.last?.upperBound ?? 0
    pieces.append(start..<min(count, start + Int.random(in: 1...longest, using: &generator)))
  }
  return pieces
}

extension StreamRing {
  /// A stream of as many channels with the prologue of timestamps in memory.
  convenience init(_ channels: Int, like timestamps: [Double], shiftS: Double = 0) throws {
    self.init(
      units: Array(repeating: .g, count: channels), prologue: try Prologue(of: MemoryTimestamps(timestamps)),
      shiftS: shiftS)
  }

  /// Adds a piece of timestamps and channels that are known as a whole, in which the clock does not go back.
  func add(_ piece: Range<Int>, _ timestamps: [Double], _ channels: [[Float]]) throws {
    var block = SampleBlock(
      times: timestamps[piece], channels: channels.map { SampleBlock.Channel($0, first: piece.lowerBound) })
    block.gaps = piece.filter { row in
      row > 0 && timestamps[row] - timestamps[row - 1] > GapLimit.medians * prologue.medianIntervalS
    }.map { $0 - piece.lowerBound }
    append(block)
  }
}
