import ArgumentParser
import Foundation
import Recordings
import Signals

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what recordings hold: streams, rates, gaps, units, labels.",
    discussion: """
      Reads layout version 1 and Opal files; "swingpipe plan PIPELINE FILE" tells of files that a pipeline maps. Rates are measured from the stamps; a step over 3.05 times the median is a \
      gap, samples missing one or two at a time are lost. How late the stamps of the device motion are is told by \
      comparing gravity plus user acceleration with the acceleration.

      \(ExitCode.explanation(.success, .someFailed, .usage))
      """)

  @Argument(help: InputArguments.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String]

  @Flag(help: "Print all of it as JSON, a list with one object a recording.")
  var json = false

  func run() throws {
    var found: [RecordingDescription] = []
    var failures = 0
    for path in try InputArguments.recordings(in: inputs) {
      do {
        found.append(try RecordingDescription(path))
      } catch {
        StandardStreams.error("error: \(error)")
        failures += 1
      }
    }
    if json {
      StandardStreams.output(try JSONOutput.text(found))
    } else {
      StandardStreams.output(found.map(\.text).joined(separator: "\n"))
    }
    if failures > 0 { throw ExitCode.someFailed }
  }
}

/// What a recording holds, for people and for programs.
private struct RecordingDescription: Encodable {
  var path: String
  var attributes: RecordingAttributes
  var streams: [StreamDescription]
  var motionOffset: MotionOffset?
  var labels: Labels?

  enum CodingKeys: String, CodingKey {
    case path, attributes, streams
    case motionOffset = "motion_offset"
    case labels
  }

  /// How late the stamps of the device motion are.
  struct MotionOffset: Encodable {
    var seconds: Double
    var correlation: Double
    var isReliable: Bool

    enum CodingKeys: String, CodingKey {
      case seconds = "motion_offset_s"
      case correlation = "motion_offset_correlation"
      case isReliable = "is_reliable"
    }
  }

  struct Labels: Encodable {
    var hits: Int
    var misses: Int
    var ignored: Int
    var distractors: Int
  }

  init(_ path: String) throws {
    let recording = try Recording(opening: path)
    self.path = path
    attributes = recording.attributes
    streams = try recording.streams.sorted { $0.key < $1.key }.map { try StreamDescription($0.value) }
    // What cannot be read is told by a run; here it is one figure less.
    motionOffset = (try? recording.motionOffset()).flatMap(\.self).map {
      MotionOffset(seconds: $0.seconds, correlation: $0.correlation, isReliable: $0.isReliable)
    }
    labels = try recording.annotations().map {
      Labels(
        hits: $0.swings.count(where: \.isHit), misses: $0.swings.count { !$0.isHit }, ignored: $0.ignored.count,
        distractors: $0.distractors.count)
    }
  }

  var text: String {
    let facts = [
      attributes.sport, attributes.subjectID, attributes.wrist.map { "\($0) wrist" }, attributes.deviceModel,
      attributes.startTime,
    ].compactMap(\.self)
    var text =
      "\(path): \(attributes.recordingID)".withoutControls
      + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ").withoutControls))") + "\n"
    var table = TextTable([
      ("  stream", .left), ("samples", .right), ("length", .right), ("rate", .right), ("jitter", .right),
      ("gaps", .right), ("lost", .right), ("duplicate", .right), ("backward", .right), ("data", .left),
    ])
    for stream in streams { table.append(stream.row) }
    text += table.text
    for stream in streams {
      for gap in stream.firstGaps {
        text += "  gap in \(stream.name) of \(rounded(gap.lengthS)) s before \(gap.endS) s\n"
      }
    }
    if let motionOffset {
      let late = String(
        format: "%.1f ms %@", 1000 * abs(motionOffset.seconds), motionOffset.seconds < 0 ? "early" : "late")
      let trust = motionOffset.isReliable ? "" : ", not to be trusted"
      text +=
        "  stamps of device_motion: \(late) against accelerometer's "
        + "(correlation \(rounded(motionOffset.correlation))\(trust))\n"
    }
    if let labels {
      text +=
        "  labels: \(counted(labels.hits, "hit")), \(counted(labels.misses, "miss")), "
        + "\(counted(labels.ignored, "moment")) to ignore, \(counted(labels.distractors, "distractor"))\n"
    }
    return text
  }

  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

/// One stream of a recording.
private struct StreamDescription: Encodable {
  struct Dataset: Encodable {
    var name: String
    var unit: String?
  }

  struct Gap: Encodable {
    var endS: Double
    var lengthS: Double

    enum CodingKeys: String, CodingKey {
      case endS = "end_s"
      case lengthS = "length_s"
    }
  }

  var name: String
  var samples: Int
  var startS: Double?
  var durationS: Double
  var rateHz: Double?
  var nominalRateHz: Double?
  var rangeG: Double?
  var jitter: Double
  var gaps: Int
  var lostSamples: Int
  var duplicateStamps: Int
  var backwardStamps: Int
  var firstGaps: [Gap]
  var datasets: [Dataset]

  enum CodingKeys: String, CodingKey {
    case name, samples
    case startS = "start_s"
    case durationS = "duration_s"
    case rateHz = "rate_hz"
    case nominalRateHz = "nominal_rate_hz"
    case rangeG = "range_g"
    case jitter, gaps
    case lostSamples = "lost_samples"
    case duplicateStamps = "duplicate_stamps"
    case backwardStamps = "backward_stamps"
    case firstGaps = "first_gaps"
    case datasets
  }

  init(_ stream: RecordingStream) throws {
    let times = try stream.timeBase
    let regularity = times.regularity
    name = stream.name.rawValue
    samples = stream.count
    startS = times.segments.first?.startTime
    durationS = times.segments.reduce(0) { $0 + $1.endTime - $1.startTime }
    rateHz = times.rate.isFinite && times.rate > 0 ? times.rate : nil
    nominalRateHz = stream.nominalRateHz
    rangeG = stream.rangeG
    jitter = regularity.jitter
    gaps = regularity.gaps.count
    lostSamples = regularity.lostSamples
    duplicateStamps = regularity.duplicates.count
    backwardStamps = regularity.backwardSteps.count
    firstGaps = regularity.gaps.first.map { Gap(endS: $0.time, lengthS: $0.step) }
    datasets = try stream.datasetNames.map { dataset in
      try stream.check(dataset)
      return Dataset(name: dataset, unit: StreamCatalog.kind(of: dataset, in: stream.name)?.unit.symbol)
    }
  }

  var row: [String] {
    let data = datasets.map { dataset in
      dataset.unit.map { $0 == "1" ? dataset.name : "\(dataset.name) [\($0)]" } ?? dataset.name
    }
    return [
      "  \(name)", "\(samples)", "\(fixed(durationS, 1)) s", rateHz.map { "\(fixed($0, 2)) Hz" } ?? "",
      "\(fixed(100 * jitter, 1)) %", "\(gaps)", "\(lostSamples)", "\(duplicateStamps)", "\(backwardStamps)",
      data.joined(separator: ", "),
    ]
  }

  private func fixed(_ value: Double, _ digits: Int) -> String {
    value.formatted(
      .number.precision(.fractionLength(digits)).grouping(.never).locale(.init(identifier: "en_US_POSIX")))
  }
}
