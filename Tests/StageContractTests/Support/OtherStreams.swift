import Foundation
import SPHeadMotion
import SPPipelines
import SPRecordings
import SPSubmersion

@testable import SPStages

/// Every stream beside those of the wrist, as each scenario would have recorded it, in a file.
struct OtherStreams: Sendable {
  let recording: Recording
  /// The dives; the gap parts one into two, as only then there is a surface interval.
  let submersion: SubmersionFindings
  /// What is found in the motion of the head, which may look anywhere.
  let headMotion: HeadFindings
  private let folder: TestFolder

  private static let all: [Scenario: Result<OtherStreams, any Error>] = Dictionary(
    uniqueKeysWithValues: Scenario.allCases.map { scenario in (scenario, Result { try OtherStreams(scenario) }) })

  /// The streams of a scenario, made once for all tests.
  static func of(_ scenario: Scenario) -> OtherStreams {
    guard let streams = try? all[scenario]?.get() else { preconditionFailure("no streams for \(scenario)") }
    return streams
  }

  func stream(_ name: StreamName) -> RecordingStream {
    guard let stream = recording.streams[name] else { preconditionFailure("no stream \(name)") }
    return stream
  }

  private init(_ scenario: Scenario) throws {
    folder = try TestFolder()
    let path = folder("other.h5")
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: scenario.rawValue))
    for entry in StreamCatalog.streams where ![.accelerometer, .deviceMotion].contains(entry.name) {
      let times = Self.times(of: entry.name, scenario)
      try writer.addStream(entry.name, datasets: entry.datasets.map(\.name), nominalRateHz: nil)
      var values: [String: [Float]] = [:]
      for dataset in entry.datasets {
        values[dataset.name] = times.enumerated().flatMap { row, time in
          let value = Self.value(dataset.name, of: entry.name, row, time)
          let isMissing = scenario == .allMissing || (scenario == .someMissing && row % 97 == 50)
          return isMissing && dataset.storage == .float32 ? value.map { _ in .nan } : value
        }
      }
      try writer.append(to: entry.name, time: times, values)
    }
    try writer.finish()
    recording = try Recording(opening: path)
    submersion = try Self.submersion(of: recording)
    let rules = HeadRules(
      poseRateHz: 10, postures: PostureRules(), repetitions: RepetitionRules(maxFaceAngle: .pi))
    let pass = RecordingPass(recording)
    let measurement = try HeadMeasurement(
      rules, of: PassingStream(try recording.stream(.headphoneMotion), in: pass))
    try pass.run()
    headMotion = measurement.findings
  }

  private static func submersion(of recording: Recording) throws -> SubmersionFindings {
    let options = try DiveOptions(json: #"{"max_age_s": 10, "surface_time_s": 30}"#)
    var bench = try StageBench<DiveStage>(options)
    for (slot, name) in [
      (Slot.submersionMeasurement, StreamName.submersionMeasurement), (.waterTemperature, .waterTemperature),
    ] {
      if let stream = recording.streams[name] { try bench.provide(slot, MeasurementStream(stream, of: recording)) }
    }
    guard let found = try bench.run()[.submersion] else { throw SlotError.notWritten(slot: "submersion") }
    return found
  }

  /// A minute of motion, ten of measurements with a pause where the scenario has gaps, and some moments.
  private static func times(of stream: StreamName, _ scenario: Scenario) -> [Double] {
    let all: [Double] =
      switch StreamCatalog.kind(of: stream) {
      case .samples: (0..<3000).map { 10 + Double($0) / 50 }
      case .measurements: (0..<600).map { 10 + Double($0) }
      case .moments: [10, 40, 100, 101, 400, 420, 600]
      }
    let gap = StreamCatalog.kind(of: stream) == .samples ? 30.0..<32.0 : 200.0..<260.0
    let kept = scenario == .gap ? all.filter { !gap.contains($0) } : all
    return Array(kept.prefix(scenario.sampleLimit ?? kept.count))
  }

  /// A head that nods every two seconds, a dive of five minutes to 4 m, and a ride at 200 W.
  private static func value(_ dataset: String, of stream: StreamName, _ row: Int, _ time: Double) -> [Float] {
    let isUnderWater = (100.0..<400.0).contains(time)
    switch (stream, dataset) {
    case (_, "attitude"): return [1, 0, 0, 0]
    case (_, "rotation_rate"): return [0, Float(0.5 * sin(.pi * time)), 0]
    case (_, "gravity"): return [0, 0, -1]
    case (_, "user_acceleration"): return [0, 0, Float(0.2 * sin(.pi * time))]
    case (_, "sensor_location"): return [row < 1000 ? 1 : 2]
    case (.headphoneConnection, _): return [Float((row + 1) % 2)]
    case (.submersionEvent, _): return [isUnderWater ? 2 : 1]
    case (_, "depth"): return [isUnderWater ? 4 : .nan]
    case (_, "pressure"): return [isUnderWater ? 140.5 : 101.3]
    case (_, "surface_pressure"): return [101.3]
    case (_, "depth_state"): return [isUnderWater ? 300 : 100]
    case (_, "temperature"): return [Float(18 + 8 * exp(-(time - 10) / 60))]
    case (_, "uncertainty"): return [Float(0.2 + 3 * exp(-(time - 10) / 60))]
    case (.workoutEvent, _): return [[3, 1, 2, 3, 1, 2, 3][row % 7]]
    case (.workoutState, _): return [[5, 2, 4, 2, 4, 2, 3][row % 7]]
    case (_, "power"): return [Float(200 + 20 * sin(time / 30))]
    case (_, "cadence"): return [90]
    case (_, "speed"): return [9]
    case (_, "distance"): return [Float(9 * (time - 10))]
    case (_, "heart_rate"): return [Float(120 + time / 30)]
    case (.waterIntake, _): return [250]
    default: return [0]
    }
  }
}
