/// A synthetic recording of a watch under water, with its truth.
///
/// Depths are straight lines between points, so the truth is exact. Measurements come about every second, and
/// temperatures every three seconds. Timestamps are whole microseconds.
package struct SimulatedDives: Sendable {
  /// A dive with its truth; times are on the recording's clock, in s.
  package struct Dive: Sendable, Hashable {
    /// When the watch went under water.
    package let startTime: Double
    /// When the watch came up for 15 s or more.
    package let endTime: Double
    /// Largest depth, m.
    package let maxDepthM: Double
    /// Mean depth over the time under water, m.
    package let meanDepthM: Double
    /// Temperature of the water, degC.
    package let waterDegC: Double
    /// Number of surfacings of less than 15 s during the dive.
    package let briefSurfacings: Int
  }

  /// Rows of the stream `submersion_measurement`; values as in the layout.
  package struct Measurements: Sendable {
    /// Timestamps, s.
    package internal(set) var time: [Double] = []
    /// Depths, m; NaN if absent.
    package internal(set) var depth: [Float] = []
    /// Absolute pressures, kPa; NaN if absent.
    package internal(set) var pressure: [Float] = []
    /// Pressures at the surface, kPa.
    package internal(set) var surfacePressure: [Float] = []
    /// Codes of the states.
    package internal(set) var depthState: [Float] = []
  }

  /// Rows of the stream `water_temperature`.
  package struct Temperatures: Sendable {
    /// Timestamps, s.
    package internal(set) var time: [Double] = []
    /// Temperatures, degC.
    package internal(set) var temperature: [Float] = []
    /// Uncertainties of the temperatures, degC.
    package internal(set) var uncertainty: [Float] = []
  }

  /// The settings of the recording.
  package let settings: DiveSettings
  /// The dives in order of time.
  package let dives: [Dive]
  /// Clock value of the recording's start, s since boot.
  package let bootS: Double
  /// The pressure at the surface, kPa.
  package let surfaceKPa: Double
  private let course: DiveCourse
  private let watch: WatchTemperature

  /// Plans a recording.
  /// - Throws: `SimulationError` if a setting is out of its range.
  package init(_ settings: DiveSettings) throws(SimulationError) {
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
  package var recordingID: String {
    let digits = String(settings.seed)
    return "dive_\(settings.profile.rawValue)-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }

  // MARK: Rows

  /// The sensor measures down to this multiple of the maximum depth.
  private static let sensorFraction = 1.2

  /// Timestamps, s, and codes of the stream `submersion_event`: 1 not submerged, 2 submerged. Both lists are empty if
  /// the recording does not have the stream.
  package var events: (time: [Double], state: [Float]) {
    guard settings.hasEvents else { return ([], []) }
    return (
      [bootS] + course.stays.flatMap { [timestamp($0.start), timestamp($0.end)] },
      [1] + course.stays.flatMap { _ in [2, 1] }
    )
  }

  /// All rows of the stream `submersion_measurement`.
  package var measurements: Measurements {
    let jitter = settings.random(.jitter)
    let (depthNoise, pressureNoise) = (settings.random(.depthNoise), settings.random(.pressureNoise))
    let pauses = pauses()
    var cursor = DiveCourse.Cursor()
    var pause = 0
    var rows = Measurements()
    for row in 0..<Int(course.durationS) {
      // At most a third of an interval, so that timestamps keep their order.
      let time = Double(row) + 0.5 + max(-0.3, min(0.3, 0.03 * jitter.bell(at: row)))
      let depth = course.depth(at: time, &cursor)
      while pause < pauses.count, pauses[pause].upperBound <= time { pause += 1 }
      if pause < pauses.count, pauses[pause].contains(time) { continue }
      let isMeasured = depth.map { $0 <= settings.maxDepthM * Self.sensorFraction } ?? false
      let measured = depth.map { max(0, $0 + settings.depthNoiseM * depthNoise.bell(at: row)) }
      rows.time.append(timestamp(time))
      rows.depth.append(isMeasured ? Float(measured ?? .nan) : .nan)
      // 0.02 kPa are 2 mm of water.
      let pressure = surfaceKPa + settings.water.kilopascalsPerMeter * (depth ?? 0) + 0.02 * pressureNoise.bell(at: row)
      rows.pressure.append(depth == nil || isMeasured ? Float(pressure) : .nan)
      rows.surfacePressure.append(Float(surfaceKPa))
      rows.depthState.append(settings.hasOwnStates ? code(isMeasured ? measured : nil, isSubmerged: depth != nil) : 0)
    }
    return rows
  }

  /// All rows of the stream `water_temperature`, which has rows only while the watch is under water.
  package var temperatures: Temperatures {
    let noise = settings.random(.temperatureNoise)
    var cursor = DiveCourse.Cursor()
    var phase = 0
    var rows = Temperatures()
    for row in 0..<Int(course.durationS / 3) {
      let time = 3 * Double(row) + 0.9
      guard course.depth(at: time, &cursor) != nil else { continue }
      let degC = watch.degC(at: time, &phase)
      rows.time.append(timestamp(time))
      rows.temperature.append(Float(degC + 0.03 * noise.bell(at: row)))
      // The uncertainty is larger while the temperature of the watch still changes.
      rows.uncertainty.append(Float(0.2 + abs(degC - watch.waterDegC)))
    }
    return rows
  }

  private func timestamp(_ time: Double) -> Double { ((bootS + time) * 1e6).rounded() / 1e6 }

  private func code(_ depth: Double?, isSubmerged: Bool) -> Float {
    guard isSubmerged else { return 100 }
    guard let depth else { return 600 }
    if depth > settings.maxDepthM { return 500 }
    if depth > settings.maxDepthM - 1 { return 400 }
    return depth > 1 ? 300 : 200
  }

  /// Times without measurements, in s from the start.
  private func pauses() -> [Range<Double>] {
    var random = settings.random(.pauses)
    let starts = (0..<settings.pauseCount).map { _ in random.uniform(0...course.durationS) }.sorted()
    return starts.map { $0..<$0 + random.uniform(5...20) }
  }
}
