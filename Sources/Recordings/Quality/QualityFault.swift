import SPSignals

/// A fault of a recording: its kind, its place, and how often it occurs.
package struct QualityFault: Hashable, Sendable, Encodable {
  /// The kind of a fault.
  package enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
    /// A stream has no rows.
    case noRows = "no_rows"
    /// Time is missing between timestamps.
    case gaps
    /// Samples are missing one or two at a time.
    case lostSamples = "lost_samples"
    /// Timestamps equal the timestamp before.
    case duplicateTimestamps = "duplicate_stamps"
    /// Timestamps are before the previous timestamp.
    case backwardTimestamps = "backward_stamps"
    /// The measured rate is not the stated rate.
    case rate
    /// Values are NaN or infinite.
    case missingValues = "missing_values"
    /// All values of a motion are equal.
    case constantValues = "constant_values"
    /// Values of a motion stand still for a while.
    case heldValues = "held_values"
    /// The sensor is at its limit.
    case clippedSamples = "clipped_samples"
    /// Values exceed the stated range.
    case beyondRange = "beyond_range"
    /// The average magnitude does not fit the unit.
    case unit
    /// Gravity and attitude do not follow the layout's convention.
    case gravityConvention = "gravity_convention"
    /// The accelerometer does not read gravity plus user acceleration.
    case accelerationConvention = "acceleration_convention"

    /// The kind as text, in the plural if there can be several.
    package var title: String {
      switch self {
      case .noRows: "no rows"
      case .rate: "rate"
      case .beyondRange: "values beyond the range"
      case .heldValues: "values that stand still"
      case .gravityConvention: "convention of gravity"
      case .accelerationConvention: "convention of acceleration"
      default: rawValue.replacing("_", with: " ")
      }
    }
  }

  /// A moment in a stream.
  package struct Place: Hashable, Sendable, Encodable {
    /// The timestamp, in s.
    package var timeS: Double
    /// The row.
    package var row: Int

    private enum CodingKeys: String, CodingKey {
      case timeS = "time_s"
      case row
    }
  }

  /// The kind of the fault.
  package var kind: Kind
  /// The stream.
  package var stream: StreamName
  /// The dataset; nil if the fault concerns the timestamps or several datasets.
  package var dataset: String?
  /// The components of the dataset; empty for all components or the only component.
  package var channels: [String] = []
  /// The number of gaps, samples, timestamps, stretches or channels, depending on the kind.
  package var count: Int
  /// A description with numbers, without the stream's name.
  package var text: String
  /// The first few places, in the order of the rows.
  package var first: [Place] = []
}
