import Foundation
import Parallel
import Signals

/// The acceleration of a recording as sound: x, y and z as three channels, or one of them, on an even clock.
///
/// What sounds at a time is what was recorded so long after the first timestamp (``UniformSampling``); gaps are silent.
/// Samples are acceleration as it was recorded, gravity too: it takes little of the range, and what an editor shows can
/// be read as g. A high-pass takes gravity and the motion of the arm away for those who listen: without them there is
/// no click where a gap begins.
public struct AccelerationAudio: Sendable {
  /// What of the acceleration sounds.
  public enum Channels: String, CaseIterable, Sendable {
    /// The three axes, each a channel.
    case xyz
    /// One axis.
    case x, y, z
    /// The magnitude.
    case magnitude
  }

  /// The rates that programs play, in Hz.
  public static let allowedRatesHz = 1000...192_000
  /// How far down the high-pass brings what lies under half of its edge, in dB.
  private static let attenuationDB = 60.0
  private static let blockFrames = 65_536
  private static let blockSamples = 65_536

  /// What sounds.
  public let channels: Channels
  /// The lower edge of what passes, in Hz; nil where all does.
  public let highPassHz: Double?
  /// How many steps of the clock make a second.
  public let rateHz: Int
  /// The moment of the first sample, in s on the recording's clock.
  public var start: Double { sampling.start }
  /// The number of samples of each channel.
  public var frameCount: Int { sampling.count }
  /// The number of channels.
  public var channelCount: Int { signals.count }

  private let signals: [any Signal]
  private let sampling: UniformSampling

  /// Looks at an acceleration with samples.
  ///
  /// - Parameters:
  ///   - acceleration: as recorded, in g.
  ///   - channels: what of it sounds.
  ///   - rateHz: samples in a second, at least as many as were recorded.
  ///   - highPassHz: the lower edge of what passes, in Hz; half of it is down by 60 dB. Nil lets all pass.
  /// - Throws: `TimeBaseError` without samples, `FilterDesignError` for an edge that the recorded rate does not allow.
  public init(_ acceleration: Triaxial, channels: Channels, rateHz: Int, highPassHz: Double? = nil) throws {
    let picked: [any Signal] =
      switch channels {
      case .xyz: acceleration.axes
      case .x: [acceleration.x]
      case .y: [acceleration.y]
      case .z: [acceleration.z]
      case .magnitude: [NormSignal(acceleration)]
      }
    self.channels = channels
    self.rateHz = rateHz
    self.highPassHz = highPassHz
    signals =
      try highPassHz.map { edge in
        let kernel = try KaiserHighPass(stopHz: edge / 2, passHz: edge, attenuationDB: Self.attenuationDB)
          .kernel(rate: acceleration.timeBase.rate)
        return try picked.map { try FilteredSignal($0, kernel: kernel) }
      } ?? picked
    sampling = try UniformSampling(signals, rateHz: Double(rateHz))
  }

  /// The largest magnitude of any sample that sounds, in g; 0 where all are missing. A pass over all of them.
  /// - Throws: what reading the acceleration throws, or `CancellationError`.
  public func largest() throws -> Float {
    var largest: Float = 0
    let signals = signals
    try InOrder.forEach(blocksOf: Self.blockSamples, in: 0..<(signals.first?.count ?? 0)) { range in
      try signals.map { signal in
        try signal.samples(range).reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
      }.max() ?? 0
    } body: { (_, block: Float) in
      largest = max(largest, block)
    }
    return largest
  }

  /// Makes the samples, a block at a time; spare workers of the present task make blocks ahead.
  ///
  /// - Parameters:
  ///   - fullScaleG: the acceleration of the largest sample, in g, above 0.
  ///   - write: takes the bytes of the blocks in order.
  /// - Returns: how many frames had something beyond full scale, which is clipped.
  /// - Throws: what reading the acceleration and `write` throw, or `CancellationError`.
  public func forEachBlock(fullScaleG: Double, _ write: ([UInt8]) throws -> Void) throws -> Int {
    var clippedFrames = 0
    let sampling = sampling
    try InOrder.forEach(blocksOf: Self.blockFrames, in: 0..<frameCount) { frames in
      WaveFormat.samples(try sampling.values(frames), fullScale: Float(fullScaleG))
    } body: { _, block in
      clippedFrames += block.clippedFrames
      try write(block.bytes)
    }
    return clippedFrames
  }

  /// The file that the samples make up, with the scale, the unit and the start as its comment.
  ///
  /// - Parameters:
  ///   - fullScaleG: the acceleration of the largest sample, in g.
  ///   - attributes: of the recording.
  ///   - software: what makes it, with its version.
  public func format(fullScaleG: Double, of attributes: RecordingAttributes, software: String) -> WaveFormat {
    let instant = (try? attributes.start(firstTimestampS: start)).flatMap(\.self).map {
      Date(timeIntervalSince1970: $0).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
    let what = channels == .xyz ? "x, y, z" : channels.rawValue
    let number = ShortestText.text
    let comment = [
      "acceleration (\(what)) in g: full scale is \(number(fullScaleG)) g, a step \(number(fullScaleG / 32_768)) g",
      "time 0 is \(number(start)) s on the recording's clock" + (instant.map { ", \($0)" } ?? ""),
      highPassHz.map { "high-passed from \(number($0)) Hz" },
    ].compactMap(\.self).joined(separator: "; ")
    var facts = [WaveFormat.Fact("INAM", attributes.recordingID), WaveFormat.Fact("ICMT", comment)]
    if let instant { facts.append(WaveFormat.Fact("ICRD", String(instant.prefix(10)))) }
    facts.append(WaveFormat.Fact("ISFT", software))
    return WaveFormat(channelCount: channelCount, rateHz: rateHz, frameCount: frameCount, facts: facts)
  }
}
