import SPBasics
import SPRecordings

/// A dive as a dive computer recorded it, while its log is read.
///
/// Values that no stream stores are kept as tables of the device. If FIT has the same messages and fields, the tables
/// use FIT's names.
struct DiveRecord {
  /// When the dive began, in s since 1970; nil if the log does not say.
  var startS: Double?
  /// Whether ``startS`` is a local time, because the log states no offset from UTC.
  var isLocalTime = false
  var deviceModel: String?
  /// The results that the log states for the dive as a whole.
  var summary: [Figure: Double] = [:]
  /// Gases, in the log's order.
  var gases: [Row] = []
  /// Tanks, in the log's order.
  var tanks: [Row] = []
  /// How many values have no place in a recording, by their kind.
  var left: [String: Int] = [:]
  /// Whether temperatures are in degrees Celsius where kelvin are expected.
  var hasCelsius = false
  private var gasSwitches = Rows()
  private var tankUpdates = Rows()
  private var decompression = Rows()
  private var submersion = ActivityStream("submersion_measurement", ["depth"])
  private var temperature = ActivityStream("water_temperature", ["temperature"])
  private var heartRate = ActivityStream("heart_rate", ["heart_rate"])
  private var events = ActivityStream("workout_event", ["type"])

  typealias Row = [Figure: Double]

  /// Rows by columns, which take far less memory than dictionaries.
  struct Rows {
    private(set) var count = 0
    private(set) var columns: [Figure: [Double]] = [:]

    init(_ rows: [Row] = []) { for row in rows { append(row) } }

    mutating func append(_ row: Row) {
      for (figure, value) in row {
        columns[figure, default: Array(repeating: .nan, count: count)].append(value)
      }
      count += 1
      // Loops over a copy of the keys: the keys themselves would keep the columns from being changed in place.
      for figure in Array(columns.keys) where columns[figure]?.count != count { columns[figure]?.append(.nan) }
    }
  }

  /// The values in the tables, with the names of their columns.
  enum Figure: String {
    case number = "dive_number"
    case maxDepth = "max_depth"
    case meanDepth = "avg_depth"
    case duration
    case surfaceInterval = "surface_interval"
    case airTemperature = "air_temperature"
    case waterTemperature = "water_temperature"
    case surfacePressure = "surface_pressure"
    case waterDensity = "water_density"
    case index = "message_index"
    case oxygen = "oxygen_content"
    case helium = "helium_content"
    case volume = "tank_volume"
    case startPressure = "start_pressure"
    case endPressure = "end_pressure"
    case timestamp
    case gas
    case tank
    case pressure
    case noStopTime = "ndl_time"
    case stopDepth = "next_stop_depth"
    case stopTime = "next_stop_time"
    case timeToSurface = "time_to_surface"
    case oxygenToxicity = "cns_load"
    case oxygenPressure = "po2"
    case nitrogenLoad = "n2_load"

    /// The unit in a recording; nil for counts.
    var units: String? {
      switch self {
      case .maxDepth, .meanDepth, .stopDepth: "m"
      case .duration, .surfaceInterval, .timestamp, .noStopTime, .stopTime, .timeToSurface: "s"
      case .airTemperature, .waterTemperature: "degC"
      case .surfacePressure, .startPressure, .endPressure, .pressure, .oxygenPressure: "bar"
      case .waterDensity: "kg/m^3"
      case .oxygen, .helium, .oxygenToxicity, .nitrogenLoad: "percent"
      case .volume: "l"
      case .number, .index, .gas, .tank: nil
      }
    }
  }

  /// The values of a dive computer at one moment.
  struct Sample {
    /// Since the start of the dive, in s.
    var timeS: Double?
    var depthM: Double?
    var temperatureDegC: Double?
    var heartRateBPM: Double?
    /// The number of the gas that is breathed from now on.
    var gas: Double?
    /// The pressures of tanks by their numbers, in bar.
    var tankPressuresBar: [(tank: Double?, bar: Double)] = []
    /// Stops, times and loads.
    var decompression: Row = [:]
    var isMarked = false
  }

  mutating func add(_ sample: Sample) {
    guard let timeS = sample.timeS, timeS.isFinite else {
      left["samples without a time", default: 0] += 1
      return
    }
    let time = (startS ?? 0) + timeS
    submersion.add(time, [sample.depthM])
    temperature.add(time, [sample.temperatureDegC])
    if let rate = sample.heartRateBPM, rate > 0 { heartRate.add(time, [rate]) }
    if let gas = sample.gas { gasSwitches.append([.timestamp: time, .gas: gas]) }
    for (tank, bar) in sample.tankPressuresBar {
      var row: Row = [.timestamp: time, .pressure: bar]
      row[.tank] = tank
      tankUpdates.append(row)
    }
    if !sample.decompression.isEmpty {
      decompression.append(sample.decompression.merging([.timestamp: time]) { own, _ in own })
    }
    // 4 is the layout's code of a marker.
    if sample.isMarked, events.rows.times.last.map({ time > $0 }) ?? true { events.add(time, [4]) }
  }

  /// The numbers of the gases that are in a tank of the dive, or were breathed.
  var usedGases: Set<Double> { Set(tanks.compactMap { $0[.gas] } + (gasSwitches.columns[.gas] ?? [])) }

  /// The dive as an activity.
  consuming func finish(software: String?) -> Activity {
    var activity = Activity()
    activity.attributes.sport = "diving"
    activity.attributes.software = software
    activity.attributes.deviceModel = deviceModel
    activity.attributes.device = "watch"
    activity.attributes.timeOrigin = startS == nil ? "start" : "unix"
    activity.attributes.startTime = startS.flatMap(UTCTime.text(nearest:))
    for stream in [submersion, temperature, heartRate, events] { activity.add(stream) }
    activity.summaries = [
      ("dive_decompression", decompression), ("dive_gas", Rows(gases)), ("dive_gas_switch", gasSwitches),
      ("dive_summary", Rows(summary.isEmpty ? [] : [summary])), ("tank_summary", Rows(tanks)),
      ("tank_update", tankUpdates),
    ].compactMap(Self.table)
    if hasCelsius {
      activity.notes.append("temperatures below 150 K are taken as degrees Celsius, which no water is in kelvin")
    }
    if isLocalTime {
      activity.notes.append("the start of the dive states no offset from UTC, and is taken as UTC")
    }
    if startS == nil { activity.notes.append("states no date: times count from the start of the dive") }
    if !left.isEmpty { activity.unused = ["without a place: \(Listing.text(left))"] }
    return activity
  }

  /// Rows as a table of the device; nil if the rows have no values.
  static func table(_ name: String, _ rows: Rows) -> DeviceSummary? {
    guard !rows.columns.isEmpty else { return nil }
    return DeviceSummary(
      name,
      rows.columns.sorted { $0.key.rawValue < $1.key.rawValue }.map { figure, values in
        .init(figure.rawValue, units: figure.units, .numbers(values, width: 1))
      })
  }
}
