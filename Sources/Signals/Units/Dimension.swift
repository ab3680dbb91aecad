/// A physical dimension: the exponents of the base quantities that wrist sensors measure.
///
/// Angle counts as a base quantity, so that a rotation rate (rad/s) never converts to a frequency (Hz). Heart beats
/// count as a base quantity for the same reason.
public struct Dimension: Hashable, Sendable {
  /// The exponents of metre, second, kilogram, radian, kelvin and beat.
  public let length, time, mass, angle, temperature, beat: Int

  /// Makes a dimension from exponents.
  public init(length: Int = 0, time: Int = 0, mass: Int = 0, angle: Int = 0, temperature: Int = 0, beat: Int = 0) {
    self.length = length
    self.time = time
    self.mass = mass
    self.angle = angle
    self.temperature = temperature
    self.beat = beat
  }

  /// A pure number.
  package static let none = Dimension()
  /// Metres.
  package static let length = Dimension(length: 1)
  /// Seconds.
  public static let time = Dimension(time: 1)
  /// Radians.
  package static let angle = Dimension(angle: 1)
  /// Metres per second.
  package static let speed = Dimension(length: 1, time: -1)
  /// Metres per second squared.
  public static let acceleration = Dimension(length: 1, time: -2)
  /// Metres per second cubed.
  package static let jerk = Dimension(length: 1, time: -3)
  /// Radians per second.
  package static let rotationRate = Dimension(time: -1, angle: 1)
  /// Radians per second squared.
  package static let angularAcceleration = Dimension(time: -2, angle: 1)
  /// Events per second.
  package static let frequency = Dimension(time: -1)
  /// Beats per second.
  public static let heartRate = Dimension(time: -1, beat: 1)
  /// Pascals.
  package static let pressure = Dimension(length: -1, time: -2, mass: 1)
  /// Watts.
  public static let power = Dimension(length: 2, time: -3, mass: 1)
  /// Cubic metres.
  package static let volume = Dimension(length: 3)
  /// Kelvins as a difference; scales with another zero (degrees Celsius) do not convert by a factor.
  public static let temperature = Dimension(temperature: 1)
}
