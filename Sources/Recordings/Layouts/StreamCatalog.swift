import SPBasics
import SPSignals

/// The streams that a recording can have, as layout version 1 defines them.
public enum StreamCatalog {
  /// A dataset of a stream.
  public struct DatasetKind: Hashable, Sendable {
    /// The name of the dataset in layout version 1.
    public var name: String
    /// The number of values in a row.
    public var components: Int
    /// The unit of the dataset in layout version 1, to which other units are converted.
    public var unit: Unit
    /// How the writer stores the values; readers take any type of number.
    public var storage: Storage
    /// The meanings of the codes in a dataset of codes; empty for measured values.
    public var codes: [Int: String]

    /// How values are stored.
    public enum Storage: Hashable, Sendable {
      /// Measured values.
      case float32
      /// Codes.
      case uint8, uint16
    }

    init(
      _ name: String, _ components: Int, _ unit: Unit, _ storage: Storage = .float32, codes: [Int: String] = [:]
    ) {
      self.storage = storage
      self.codes = codes
      self.name = name
      self.components = components
      self.unit = unit
    }

    /// Whether the dataset is a measured or computed motion, which never repeats to the last bit.
    var isMotion: Bool { storage == .float32 && components > 1 }
  }

  /// How the rows of a stream are spread over time.
  package enum StreamKind: Hashable, Sendable {
    /// Sampled evenly: a gap is a loss.
    case samples
    /// Measured about once a second, with pauses: a value holds until it is too old.
    case measurements
    /// Events or changes: each holds until the next one, and nothing is missing between them.
    case moments
  }

  /// How the rows of a stream are spread over time.
  package static func kind(of stream: StreamName) -> StreamKind {
    switch stream {
    case .accelerometer, .deviceMotion, .headphoneMotion: .samples
    case .headphoneConnection, .submersionEvent, .workoutEvent, .workoutState, .waterIntake: .moments
    default: .measurements
    }
  }

  /// The datasets of every stream, without its timestamps, in the layout's order.
  public static let streams: [(name: StreamName, datasets: [DatasetKind])] = [
    (.accelerometer, [DatasetKind("acceleration", 3, .g)]),
    (.deviceMotion, motion),
    (.headphoneMotion, motion + [DatasetKind("sensor_location", 1, .dimensionless, .uint8, codes: StreamCodes.buds)]),
    (.headphoneConnection, [DatasetKind("state", 1, .dimensionless, .uint8, codes: StreamCodes.connections)]),
    (.submersionEvent, [DatasetKind("state", 1, .dimensionless, .uint8, codes: StreamCodes.submersions)]),
    (
      .submersionMeasurement,
      [
        DatasetKind("depth", 1, .meters), DatasetKind("pressure", 1, .kilopascals),
        DatasetKind("surface_pressure", 1, .kilopascals),
        DatasetKind("depth_state", 1, .dimensionless, .uint16, codes: StreamCodes.depths),
      ]
    ),
    (
      .waterTemperature,
      [DatasetKind("temperature", 1, .degreesCelsius), DatasetKind("uncertainty", 1, .degreesCelsius)]
    ),
    (.workoutEvent, [DatasetKind("type", 1, .dimensionless, .uint8, codes: StreamCodes.workoutEvents)]),
    (.workoutState, [DatasetKind("state", 1, .dimensionless, .uint8, codes: StreamCodes.workoutStates)]),
    (
      .cycling,
      [
        DatasetKind("power", 1, .watts), DatasetKind("cadence", 1, .revolutionsPerMinute),
        DatasetKind("speed", 1, .metersPerSecond), DatasetKind("distance", 1, .meters),
      ]
    ),
    (
      .location,
      [
        DatasetKind("latitude", 1, .degrees), DatasetKind("longitude", 1, .degrees),
        DatasetKind("altitude", 1, .meters),
      ]
    ),
    (.heartRate, [DatasetKind("heart_rate", 1, .beatsPerMinute)]),
    (.waterIntake, [DatasetKind("volume", 1, .milliliters)]),
  ]

  private static let motion = [
    DatasetKind("attitude", 4, .dimensionless), DatasetKind("rotation_rate", 3, .radiansPerSecond),
    DatasetKind("gravity", 3, .g), DatasetKind("user_acceleration", 3, .g),
  ]

  /// The kind of a dataset; nil for a stream or dataset that the layout does not have.
  package static func kind(of dataset: String, in stream: StreamName) -> DatasetKind? {
    streams.first { $0.name == stream }?.datasets.first { $0.name == dataset }
  }
}

