/// Options for making sound from a recording's acceleration.
public struct SoundOptions: Hashable, Sendable {
  /// The channels of the sound.
  public var channels = AccelerationAudio.Channels.xyz
  /// Samples per second; the default is ``usualRateHz``.
  public var rateHz = Self.usualRateHz
  /// The lower edge of the pass band, in Hz; nil without a high-pass.
  public var highPassHz: Double?
  /// The acceleration of the largest sample, in g; nil to choose it from the recording.
  public var fullScaleG: Double?

  /// A rate that every program can play, in Hz.
  public static let usualRateHz = 8000

  /// Makes the default: all three axes as recorded.
  public init() {}
}
