import Files
import Signals
import Tables

/// A heading and a table of the streams; then their datasets, remarks, faults, findings about conventions, labels, what
/// can be found, history, warnings, and the verdict.
extension RecordingDescription {
  /// The whole description as lines of text.
  public var text: String {
    let faults = quality.faults
    let data = quality.streams.map { "\($0.name): \($0.dataText)" }
    let lines = data + remarks + contradictions + faults.map(\.line) + quality.findings + facts + [verdict(faults)]
    return heading + "\n" + table(faults) + lines.map { "  " + $0.withoutControls + "\n" }.joined()
  }

  /// One line each, and one with the command that corrects all of them.
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
    let contradicted = quality.contradictions.map(\.kind.title).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let contradictions =
      contradicted.isEmpty
      ? "" : "its data contradict its description: \(contradicted.joined(separator: ", "))"
    guard !faults.isEmpty else {
      if !contradictions.isEmpty { return contradictions }
      return hasValues ? "no faults" : "no faults in the timestamps"
    }
    let kinds = faults.map(\.kind.title).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let part = hasValues ? "" : " in the timestamps"
    return "\(counted(faults.count, "fault"))\(part): \(kinds.joined(separator: ", "))"
      + (contradictions.isEmpty ? "" : "; \(contradictions)")
  }
}

extension RecordingQuality {
  /// Findings about the conventions, with the best-fitting offset of the timestamps; wrong conventions are among the
  /// faults.
  public var findings: [String] {
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
  /// What is wrong, where, and the first few moments.
  public var line: String {
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

  /// The time covered by samples, and where much is missing also the time from the first to the last.
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
