import Signals

/// The streams that a recording can have, as layout version 1 defines them.
public enum StreamCatalog {
  /// A dataset of a stream.
  public struct DatasetKind: Hashable, Sendable {
    /// Its name in layout version 1.
    public var name: String
    /// Values in a row.
    public var components: Int
    /// Its unit in layout version 1, to which other units are converted.
    public var unit: Unit
    /// How the writer stores it; readers take any type of number.
    public var storage: Storage

    /// How values are stored.
    public enum Storage: Hashable, Sendable {
      /// Measured values.
      case float32
      /// Codes.
      case uint8, uint16
    }

    init(_ name: String, _ components: Int, _ unit: Unit, _ storage: Storage = .float32) {
      self.storage = storage
      self.name = name
      self.components = components
      self.unit = unit
    }
  }

  /// The datasets of every stream, beside its stamps, in the layout's order.
  public static let streams: [(name: StreamName, datasets: [DatasetKind])] = [
    (.accelerometer, [DatasetKind("acceleration", 3, .g)]),
    (.deviceMotion, motion),
    (.headphoneMotion, motion + [DatasetKind("sensor_location", 1, .dimensionless, .uint8)]),
    ("headphone_connection", [DatasetKind("state", 1, .dimensionless, .uint8)]),
    ("submersion_event", [DatasetKind("state", 1, .dimensionless, .uint8)]),
    (
      "submersion_measurement",
      [
        DatasetKind("depth", 1, .meters), DatasetKind("pressure", 1, .kilopascals),
        DatasetKind("surface_pressure", 1, .kilopascals), DatasetKind("depth_state", 1, .dimensionless, .uint16),
      ]
    ),
    (
      "water_temperature",
      [DatasetKind("temperature", 1, .degreesCelsius), DatasetKind("uncertainty", 1, .degreesCelsius)]
    ),
    ("workout_event", [DatasetKind("type", 1, .dimensionless, .uint8)]),
    ("workout_state", [DatasetKind("state", 1, .dimensionless, .uint8)]),
    (
      "cycling",
      [
        DatasetKind("power", 1, .watts), DatasetKind("cadence", 1, .revolutionsPerMinute),
        DatasetKind("speed", 1, .metersPerSecond), DatasetKind("distance", 1, .meters),
      ]
    ),
    (
      "location",
      [
        DatasetKind("latitude", 1, .degrees), DatasetKind("longitude", 1, .degrees),
        DatasetKind("altitude", 1, .meters),
      ]
    ),
    ("heart_rate", [DatasetKind("heart_rate", 1, .beatsPerMinute)]),
    ("water_intake", [DatasetKind("volume", 1, .milliliters)]),
  ]

  private static let motion = [
    DatasetKind("attitude", 4, .dimensionless), DatasetKind("rotation_rate", 3, .radiansPerSecond),
    DatasetKind("gravity", 3, .g), DatasetKind("user_acceleration", 3, .g),
  ]

  /// The kind of a dataset; nil for a stream or dataset that the layout does not have.
  public static func kind(of dataset: String, in stream: StreamName) -> DatasetKind? {
    streams.first { $0.name == stream }?.datasets.first { $0.name == dataset }
  }
}

/// The name of a stream: its group in layout version 1.
public struct StreamName: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name itself.
  public var rawValue: String

  /// Takes any name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Takes any name.
  public init(stringLiteral value: String) { rawValue = value }

  /// The name itself.
  public var description: String { rawValue }

  /// Orders names as text.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Acceleration of the wrist at a high rate.
  public static let accelerometer: Self = "accelerometer"
  /// Attitude, rotation rate, gravity and user acceleration of the wrist.
  public static let deviceMotion: Self = "device_motion"
  /// The same of the head.
  public static let headphoneMotion: Self = "headphone_motion"
}
