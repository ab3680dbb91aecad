import SPRecordings
import SPSignals

/// Sensor Logger (K. T. H. Choi): a table for each sensor, with `time` in nanoseconds since 1970.
///
/// Units and frames differ by phone, sensor and settings (source: the app's own references of units and of
/// coordinates). Gravity is in m/s^2, except in `WristMotion`, which has it in g unless units are standardised. Other
/// accelerations of watch and headphones are in g unless standardised. Other accelerations of the phone are in m/s^2,
/// except for uncalibrated accelerations of iOS. In standardised values and in Android's values, gravity points upwards
/// at rest, so their sign is changed.
enum SensorLoggerFormat {
  /// The sensors whose tables are imported, by the ends of their files' names.
  enum Sensor: String, CaseIterable, Sendable {
    case wristMotion = "WristMotion"
    case headphone = "Headphone"
    case accelerometerUncalibrated = "AccelerometerUncalibrated"
    case totalAcceleration = "TotalAcceleration"
    case gyroscope = "Gyroscope"
    case gravity = "Gravity"
    case accelerometer = "Accelerometer"
    case orientation = "Orientation"
    case heartRate = "HeartRate"

    /// The sensor of a file, by its name such as `WristMotion.csv`, in any case. The name may have a prefix that ends
    /// in a hyphen, an underscore or a space. Nil for other names.
    init?(ofFile name: String) {
      let file = name.split(separator: "/").last ?? ""
      let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
      let last = stem.split(whereSeparator: { $0 == "-" || $0 == "_" || $0 == " " }).last ?? ""
      guard let sensor = Self.allCases.first(where: { $0.rawValue.lowercased() == last.lowercased() }) else {
        return nil
      }
      self = sensor
    }

    /// Whether the sensor is in the phone, rather than in a watch, headphones or a heart rate monitor.
    var isOfPhone: Bool { ![.wristMotion, .headphone, .heartRate].contains(self) }

    var rules: TableRules {
      let axes = ["X", "Y", "Z"]
      let motion: [TableRules.DatasetRules] = [
        .init(name: "attitude", stems: ["W", "X", "Y", "Z"].map { "quaternion\($0)" }, unit: .dimensionless),
        .init(name: "rotation_rate", stems: axes.map { "rotationRate\($0)" }, unit: .radiansPerSecond),
        .init(name: "gravity", stems: axes.map { "gravity\($0)" }, unit: .g),
        .init(name: "user_acceleration", stems: axes.map { "acceleration\($0)" }, unit: .g),
      ]
      func rules(_ stream: StreamName, _ datasets: [TableRules.DatasetRules]) -> TableRules {
        TableRules(streams: [.init(name: stream, times: ["time"], datasets: datasets)])
      }
      func triaxial(_ stream: StreamName, _ dataset: String, _ unit: Unit) -> TableRules {
        rules(stream, [.init(name: dataset, stems: ["x", "y", "z"], unit: unit)])
      }
      switch self {
      case .wristMotion: return rules(.deviceMotion, motion)
      case .headphone:
        // Sensor locations of layout version 1.
        let sides: [String: Float] = ["default": 0, "left": 1, "right": 2]
        return rules(
          .headphoneMotion,
          motion + [
            .init(name: "sensor_location", stems: ["devicelocation"], unit: .dimensionless, codes: sides)
          ])
      case .accelerometerUncalibrated, .totalAcceleration:
        return triaxial(.accelerometer, "acceleration", .metersPerSecondSquared)
      case .gyroscope: return triaxial(.deviceMotion, "rotation_rate", .radiansPerSecond)
      case .gravity: return triaxial(.deviceMotion, "gravity", .metersPerSecondSquared)
      case .accelerometer: return triaxial(.deviceMotion, "user_acceleration", .metersPerSecondSquared)
      case .orientation:
        return rules(
          .deviceMotion, [.init(name: "attitude", stems: ["qw", "qx", "qy", "qz"], unit: .dimensionless)])
      case .heartRate: return rules("heart_rate", [.init(name: "heart_rate", stems: ["bpm"], unit: .beatsPerMinute)])
      }
    }
  }

  /// The sensor of a table, by its fields if they identify it, else by its file's name; nil for tables of other apps.
  static func sensor(_ head: TextHead) -> Sensor? {
    guard let header = head.header, header.index(of: "time") != nil, header.index(of: "seconds_elapsed") != nil else {
      return nil
    }
    if header.index(of: "devicelocation") != nil { return .headphone }
    if header.index(of: "rotationRateX") != nil { return .wristMotion }
    return Sensor(ofFile: head.file.name)
  }

  /// Whether a file is the app's description of the recording.
  static func isSettings(_ name: String) -> Bool {
    name.split(separator: "/").last?.lowercased() == "metadata.csv"
  }

  /// The table of a file, with its units and signs determined; nil if it is not of a known sensor.
  /// - Parameter settings: the content of the recording's `Metadata.csv`, if it exists.
  static func table(_ head: TextHead, _ settings: SensorLoggerSettings = .init()) throws -> RecognisedTable? {
    guard let header = head.header, let sensor = sensor(head), var plan = try sensor.rules.plan(head, header) else {
      return nil
    }
    plan.streams[0].time.format = .decimal(exponent: -9)
    var table = RecognisedTable(.sensorLogger, head, plan, below: header)
    table.application = settings.application
    table.timeOrigin = "unix"
    try SensorLoggerUnits(sensor, settings).settle(&table)
    return table
  }
}
