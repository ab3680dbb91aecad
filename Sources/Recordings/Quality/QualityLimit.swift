import SPSignals

/// A limit that a usable recording keeps: the metric, its unit, and the largest or smallest value.
///
/// Command lines and their help are made from the list ``all``.
public struct QualityLimit: Sendable, Identifiable {
  /// Which side of the limit is wrong.
  public enum Bound: Hashable, Sendable {
    /// Values below the limit are wrong.
    case least
    /// Values above the limit are wrong.
    case most
  }

  /// A measured value and its place.
  package struct Measure: Hashable, Sendable {
    /// The stream.
    package var stream: StreamName
    /// The metric, with its dataset and components: `longest gap`.
    package var subject: String
    /// The value, in the limit's unit.
    package var value: Double
    /// The timestamp of the first place that the value concerns, in s.
    package var timeS: Double?
  }

  /// The name, with the unit, such as `max_gap_s`.
  public var name: String
  /// The unit; empty for counts.
  public var unit: String
  /// Which side of the limit is wrong.
  public var bound: Bound
  /// The default limit; nil for none.
  public var standard: Double?
  /// The metric, as a clause: `longest gap between timestamps`.
  public var summary: String
  let measures: @Sendable (StreamQuality, RecordingQuality) -> [Measure]

  /// Whether the limit makes sense for events and for values that a sensor reports now and then: it concerns only the
  /// order of timestamps, and not their rate.
  package var suitsEvents: Bool { [Self.maxDuplicates.name, Self.maxBackward.name].contains(name) }

  /// The name, which is unique.
  public var id: String { name }

  /// Whether a value is within the limit.
  package func allows(_ value: Double, limit: Double) -> Bool { bound == .least ? value >= limit : value <= limit }

  private init(
    _ name: String, _ unit: String, _ bound: Bound, _ standard: Double?, _ summary: String,
    _ measures: @escaping @Sendable (StreamQuality, RecordingQuality) -> [Measure]
  ) {
    self.name = name
    self.unit = unit
    self.bound = bound
    self.standard = standard
    self.summary = summary
    self.measures = measures
  }
}

extension QualityLimit {
  /// All limits, in the order in which they are listed.
  public static let all: [QualityLimit] = ofTimestamps + ofValues + ofConventions

