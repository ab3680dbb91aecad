import SPBasics
import SPSignals
import SPTables

/// The content and the quality of a recording, for people and for programs.
///
/// ```swift
/// print(try RecordingDescription(of: Recording(contentsOf: URL(filePath: "session.h5"))).text)
/// ```
package struct RecordingDescription: Encodable, Sendable {
  /// Whether something of interest can be found in the recording.
  package struct Prospect: Hashable, Sendable {
    /// The results that may be found, in the plural; also the key in JSON.
    package var subject: String
    /// Whether the results can be found, and why not.
    package var suitability: Suitability

    package init(_ subject: String, _ suitability: Suitability) {
      self.subject = subject
      self.suitability = suitability
    }
  }

  /// The file.
  package var path: String
  /// The attributes of the whole recording.
  package var attributes: RecordingAttributes
  /// The steps since it was recorded, one line each.
  package var history: [String]
  /// Warnings about the file, one line each.
  package var warnings: [String]
  /// The streams, their faults, and how they agree.
  package var quality: RecordingQuality
  /// Whether the values were read as well as the timestamps.
  package var hasValues: Bool
  /// Remarks by other libraries on the content of the streams and on missing data, one sentence each; empty if the
  /// values were not read.
  package var remarks: [String] = []
  /// The number of labels; nil without annotations.
  package var labels: LabelCounts?
  /// The results that can be found in the recording, as stated by the libraries that search for them.
  package var prospects: [Prospect] = []

  /// Describes a recording.
  /// - Parameters:
  ///   - recording: the recording.
  ///   - readingValues: whether the values are read, or only the timestamps, which takes a fraction of the time.
  /// - Throws: the errors of reading.
  package init(of recording: Recording, readingValues: Bool = true) throws {
    path = recording.path
    attributes = recording.attributes
    history = recording.history
    warnings = recording.warnings
    hasValues = readingValues
    quality = try RecordingQuality(of: recording, readingValues: readingValues)
    labels = try recording.annotations().map(LabelCounts.init)
  }

  /// How late the timestamps of the device motion are.
  private struct MotionOffset: Encodable {
    var seconds: Double
    var correlation: Double
    var isReliable: Bool

    enum CodingKeys: String, CodingKey {
      case seconds = "motion_offset_s"
      case correlation = "motion_offset_correlation"
      case isReliable = "is_reliable"
    }
  }

  /// Encodes all metrics. Each prospect gets a separate key.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    try container.encode(attributes, forKey: .attributes)
    try container.encode(history, forKey: .history)
    try container.encode(warnings, forKey: .warnings)
    try container.encode(hasValues, forKey: .hasValues)
    let offset = quality.acceleration?.motionOffset.map {
      MotionOffset(seconds: $0.seconds, correlation: $0.correlation, isReliable: $0.isReliable)
    }
    try container.encode(remarks, forKey: .remarks)
    try container.encodeIfPresent(offset, forKey: .motionOffset)
    try container.encodeIfPresent(labels, forKey: .labels)
    var subjects = encoder.container(keyedBy: SubjectKey.self)
    for prospect in prospects { try subjects.encode(prospect.suitability, forKey: SubjectKey(prospect.subject)) }
    // Also writes streams, acceleration_agreement and faults.
    try quality.encode(to: encoder)
  }

  private enum CodingKeys: String, CodingKey {
    case path, attributes, history, warnings
    case hasValues = "values_read"
    case motionOffset = "motion_offset"
    case remarks, labels
  }

  private struct SubjectKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ subject: String) { stringValue = subject }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}

extension RecordingDescription {
  /// The whole description as lines of text: a heading, a table of the streams, and further lines. These contain the
  /// datasets, remarks, contradictions, faults, findings about conventions, labels, prospects, history, warnings, and
  /// the verdict.
  package var text: String {
    let faults = quality.faults
    let data = quality.streams.map { "\($0.name): \($0.dataText)" }
    let lines = data + remarks + contradictions + faults.map(\.line) + quality.findings + facts + [verdict(faults)]
    return heading + "\n" + table(faults) + lines.map { "  " + $0.withoutControls + "\n" }.joined()
  }

  /// One line with all contradictions and the command that corrects them.
  private var contradictions: [String] {
    guard !quality.contradictions.isEmpty else { return [] }
    let found = quality.contradictions
    return ["contradiction: \(found.sentence(.importing(path)))"]
  }

  private var heading: String {
    let facts = [
      attributes.sport, attributes.subjectID, attributes.wrist.map { "\($0) wrist" }, attributes.deviceModel,
      attributes.startTime,
    ].compactMap(\.self)
    return "\(path): \(attributes.recordingID)".withoutControls
      + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ").withoutControls))")
  }

  private func table(_ faults: [QualityFault]) -> String {
    guard !quality.streams.isEmpty else { return "" }
    var table = TextTable([
      ("  stream", .left), ("rows", .right), ("length", .right), ("rate", .right), ("jitter", .right),
      ("gaps", .right), ("lost", .right), ("largest", .right), ("faults", .right),
    ])
    for stream in quality.streams {
      table.append(stream.row(faults: faults.count { $0.stream == stream.name }))
    }
    return table.text
  }

  private var facts: [String] {
    var lines: [String] = []
    if let labels { lines.append(labels.text) }
    lines += prospects.map { $0.suitability.text($0.subject) }
    return lines + history.map { "history: \($0)" } + warnings.map { "warning: \($0)" }
  }

  private func verdict(_ faults: [QualityFault]) -> String {
    guard !quality.streams.isEmpty else { return "no streams" }
    func distinct(_ titles: [String]) -> [String] {
      titles.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    let contradicted = distinct(quality.contradictions.map(\.kind.title))
    let contradictions =
      contradicted.isEmpty
      ? "" : "its data contradict its description: \(contradicted.joined(separator: ", "))"
    guard !faults.isEmpty else {
      if !contradictions.isEmpty { return contradictions }
      return hasValues ? "no faults" : "no faults in the timestamps"
    }
    let part = hasValues ? "" : " in the timestamps"
    return "\(counted(faults.count, "fault"))\(part): \(distinct(faults.map(\.kind.title)).joined(separator: ", "))"
      + (contradictions.isEmpty ? "" : "; \(contradictions)")
  }
}