/// The name of a stream: its group in layout version 1.
public struct StreamName: RawRepresentable, Hashable, Sendable, Comparable, Codable, CodingKeyRepresentable,
  CustomStringConvertible, ExpressibleByStringLiteral
{
  /// The name itself.
  public var rawValue: String

  /// Makes a name from any text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from any text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from any text.
  public init(stringLiteral value: String) { rawValue = value }

  /// An error for a text that is not the name of a stream of the layout.
  public struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text, and the name that was probably meant.
    public let description: String
  }

  /// The stream of the layout with a name.
  /// - Throws: `Unknown` for any other text.
  public init(known text: String) throws(Unknown) {
    let known = StreamCatalog.streams.map(\.name.rawValue)
    guard known.contains(text) else {
      throw Unknown(description: "unknown stream \"\(text)\"; \(NearestName.advice(text, in: known))")
    }
    self.init(text)
  }

  /// The name itself.
  public var description: String { rawValue }

  /// Orders names as text.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Acceleration of the wrist at a high rate.
  public static let accelerometer: Self = "accelerometer"
  /// Attitude, rotation rate, gravity and user acceleration of the wrist.
  public static let deviceMotion: Self = "device_motion"
  /// Attitude, rotation rate, gravity and user acceleration of the head.
  package static let headphoneMotion: Self = "headphone_motion"
  /// Whether headphones are connected.
  package static let headphoneConnection: Self = "headphone_connection"
  /// Whether the device is under water.
  package static let submersionEvent: Self = "submersion_event"
  /// Depth and pressure.
  package static let submersionMeasurement: Self = "submersion_measurement"
  /// Temperature of the water, and its uncertainty.
  package static let waterTemperature: Self = "water_temperature"
  /// Pauses, laps and markers of a workout.
  package static let workoutEvent: Self = "workout_event"
  /// Changes of a workout's state.
  package static let workoutState: Self = "workout_state"
  /// Power, cadence, speed and distance.
  public static let cycling: Self = "cycling"
  /// Latitude, longitude and altitude.
  package static let location: Self = "location"
  /// Heart rate.
  public static let heartRate: Self = "heart_rate"
  /// Amounts of water drunk.
  package static let waterIntake: Self = "water_intake"
}

/// The names of a stream's values as columns of a table, such as CSV.
extension StreamCatalog {
  /// The column of the timestamps.
  public static let timeColumn = "time_s"

  /// The suffixes of column names for units; empty for pure numbers.
  static let unitSuffixes: [Unit: String] = [
    .g: "g", .radiansPerSecond: "rad_s", .meters: "m", .degrees: "deg", .kilopascals: "kpa", .degreesCelsius: "deg_c",
    .watts: "w",
    .revolutionsPerMinute: "rpm", .metersPerSecond: "m_s", .beatsPerMinute: "bpm", .milliliters: "ml",
    .dimensionless: "",
  ]
}

extension StreamCatalog.DatasetKind {
  /// The names of the components: nil for a single component, x, y and z of three, w, x, y and z of a quaternion.
  public var componentNames: [String?] {
    switch components {
    case 1: [nil]
    case 4: ["w", "x", "y", "z"]
    default: ["x", "y", "z"]
    }
  }

  /// The columns of the components: `<dataset>[_<component>][_<unit>]`, such as `acceleration_x_g`, `attitude_w`,
  /// `temperature_deg_c`.
  public var columnNames: [String] {
    guard let suffix = StreamCatalog.unitSuffixes[unit] else { preconditionFailure("no ending for the unit \(unit)") }
    return componentNames.map { [name, $0, suffix].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "_") }
  }
}

/// The meanings of the codes of events and states, in layout version 1.
private enum StreamCodes {
  static let buds = [0: "default", 1: "left", 2: "right"]
  static let connections = [0: "disconnected", 1: "connected"]
  static let submersions = [0: "unknown", 1: "not submerged", 2: "submerged"]
  static let depths = [
    0: "unknown", 100: "not submerged", 200: "submerged shallow", 300: "submerged deep", 400: "approaching max depth",
    500: "past max depth", 600: "sensor depth error",
  ]
  static let workoutEvents = [
    1: "pause", 2: "resume", 3: "lap", 4: "marker", 5: "motion paused", 6: "motion resumed", 7: "segment",
    8: "pause or resume request",
  ]
  static let workoutStates = [
    1: "not started", 2: "running", 3: "ended", 4: "paused", 5: "prepared", 6: "stopped",
  ]
}
