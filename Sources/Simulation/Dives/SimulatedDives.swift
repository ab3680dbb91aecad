/// A synthetic recording of a watch under water, with its truth.
///
/// Depths are straight lines between points, so the truth is exact. Measurements come about every second and
/// temperatures every three, on a clock of whole microseconds.
public struct SimulatedDives: Sendable {
  /// A dive with its truth; times are on the recording's clock, in s.
  public struct Dive: Sendable, Hashable {
    /// When the watch went under water.
    public let startTime: Double
    /// When it came up for 15 s or more.
    public let endTime: Double
    /// Largest depth, m.
    public let maxDepthM: Double
    /// Mean depth over the time under water, m.
    public let meanDepthM: Double
    /// Temperature of the water, degC.
    public let waterDegC: Double
    /// Surfacings of less than 15 s in it.
    public let briefSurfacings: Int
  }

  /// Rows of the stream `submersion_measurement`; values as in the layout.
  public struct Measurements: Sendable {
    /// Timestamps, s.
    public internal(set) var time: [Double] = []
    /// Depths, m; NaN if absent.
    public internal(set) var depth: [Float] = []
    /// Absolute pressures, kPa; NaN if absent.
    public internal(set) var pressure: [Float] = []
    /// Pressures at the surface, kPa.
    public internal(set) var surfacePressure: [Float] = []
    /// Codes of the states.
    public internal(set) var depthState: [Float] = []
  }

  /// Rows of the stream `water_temperature`.
  public struct Temperatures: Sendable {
    /// Timestamps, s.
    public internal(set) var time: [Double] = []
    /// Temperatures, degC.
    public internal(set) var temperature: [Float] = []
    /// Their uncertainties, degC.
    public internal(set) var uncertainty: [Float] = []
  }

  /// The settings of the recording.
  public let settings: DiveSettings
  /// The dives in order of time.
  public let dives: [Dive]
  /// Clock value of the recording's start, s since boot.
  public let bootS: Double
  /// The pressure at the surface, kPa.
  public let surfaceKPa: Double
  let course: DiveCourse
  let watch: WatchTemperature

  /// Plans a recording.
  /// - Throws: `SimulationError` if a setting is out of its range.
  public init(_ settings: DiveSettings) throws(SimulationError) {
    try settings.validate()
    self.settings = settings
    let course = DiveCourse(settings)
    let watch = WatchTemperature(settings, course)
    var clock = settings.random(.clock)
    let bootS = Double(20_000 + clock.index(below: 70_000))
    surfaceKPa = clock.uniform(99...103)
    dives = course.dives.map { stays in
      let (area, seconds) = stays.reduce((0.0, 0.0)) { sum, stay in
        let area = zip(stay.points, stay.points.dropFirst()).reduce(0.0) {
          $0 + ($1.1.time - $1.0.time) * ($1.0.depth + $1.1.depth) / 2
        }
        return (sum.0 + area, sum.1 + stay.end - stay.start)
      }
      return Dive(
        startTime: bootS + (stays.first?.start ?? 0), endTime: bootS + (stays.last?.end ?? 0),
        maxDepthM: stays.flatMap(\.points).map(\.depth).max() ?? 0, meanDepthM: area / seconds,
        waterDegC: watch.waterDegC, briefSurfacings: stays.count - 1)
    }
    self.course = course
    self.watch = watch
    self.bootS = bootS
  }

  /// A name for the recording: the profile and the seed in at least six digits, such as `dive_square-000042`.
  public var recordingID: String {
    let digits = String(settings.seed)
    return "dive_\(settings.profile.rawValue)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}
