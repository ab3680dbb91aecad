import SPSignals

/// The limits set for a batch of recordings: see ``QualityLimit``.
package struct QualityLimits: Sendable {
  /// A limit that replaces the default.
  package struct Setting: Hashable, Sendable {
    /// The stream to which the limit applies; nil for all streams that the limit suits.
    package var stream: StreamName?
    /// The limit; nil for none.
    package var value: Double?

    package init(_ value: Double?, for stream: StreamName? = nil) {
      self.value = value
      self.stream = stream
    }

    /// An error for a text that is not a limit.
    package enum Fault: Error, Hashable, Sendable {
      /// The text names a stream that the layout does not have.
      case stream(StreamName.Unknown)
      /// The value is not `none` or a number of at least 0; `expected` describes a valid value.
      case number(expected: String)
    }

    /// Reads a limit: a number in the limit's unit, `none`, or either for one stream, as in `accelerometer=700`.
    /// - Throws: `Fault` for any other text.
    package init(parsing text: String, of limit: QualityLimit) throws(Fault) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      var stream: StreamName?
      if parts.count == 2 {
        do { stream = try StreamName(known: parts[0]) } catch { throw .stream(error) }
      }
      let number = parts.last ?? ""
      if number == "none" {
        self.init(nil, for: stream)
        return
      }
      guard let value = Double(number), value.isFinite, value >= 0 else {
        let unit = limit.unit.isEmpty ? "" : " in \(limit.unit)"
        throw .number(
          expected: "a number\(unit), 0 or more, or none, perhaps for one stream, as in accelerometer="
            + (limit.standard.map { "\($0)" } ?? "700"))
      }
      self.init(value, for: stream)
    }
  }

  /// Streams that must be present and have rows.
  package var required: [StreamName] = []
  /// The settings, by the names of the limits. The last setting that fits a stream counts; a setting for one stream
  /// takes precedence over a setting for all streams.
  package var settings: [QualityLimit.ID: [Setting]] = [:]

  /// The default limits, with no required stream.
  package init() {}

  /// The limit of a stream; nil for none.
  ///
  /// The default limits and the limits for all streams apply to evenly sampled streams, since the time between events
  /// is not a gap. Limits on the order of timestamps (`QualityLimit/suitsEvents`) for all streams apply to events too.
  /// Limits for a stream by name apply to any stream.
  package func value(of limit: QualityLimit, for stream: StreamQuality) -> Double? {
    let set = settings[limit.id] ?? []
    if let own = set.last(where: { $0.stream == stream.name }) { return own.value }
    let common = set.last { $0.stream == nil }
    guard stream.isEvenlySampled else { return limit.suitsEvents ? common?.value : nil }
    return common.map(\.value) ?? limit.standard
  }

  /// The limits that a recording does not keep: missing streams first, then stream by stream, with the worst of
  /// several channels.
  package func violations(of recording: RecordingQuality) -> [LimitViolation] {
    let present = Set(recording.streams.filter { $0.rows > 0 && !$0.datasets.isEmpty }.map(\.name))
    var violations = required.filter { !present.contains($0) }.map { name in
      let lack = recording.streams.first { $0.name == name }?.faults.first?.text ?? "no such stream"
      return LimitViolation(stream: name, limit: "require", text: "\(name): \(lack)")
    }
    if present.isEmpty, violations.isEmpty {
      violations.append(LimitViolation(limit: "require", text: "no stream with rows"))
    }
    let missing = Set(violations.map(\.stream))
    for stream in recording.streams where !missing.contains(stream.name) {
      for limit in QualityLimit.all {
        guard let value = value(of: limit, for: stream) else { continue }
        let beyond = limit.measures(stream, recording).filter { !limit.allows($0.value, limit: value) }
        // One violation per stream and limit: the worst, or the first of equally bad values.
        let worst = beyond.reduce(nil as QualityLimit.Measure?) { worst, measure in
          guard let worst, limit.allows(measure.value, limit: worst.value) else { return measure }
          return worst
        }
        if let worst { violations.append(LimitViolation(worst, of: beyond.count, limit, value)) }
      }
    }
    return violations
  }

  /// The contradictions of a recording, which no recording may have: one violation for all.
  static func violations(of contradictions: [Contradiction], _ remedy: Contradiction.Remedy) -> [LimitViolation] {
    guard !contradictions.isEmpty else { return [] }
    return [LimitViolation(limit: "contradiction", text: contradictions.sentence(remedy))]
  }
}

/// A limit that a recording does not keep: where and by how much.
package struct LimitViolation: Hashable, Sendable, Codable {
  /// The stream; nil for the whole recording.
  package var stream: StreamName?
  /// The limit's name; `require` for a required stream.
  package var limit: String
  /// The measured value, in the limit's unit; nil for a missing stream.
  package var measured: Double?
  /// The limit itself.
  package var value: Double?
  /// The timestamp of the first place, in s, if the violation has a place.
  package var timeS: Double?
  /// The violation on one line.
  package var text: String

  init(stream: StreamName? = nil, limit: String, text: String) {
    self.stream = stream
    self.limit = limit
    self.text = text
  }

  init(_ measure: QualityLimit.Measure, of count: Int, _ limit: QualityLimit, _ value: Double) {
    stream = measure.stream
    self.limit = limit.name
    measured = measure.value
    self.value = value
    timeS = measure.timeS
    let unit = limit.unit.isEmpty ? "" : " \(limit.unit)"
    let place = measure.timeS.map { " at \(short($0)) s" } ?? ""
    let side = limit.bound == .least ? "under" : "over"
    // Enough digits to distinguish the value from the limit.
    let figure = short(measure.value) == short(value) ? "\(measure.value)" : short(measure.value)
    text =
      "\(measure.stream): \(measure.subject) \(figure)\(unit)\(place), \(side) \(limit.name) \(short(value))"
      + (count > 1 ? " (the worst of \(count) channels)" : "")
  }

  private enum CodingKeys: String, CodingKey {
    case stream, limit, measured
    case value = "limit_value"
    case timeS = "time_s"
    case text
  }
}
