import SPBasics
import SPHeadMotion
import SPRecordings
import SPSignals
import SPSubmersion

/// Remarks about a recording: how timestamps were restored, what streams of headphone motion or a dive contain, and
/// which data it lacks.
///
/// The remarks are not faults, but facts that determine what can be found.
package enum StreamRemarks {
  /// The sentences, each with the name of its stream.
  /// - Throws: the errors of reading the recording, and `CancellationError`.
  package static func remarks(on recording: Recording) throws -> [String] {
    try times(recording) + heads(recording) + dives(recording)
  }

  private static func times(_ recording: Recording) throws -> [String] {
    try recording.streams.values.sorted { $0.name < $1.name }.compactMap { stream in
      try stream.restoration.map { "\(stream.name): \($0.sentence)" }
    }
  }

  private static func heads(_ recording: Recording) throws -> [String] {
    guard let stream = recording.streams[.headphoneMotion], stream.count > 0 else { return [] }
    var remarks: [String] = []
    let buds = try Codes(of: "sensor_location", in: stream)
    let counts = BudLocation.allCases.compactMap { bud in
      buds?.counts[Float(bud.rawValue)].map { (bud, $0) }
    }
    if counts.count > 1, let buds {
      let parts = counts.map { "the \($0.0.name) bud in \($0.1)" }.joined(separator: " and ")
      remarks.append(
        "motion comes from \(parts) of \(stream.count) rows, with \(counted(buds.changeCount, "change")) of bud")
    } else if let only = counts.first?.0, only != .default {
      remarks.append("all motion comes from the \(only.name) bud")
    } else {
      remarks.append("it is not recorded from which bud the motion comes")
    }
    if recording.streams[.headphoneConnection] == nil {
      remarks.append("no stream headphone_connection, so that headphones taken off look like a gap")
    }
    return remarks.map { "headphone_motion: \($0)" }
  }

  private static func dives(_ recording: Recording) throws -> [String] {
    guard let stream = recording.streams[.submersionMeasurement], stream.count > 0 else { return [] }
    let measured = try measurements(stream).map { "submersion_measurement: \($0)" }
    var lacks: [String] = []
    if recording.streams[.submersionEvent] == nil {
      lacks.append("no stream submersion_event: when a dive begins and ends is taken from the states or depths")
    }
    guard let temperature = recording.streams[.waterTemperature], temperature.count > 0 else {
      return measured + lacks + ["no stream water_temperature: dives have no water temperature"]
    }
    if !temperature.datasetNames.contains("uncertainty") {
      lacks.append("water_temperature: no uncertainty, so only its course shows when it had settled")
    }
    return measured + lacks
  }

  private static func measurements(_ stream: RecordingStream) throws -> [String] {
    var remarks: [String] = []
    let (depths, pressures) = (try Present(of: "depth", in: stream), try Present(of: "pressure", in: stream))
    if depths.count == 0 {
      remarks.append(
        pressures.count == 0
          ? "neither depth nor pressure" : "no depth: it is computed from the pressure and the water's density")
    } else {
      remarks.append("depths from \(short(depths.least)) to \(short(depths.largest)) m")
      if depths.count < stream.count {
        remarks.append(
          "no depth in \(stream.count - depths.count) of \(stream.count) rows: out of the water, or the sensor failed")
      }
      if pressures.count == 0 { remarks.append("no pressure to check the depths by") }
    }
    let states = try Codes(of: "depth_state", in: stream)
    for (state, words) in [
      (DepthState.sensorDepthError, "the watch says that its depth sensor failed, in"),
      (.pastMaxDepth, "the watch says that it is beyond its maximum depth, in"),
    ] {
      if let count = states?.counts[Float(state.rawValue)] { remarks.append("\(words) \(counted(count, "row"))") }
    }
    if states.map({ $0.counts.keys.allSatisfy { DepthState(code: $0) == .unknown } }) ?? true {
      remarks.append("no states from the watch to compare with those by depth")
    }
    let longest = try stream.timeBase.regularity.maximumStep
    if longest > longPauseS { remarks.append("no measurement for up to \(short(longest)) s") }
    return remarks
  }

  /// A pause between measurements, in s, is reported if it is longer. Usually there is about one measurement per
  /// second.
  private static let longPauseS = 5.0

  /// How often each code of a dataset occurs, and how often it changes.
  private struct Codes {
    var counts: [Float: Int] = [:]
    var changeCount = 0

    /// Nil if the stream has no such dataset.
    init?(of dataset: String, in stream: RecordingStream) throws {
      guard stream.datasetNames.contains(dataset) else { return nil }
      var last: Float?
      try StreamRemarks.forEach(of: dataset, in: stream) { code in
        counts[code, default: 0] += 1
        if let last, last != code { changeCount += 1 }
        last = code
      }
    }
  }

  /// The values of a dataset that are not missing.
  private struct Present {
    var count = 0
    var least = Double.infinity
    var largest = -Double.infinity

    init(of dataset: String, in stream: RecordingStream) throws {
      guard stream.datasetNames.contains(dataset) else { return }
      try StreamRemarks.forEach(of: dataset, in: stream) { value in
        guard value.isFinite else { return }
        count += 1
        least = min(least, Double(value))
        largest = max(largest, Double(value))
      }
    }
  }

  private static func forEach(
    of dataset: String, in stream: RecordingStream, body: (Float) -> Void
  ) throws {
    guard let signal = try stream.signals(dataset).first else { return }
    for start in stride(from: 0, to: stream.count, by: 32_768) {
      try Task.checkCancellation()
      for value in try signal.samples(start..<min(stream.count, start + 32_768)) { body(value) }
    }
  }

  private static func short(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
