import SPSignals

/// One shock on the acceleration: the candidate for a contact of bat, club or racket with the ball.
///
/// Times are on the recording's own clock, in seconds.
public struct Impact: Hashable, Sendable {
  /// Axis on which the shock is largest at its peak; the detector's axis if it uses a single axis.
  public var axis: Axis
  /// Index of the peak's sample in the acceleration stream.
  public var sample: Int
  /// Original timestamp of the peak's sample, in s.
  public var time: Double
  /// Time of the vertex of the parabola through the peak and its two neighbours, in s.
  public var subsampleTime: Double
  /// Time at which the shock begins on the raw signal, in s: see ``OnsetFinder``.
  public var onsetTime: Double
  /// Value of the high-passed signal at the peak, in g, signed as on ``axis``. For detection on all axes together it is
  /// the length of the vector.
  public var peak: Double
  /// Threshold for the peak, in g.
  public var threshold: Double
  /// Standard deviation of the high-passed noise around the peak, from the MAD, in g.
  public var noiseSigma: Double
  /// Whether the raw signal is at the sensor's limit during the burst.
  public var isSaturated: Bool

  /// Makes an impact from its measured values.
  public init(
    axis: Axis = .z, sample: Int, time: Double, subsampleTime: Double, onsetTime: Double, peak: Double,
    threshold: Double,
    noiseSigma: Double, isSaturated: Bool
  ) {
    self.axis = axis
    self.sample = sample
    self.time = time
    self.subsampleTime = subsampleTime
    self.onsetTime = onsetTime
    self.peak = peak
    self.threshold = threshold
    self.noiseSigma = noiseSigma
    self.isSaturated = isSaturated
  }
}

/// An axis of the sensor, or all of them: z is perpendicular to the watch's face.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Across the face.
  case x
  /// Along the face, towards its top.
  case y
  /// Out of the face.
  case z
  /// All three axes together: the length of the vector, however the sensor is mounted.
  case any
}

extension Triaxial {
  /// The signal of an axis, or the length of the vector.
  public subscript(axis: Axis) -> any Signal {
    switch axis {
    case .x: x
    case .y: y
    case .z: z
    case .any: length
    }
  }
}
