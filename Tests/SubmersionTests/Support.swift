import Foundation
import SPSimulation
import SPSubmersion
import Testing

/// Findings of rows given at once; streams without rows do not exist.
func findings(
  _ measurements: [DepthMeasurement] = [], events: [SubmersionEvent] = [], temperatures: [TemperatureSample] = [],
  rules: SubmersionRules = SubmersionRules()
) throws -> SubmersionFindings {
  var engine = try SubmersionEngine(rules)
  engine.consume(events)
  engine.consume(measurements)
  engine.consume(temperatures)
  return engine.finish()
}

/// A measurement a second from a time on; nil is no depth.
func measurements(
  from start: Double = 0, _ depths: [Double?], own: DepthState = .unknown, stepS: Double = 1
) -> [DepthMeasurement] {
  depths.enumerated().map { index, depth in
    DepthMeasurement(
      time: start + stepS * Double(index), depthM: depth ?? .nan,
      ownState: own == .unknown ? .unknown : depth == nil ? .notSubmerged : own)
  }
}

extension SimulatedDives {
  /// The rows as the engine takes them.
  var rows: (events: [SubmersionEvent], measurements: [DepthMeasurement], temperatures: [TemperatureSample]) {
    let (events, measured, warmth) = (events, measurements, temperatures)
    return (
      events.time.indices.compactMap { index in
        SubmersionEvent.State(rawValue: UInt8(events.state[index])).map {
          SubmersionEvent(time: events.time[index], state: $0)
        }
      },
      measured.time.indices.map {
        DepthMeasurement(
          time: measured.time[$0], depthM: Double(measured.depth[$0]), pressureKPa: Double(measured.pressure[$0]),
          surfacePressureKPa: Double(measured.surfacePressure[$0]),
          ownState: DepthState(code: measured.depthState[$0]))
      },
      warmth.time.indices.map {
        TemperatureSample(
          time: warmth.time[$0], degC: Double(warmth.temperature[$0]), uncertaintyDegC: Double(warmth.uncertainty[$0]))
      }
    )
  }

  /// What is found in it with the rules that suit its watch and water.
  func findings(_ change: (inout SubmersionRules) -> Void = { _ in }) throws -> SubmersionFindings {
    var rules = SubmersionRules()
    rules.limits.maxM = settings.maxDepthM
    rules.density = settings.water == .fresh ? .fresh : .salt
    change(&rules)
    let rows = rows
    return try SubmersionTests.findings(
      rows.measurements, events: rows.events, temperatures: rows.temperatures, rules: rules)
  }
}

/// The real dive of the reference data.
enum RealDive {
  static let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../shared/data/dives/garmin-2023-08-17.csv"
  ).standardized.path

  static var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Its rows, in s from its beginning; the temperatures have no uncertainty.
  static func rows() throws -> (measurements: [DepthMeasurement], temperatures: [TemperatureSample]) {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
    var start: Double?
    var measurements: [DepthMeasurement] = []
    var temperatures: [TemperatureSample] = []
    for line in lines {
      let fields = line.split(separator: ",")
      let parts = try fields[0].split(whereSeparator: { !$0.isNumber }).map { try #require(Double($0)) }
      let clock = ((parts[2] * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]
      let time = clock - (start ?? clock)
      start = start ?? clock
      let depth = try #require(Double(fields[1]))
      let pressure = try #require(Double(fields[2]))
      measurements.append(DepthMeasurement(time: time, depthM: depth, pressureKPa: pressure / 1000))
      temperatures.append(TemperatureSample(time: time, degC: try #require(Double(fields[3]))))
    }
    return (measurements, temperatures)
  }
}
