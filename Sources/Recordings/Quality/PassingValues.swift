import SPSignals

/// Checks the samples of one dataset during a pass: whether a sensor can have delivered them in the stated unit.
///
/// Only every sixteenth row is examined, which takes almost no time and misses nothing that lasts.
package struct PassingValues: Sendable {
  /// A reason to doubt that a sensor delivered the values.
  package enum Doubt: String, Hashable, Sendable, CaseIterable {
    /// All components are exactly 0 for a while, as in rows that were never written.
    case zeros
    /// Many rows have a component that is not finite.
    case missing
    /// The magnitude does not fit the stated unit.
    case unit
  }

  /// The longest time that components may be exactly 0 together, in s.
  static let longestZerosS = 0.25
  /// The fraction of rows that may be missing without a doubt.
  static let mostMissing = 0.05
  private static let stride = 16

  /// The dataset, by its name in layout version 1.
  package let dataset: String
  /// Whether a missing row is a loss, as in evenly sampled streams; a depth is also missing above the water.
  private let isSampled: Bool
  /// Whether a sensor never reads exactly 0 on all axes for long, because it is noisy or its magnitude is not 0. Some
  /// devices report a user acceleration of exactly 0 at rest, but not while they turn.
  private let isNeverZero: Bool
  /// The usual magnitude; nil if any magnitude is possible.
  private let usual: UsualMagnitude?

  private var sum = 0.0
  private var count = 0
  /// The first and last timestamp of the current run of zeros.
  private var zeros: ClosedRange<Double>?
  private var zerosS = 0.0
  private var firstZerosS: Double?

  /// Starts before the first sample of a dataset.
  package init(_ dataset: String, of stream: StreamName) {
    self.dataset = dataset
    isSampled = StreamCatalog.kind(of: stream) == .samples
    isNeverZero = ["acceleration", "gravity", "attitude", "rotation_rate", "user_acceleration"].contains(dataset)
    usual = UsualMagnitude(of: dataset)
  }

  /// Checks the next samples.
  ///
  /// - Parameters:
  ///   - block: The samples, with the stream's other channels.
  ///   - channels: The dataset's components among the channels of the block.
  ///   - turning: The components of the rotation rate, in rad/s. Nil if the rotation rate does not pass.
  package mutating func add(_ block: SampleBlock, channels: Range<Int>, turning: Range<Int>? = nil) {
    guard isNeverZero, dataset != "user_acceleration" || turning != nil else { return }
    let squares = Self.squares(of: block, channels)
    // Only a user acceleration of 0 needs the rates.
    let rates =
      dataset == "user_acceleration" && squares.contains(0) ? turning.map { Self.squares(of: block, $0) } : nil
    for (place, square) in squares.enumerated() where square.isFinite {
      sum += square.squareRoot()
      count += 1
      if square == 0, rates.map({ $0[place] > Self.turningSquare }) ?? true {
        let time = block.times[block.times.startIndex + Self.stride * place]
        zeros = (zeros?.lowerBound ?? time)...max(zeros?.lowerBound ?? time, time)
      } else if zeros != nil {
        endZeros()
      }
    }
  }

  /// The square of a rotation rate at which a device turns, in (rad/s)^2.
  private static let turningSquare = 0.25

  /// The squares of the magnitudes of every sixteenth row.
  private static func squares(of block: SampleBlock, _ channels: Range<Int>) -> [Double] {
    let rowCount = (block.count + Self.stride - 1) / Self.stride
    // Channel by channel, as the samples of a channel are contiguous.
    return block.channels[channels].reduce(into: [Double](repeating: 0, count: rowCount)) { squares, channel in
      precondition(
        rowCount == 0 || channel.first + Self.stride * (rowCount - 1) * channel.step < channel.values.count,
        "values beyond a channel")
      squares.withUnsafeMutableBufferPointer { squares in
        channel.values.withUnsafeBufferPointer { values in
          for place in 0..<rowCount {
            let value = Double(values[channel.first &+ Self.stride &* place &* channel.step])
            squares[place] += value * value
          }
        }
      }
    }
  }

  private mutating func endZeros() {
    guard let zeros else { return }
    if zeros.upperBound - zeros.lowerBound >= Self.longestZerosS {
      zerosS += zeros.upperBound - zeros.lowerBound
      firstZerosS = firstZerosS ?? zeros.lowerBound
    }
    self.zeros = nil
  }

  /// The doubts, each with a sentence, once all samples have passed; a few missing samples give only a sentence.
  ///
  /// - Parameters:
  ///   - missingCount: the rows with a component that is not finite.
  ///   - rowCount: the number of all rows.
  package func doubts(missingCount: Int, of rowCount: Int) -> [(doubt: Doubt?, sentence: String)] {
    var ended = self
    ended.endZeros()
    return [ended.zerosDoubt, missingDoubt(missingCount, rowCount), ended.unitDoubt].compactMap(\.self)
  }

  private var zerosDoubt: (Doubt?, String)? {
    guard let firstZerosS else { return nil }
    return (
      .zeros,
      "\(dataset) is exactly 0 on all axes for \(short(zerosS, digits: 1)) s, first from "
        + "\(short(firstZerosS, digits: 3)) s on, as where rows were never written; \(dataset == "user_acceleration" ? "hand speeds are wrong" : "nothing is found") there"
    )
  }

  private func missingDoubt(_ count: Int, _ rowCount: Int) -> (Doubt?, String)? {
    guard isSampled, count > 0 else { return nil }
    let isMuch = Double(count) > Self.mostMissing * Double(rowCount)
    return (isMuch ? .missing : nil, "\(count) of \(rowCount) samples of \(dataset) are missing (NaN or infinite)")
  }

  private var unitDoubt: (Doubt?, String)? {
    // A dataset of zeros throughout has its own sentence.
    guard count > 0, zerosS == 0, let doubt = usual?.doubt(sum / Double(count)) else { return nil }
    return (.unit, "\(dataset) \(doubt)")
  }
}
