/// What of a recording's acceleration sounds, and how.
public struct SoundOptions: Hashable, Sendable {
  /// The axes that sound.
  public var channels = AccelerationAudio.Channels.xyz
  /// Samples in a second: 8000, which everything plays.
  public var rateHz = Self.usualRateHz
  /// The lower edge of what passes, in Hz; nil where all does, gravity too.
  public var highPassHz: Double?
  /// The acceleration of the largest sample, in g; nil for what suits the recording.
  public var fullScaleG: Double?

  /// A rate that everything plays, in Hz.
  public static let usualRateHz = 8000

  /// All three axes as they were recorded.
  public init() {}
}
