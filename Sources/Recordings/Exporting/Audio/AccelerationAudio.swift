import Dates
import FoundationEssentials
import Parallel
import Signals

/// The acceleration of a recording as sound: x, y and z as three channels, or one of them, on an even clock.
///
/// The sound at a time is the acceleration recorded that long after the first timestamp (`UniformSampling`); gaps are
/// silent. Samples are the acceleration as recorded, with gravity: it takes little of the range, and values in an
/// editor can be read as g. For listening, a high-pass removes gravity and the motion of the arm, which would cause
/// clicks where gaps begin.
public struct AccelerationAudio: Sendable {
  /// The channels of the sound.
  public enum Channels: String, CaseIterable, Sendable {
    /// The three axes, each a channel.
    case xyz
    /// One axis.
    case x, y, z
    /// The magnitude.
    case magnitude
  }

  /// The rates that programs can play, in Hz.
  public static let allowedRatesHz = 1000...192_000
  /// The attenuation of the high-pass below half of its edge, in dB.
  private static let attenuationDB = 60.0
  private static let blockFrames = 65_536
  private static let blockSamples = 65_536

  /// The channels of the sound.
  public let channels: Channels
  /// The lower edge of the pass band, in Hz; nil without a high-pass.
  public let highPassHz: Double?
  /// The rate of the sound, in samples per second.
  public let rateHz: Int
  /// The time of the first sample, in s on the recording's clock.
  public var start: Double { sampling.start }
  /// The number of samples of each channel.
  public var frameCount: Int { sampling.count }
  /// The length of the sound, in s.
  public var durationS: Double { Double(frameCount) / Double(rateHz) }
  /// The number of channels.
  public var channelCount: Int { signals.count }

  private let signals: [any Signal]
  private let sampling: UniformSampling

  /// Prepares the sound of an acceleration that has samples.
  ///
  /// - Parameters:
  ///   - acceleration: as recorded, in g.
  ///   - channels: the channels of the sound.
  ///   - rateHz: samples per second, at least the recorded rate.
  ///   - highPassHz: the lower edge of the pass band, in Hz; half of it is attenuated by 60 dB. Nil for no
  ///     high-pass.
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

  /// The largest magnitude of any sample in the sound, in g; 0 if all are missing. Reads all samples.
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

  /// Makes the samples, a block at a time; spare workers of the current task prepare blocks ahead.
  ///
  /// - Parameters:
  ///   - fullScaleG: the acceleration of the largest sample, in g, above 0.
  ///   - write: takes the bytes of the blocks in order.
  /// - Returns: the number of frames clipped at full scale.
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

  /// The WAV file for the samples, with the scale, the unit and the start in its comment.
  ///
  /// - Parameters:
  ///   - fullScaleG: the acceleration of the largest sample, in g.
  ///   - attributes: the attributes of the recording.
  ///   - software: the program that makes it, with its version.
  public func format(fullScaleG: Double, of attributes: RecordingAttributes, software: String) -> WaveFormat {
    let instant = (try? attributes.start(firstTimestampS: start)).flatMap(\.self).map {
      UTCTime.text(Date(timeIntervalSince1970: $0))
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