  /// Time that a stream covers, without gaps.
  package static let minLengthS = Self("min_length_s", "s", .least, 1, "time that a stream covers, without gaps") {
    stream, _ in [stream.measure("length", stream.durationS)]
  }
  /// Measured rate.
  package static let minRateHz = Self("min_rate_hz", "Hz", .least, nil, "measured rate") { stream, _ in
    [stream.measure("rate", stream.rateHz ?? 0)]
  }
  /// Difference of the measured rate from the stated rate.
  package static let maxRateDeviationPercent = Self(
    "max_rate_deviation_percent", "%", .most, 5, "how far the measured rate is from the stated one"
  ) { stream, _ in
    guard let rate = stream.rateHz, let nominal = stream.nominalRateHz, nominal > 0 else { return [] }
    return [stream.measure("rate \(short(rate)) Hz against \(short(nominal)) Hz", 100 * abs(rate / nominal - 1))]
  }
  /// Longest gap.
  package static let maxGapS = Self("max_gap_s", "s", .most, 0.5, "longest gap between timestamps") { stream, _ in
    let gaps = stream.regularity.gaps
    guard gaps.count > 0 else { return [] }
    let longest = gaps.first.max { $0.step < $1.step }
    let isListed = longest.map { $0.step >= stream.regularity.maximumStep } ?? false
    return [
      stream.measure("gap", stream.regularity.maximumStep, isListed ? longest?.time : nil)
    ]
  }
  /// Samples lost one or two at a time, as a percentage.
  package static let maxLostPercent = Self(
    "max_lost_percent", "%", .most, 1, "samples lost one or two at a time"
  ) { stream, _ in
    [stream.measure("lost samples", stream.percent(stream.regularity.lostSamples))]
  }
  /// Timestamps equal to the timestamp before.
  package static let maxDuplicates = Self("max_duplicates", "", .most, 0, "timestamps equal to the one before") {
    stream, _ in
    let found = stream.regularity.duplicates
    return [stream.measure("duplicate timestamps", Double(found.count), found.first.first?.time)]
  }
  /// Timestamps before the previous timestamp.
  package static let maxBackward = Self("max_backward", "", .most, 0, "timestamps before the one before") { stream, _ in
    let found = stream.regularity.backwardSteps
    return [stream.measure("backward timestamps", Double(found.count), found.first.first?.time)]
  }
  /// Missing values of any channel, as a percentage.
  package static let maxMissingPercent = Self(
    "max_missing_percent", "%", .most, 1, "values of a channel that are NaN or infinite"
  ) { stream, _ in
    stream.channelMeasures("missing values", \.missing) { stream.percent($0.rows) }
  }
  /// Clipped samples of any channel, as a percentage.
  package static let maxClippedPercent = Self(
    "max_clipped_percent", "%", .most, 1, "samples of a channel at the sensor's limit"
  ) { stream, _ in
    stream.channelMeasures("clipped samples", { $0.clipping?.samples }) { stream.percent($0.rows) }
  }
  /// How long the values of a motion channel stay the same.
  package static let maxHeldS = Self(
    "max_held_s", "s", .most, 1, "how long a channel of motion stands still, at the start too"
  ) { stream, _ in
    stream.datasets.flatMap { dataset in
      dataset.channels.compactMap { channel in
        guard let longest = channel.held?.longest else { return nil }
        return stream.measure(
          "\(channel.path(in: dataset)) stands still", longest.lengthS, longest.startS)
      }
    }
  }
  /// Motion channels whose values are all equal.
  package static let maxConstantChannels = Self(
    "max_constant_channels", "", .most, 0, "channels of motion whose values are all equal"
  ) { stream, _ in
    let constant = stream.faults.filter { $0.kind == .constantValues }
    let names = constant.map { ([$0.dataset ?? ""] + $0.channels).joined(separator: " ") }
    guard !names.isEmpty else { return [] }
    let count = constant.reduce(0) { $0 + $1.count }
    return [stream.measure("constant channels (\(names.joined(separator: ", ")))", Double(count))]
  }
  /// Conventions that differ from the layout's.
  package static let maxWrongConventions = Self(
    "max_wrong_conventions", "", .most, 0, "units and conventions of gravity and acceleration that are not the layout's"
  ) { stream, recording in
    let kinds: Set = [QualityFault.Kind.unit, .gravityConvention, .accelerationConvention]
    let wrong = recording.faults.filter { $0.stream == stream.name && kinds.contains($0.kind) }
    guard !wrong.isEmpty else { return [] }
    let texts = wrong.map { [$0.kind == .unit ? $0.dataset : nil, $0.text].compactMap(\.self).joined(separator: " ") }
    return [stream.measure("wrong conventions (\(texts.joined(separator: "; ")))", Double(wrong.count))]
  }
  /// Residual of the acceleration in the layout's convention.
  package static let maxAccelerationResidualG = Self(
    "max_acceleration_residual_g", "g", .most, nil,
    "rms by which acceleration differs from gravity plus user acceleration"
  ) { stream, recording in
    guard stream.name == .deviceMotion, let residual = recording.acceleration?.residuals.first else { return [] }
    return [stream.measure("gravity plus user acceleration against acceleration", residual.rmsG)]
  }
  /// How early or late the timestamps of the device motion are.
  package static let maxMotionOffsetMs = Self(
    "max_motion_offset_ms", "ms", .most, nil, "how early or late device motion is against the accelerometer"
  ) { stream, recording in
    guard stream.name == .deviceMotion, let offset = recording.acceleration?.motionOffset, offset.isReliable else {
      return []
    }
    return [stream.measure("offset of timestamps", 1000 * abs(offset.seconds))]
  }

  private static let ofTimestamps = [
    minLengthS, minRateHz, maxRateDeviationPercent, maxGapS, maxLostPercent, maxDuplicates, maxBackward,
  ]
  private static let ofValues = [maxMissingPercent, maxClippedPercent, maxHeldS, maxConstantChannels]
  private static let ofConventions = [
    maxWrongConventions, maxAccelerationResidualG, maxMotionOffsetMs,
  ]
}

extension StreamQuality {
  fileprivate func percent(_ count: Int) -> Double { rows > 0 ? 100 * Double(count) / Double(rows) : 0 }

  fileprivate func measure(_ subject: String, _ value: Double, _ timeS: Double? = nil) -> QualityLimit.Measure {
    QualityLimit.Measure(stream: name, subject: subject, value: value, timeS: timeS)
  }

  /// One measure for every channel with such stretches.
  fileprivate func channelMeasures(
    _ subject: String, _ found: (ChannelQuality) -> RowStretches?, _ value: (RowStretches) -> Double
  ) -> [QualityLimit.Measure] {
    datasets.flatMap { dataset in
      dataset.channels.compactMap { channel in
        found(channel).map {
          measure("\(subject) of \(channel.path(in: dataset))", value($0), $0.first.first?.startS)
        }
      }
    }
  }
}