extension RecordingQuality {
  /// Findings about the conventions, with the best-fitting offset of the timestamps; wrong conventions are among the
  /// faults.
  package var findings: [String] {
    guard !streams.contains(where: \.hasEstimatedGravity) else {
      return [
        "device_motion: gravity and attitude are estimates, which cannot show whether acceleration and rotation agree"
      ]
    }
    let gravity = streams.compactMap { stream in
      stream.gravity.map { (stream.name, $0, stream.faults.contains { $0.kind == .gravityConvention }) }
    }
    return gravity.filter { !$0.2 }.map { "\($0.0): \($0.1.finding)" }
      + (acceleration.map { $0.convention == .layout ? [$0.finding] : [] } ?? []) + offset
  }

  private var offset: [String] {
    guard let offset = acceleration?.motionOffset else { return [] }
    let late = "\(fixed(1000 * abs(offset.seconds), 1)) ms \(offset.seconds < 0 ? "early" : "late")"
    let trust = offset.isReliable ? "" : ", not to be trusted"
    let correlation = (offset.correlation * 1000).rounded() / 1000
    return ["timestamps of device_motion: \(late) against accelerometer's (correlation \(correlation)\(trust))"]
  }
}

extension QualityFault {
  /// One line: the place of the fault, its description, and the first few moments.
  package var line: String {
    let place = [stream.rawValue, dataset, channels.joined(separator: ", ")].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " ")
    guard !first.isEmpty else { return "\(place): \(text)" }
    let shown = first.prefix(2).map { "\(fixed($0.timeS, 3)) s (row \($0.row))" }
    let more = first.count > shown.count ? ", ..." : ""
    return "\(place): \(text), at \(shown.joined(separator: ", "))\(more)"
  }
}

extension StreamQuality {
  /// The stream's row of the table.
  fileprivate func row(faults: Int) -> [String] {
    [
      "  \(name)", "\(rows)", length, rateHz.map { "\(fixed($0, 2)) Hz" } ?? "",
      "\(fixed(100 * regularity.jitter, 1)) %", isEvenlySampled ? "\(regularity.gaps.count)" : "",
      isEvenlySampled ? "\(regularity.lostSamples)" : "", rangeText, faults == 0 ? "none" : "\(faults)",
    ]
  }

  /// The time covered by samples; if much is missing, also the time from the first sample to the last.
  private var length: String {
    let span = startS.flatMap { start in endS.map { $0 - start } } ?? durationS
    return durationS < 0.95 * span ? "\(fixed(durationS, 1)) of \(fixed(span, 1)) s" : "\(fixed(durationS, 1)) s"
  }

  /// The fraction of the sensor's range that is used, or the largest magnitude if the range is not known.
  private var rangeText: String {
    let sensors = ["acceleration", "rotation_rate"]
    guard let sensor = datasets.first(where: { sensors.contains($0.name) }), let largest = sensor.largestMagnitude
    else {
      return ""
    }
    if let range = sensor.range, let used = sensor.rangeUsed {
      return "\(fixed(100 * used, 0)) % of \(range.text(sensor.unit))"
    }
    return "\(fixed(Double(largest), 1)) \(sensor.unit)"
  }

  /// The datasets with their units.
  fileprivate var dataText: String {
    datasets.isEmpty
      ? "no data"
      : datasets.map { $0.unit == .dimensionless ? $0.name : "\($0.name) [\($0.unit)]" }.joined(separator: ", ")
  }
}

private func fixed(_ value: Double, _ digits: Int) -> String { String(printf: "%.\(digits)f", value) }

/// How many labels of each kind a recording has.
package struct LabelCounts: Hashable, Sendable, Encodable {
  /// Labels of hits.
  package var hits: Int
  /// Labels of misses.
  package var misses: Int
  /// Moments on which a detector is not scored.
  package var ignored: Int
  /// Shocks of other causes.
  package var distractors: Int
  /// The number of labels of each further kind, by name; nil without further kinds.
  package var others: [String: Int]?

  /// Counts the labels of a recording.
  package init(_ annotations: Annotations) {
    hits = annotations.labels(of: .hitsAndMisses).count { $0.kind == .hit }
    misses = annotations.labels(of: .hitsAndMisses).count - hits
    ignored = annotations.ignored.count
    distractors = annotations.distractors.count
    let further = annotations.labelledSets.subtracting([.hitsAndMisses])
    others =
      further.isEmpty
      ? nil : Dictionary(uniqueKeysWithValues: further.map { ($0.name, annotations.labels(of: $0).count) })
  }

  /// The counts on one line.
  package var text: String {
    let further = (others ?? [:]).sorted { $0.key < $1.key }.map { counted($0.value, $0.key) }
    let known = [
      counted(hits, "hit"), counted(misses, "miss"), "\(counted(ignored, "moment")) to ignore",
      counted(distractors, "distractor"),
    ]
    let isOfOthersAlone = others != nil && hits + misses + ignored + distractors == 0
    return "labels: " + ((isOfOthersAlone ? [] : known) + further).joined(separator: ", ")
  }
}
