/// A time under water, with brief surfacings in it.
public struct Dive: Hashable, Sendable {
  /// How a dive began.
  public enum Opening: String, Hashable, Sendable, CaseIterable {
    /// An event of the recording.
    case event
    /// The state that the recording gives with a measurement.
    case ownState = "own_state"
    /// A depth.
    case depth
    /// The recording, which begins under water.
    case recordingStart = "recording_start"
  }

  /// How a dive ended.
  public enum Closing: String, Hashable, Sendable, CaseIterable {
    /// An event of the recording.
    case event
    /// The state that the recording gives with a measurement.
    case ownState = "own_state"
    /// A measurement without a depth, or with a depth above the water.
    case depth
    /// Depths at the surface that continued for too long.
    case surfaceTime = "surface_time"
    /// No measurement for too long.
    case pause
    /// The recording, which ends under water.
    case recordingEnd = "recording_end"
  }

  /// A remark about a dive.
  public enum Flag: String, Hashable, Sendable, CaseIterable {
    /// The recording begins under water.
    case openStart = "open_start"
    /// Its end was not recorded.
    case openEnd = "open_end"
    /// The recording ends at the surface, too soon to know that the dive was over.
    case endsWithRecording = "ends_with_recording"
    /// The sensor gave no depth for a time.
    case sensorError = "sensor_error"
    /// Deeper than the maximum depth.
    case pastMaxDepth = "past_max_depth"
    /// An ascent faster than the limit.
    case rapidAscent = "rapid_ascent"
    /// A time without measurements in which the last measurement grew too old.
    case gapInDive = "gap_in_dive"
    /// Surfacings that were too brief to end it.
    case briefSurfacing = "brief_surfacing"
    /// States or events in the recording that its depths contradict.
    case stateDisagreement = "state_disagreement"
    /// Some of the depths were computed from the pressure.
    case depthFromPressure = "depth_from_pressure"
    /// Depth and pressure disagree.
    case pressureDisagreement = "pressure_disagreement"
    /// Temperatures were recorded, but did not give a temperature of sufficient certainty.
    case temperatureNotConverged = "temperature_not_converged"

    /// When a dive has this remark, in a few words with the options' names.
    public var meaning: String {
      switch self {
      case .openStart: "the recording begins under water: the dive began earlier"
      case .openEnd: "the recording ends under water, or went on without measurements: the dive may have ended later"
      case .endsWithRecording:
        "the recording ends at the surface before surface_time_s: its last moment is taken for the end of the dive"
      case .sensorError: "no depth for a time"
      case .pastMaxDepth: "deeper than max_depth_m"
      case .rapidAscent: "max_ascent_rate_m_s is more than the option of that name"
      case .gapInDive: "no measurement for longer than max_age_s"
      case .briefSurfacing: "surfacings shorter than debounce_s"
      case .stateDisagreement: "the recording's own state or event is not that of the depth"
      case .depthFromPressure: "some depths are those of the pressure"
      case .pressureDisagreement: "depth and pressure differ by more than max_pressure_difference_m"
      case .temperatureNotConverged: "no temperature is certain enough"
      }
    }
  }

  /// When it began, in s on the recording's clock.
  public internal(set) var startTime: Double
  /// When it ended, in s on the recording's clock.
  public internal(set) var endTime: Double
  /// How it began.
  public internal(set) var opening: Opening
  /// How it ended.
  public internal(set) var closing: Closing
  /// The number of measurements in it.
  public internal(set) var measurementCount: Int
  /// The largest depth, in m; nil without any.
  public internal(set) var maxDepthM: Double?
  /// When the largest depth was measured, in s on the recording's clock.
  public internal(set) var maxDepthTime: Double?
  /// The mean depth over the time under water with a known depth, in m; nil without any.
  public internal(set) var meanDepthM: Double?
  /// From the start until the last ascent through the shallow limit, in s; nil if the dive never went below the limit.
  public internal(set) var bottomTimeS: Double?
  /// The time in each state, by depth, in s.
  public internal(set) var times: StateTimes
  /// The largest rate of descent, in m/s.
  public internal(set) var maxDescentRateMS: Double?
  /// The largest rate of ascent, in m/s.
  public internal(set) var maxAscentRateMS: Double?
  /// Surfacings that were too brief to end the dive, in s on the recording's clock.
  public internal(set) var surfacings: [ClosedRange<Double>]
  /// Times without measurements in which the last measurement, or the event that began the dive, grew too old; in s on
  /// the recording's clock.
  public internal(set) var gaps: [ClosedRange<Double>]
  /// How depth and pressure agree; nil if they were not measured together.
  public internal(set) var pressure: PressureCheck?
  /// The temperature by the exponential fit, however uncertain; nil for too few samples.
  public internal(set) var fittedTemperature: WaterTemperature?
  /// The first temperature that was certain for long enough.
  public internal(set) var settledTemperature: WaterTemperature?
  /// The temperature chosen by ``TemperatureRules/choice``: ``fittedTemperature`` or ``settledTemperature``.
  public internal(set) var temperature: WaterTemperature?
  /// The remarks, in a fixed order.
  public internal(set) var flags: [Flag]
  /// The time since the previous dive, in s; nil for the first.
  public internal(set) var surfaceIntervalBeforeS: Double?

  /// From start to end, in s.
  public var durationS: Double { endTime - startTime }
}

/// A time in each state, in s.
public struct StateTimes: Hashable, Sendable {
  private var seconds = [Double](repeating: 0, count: DepthState.allCases.count)

  init() {}

  /// The time in a state; for ``DepthState/unknown``, the time without a valid measurement.
  public internal(set) subscript(state: DepthState) -> Double {
    get { seconds[Self.place(state)] }
    set { seconds[Self.place(state)] = newValue }
  }

  private static func place(_ state: DepthState) -> Int { Int(state.rawValue / 100) }
}
