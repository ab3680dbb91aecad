import SPRecordings
import SPSwings

extension SwingTruth {
  /// The labels that a recording carries, with its length: from the first timestamp of any stream to the last of any.
  ///
  /// The length is nil if the timestamps cannot be read, which is not a fault of the labels.
  /// - Throws: `RecordingError` for a recording whose swings are not labelled or have labels at times that are not
  ///   finite, and the errors of reading labels.
  public init(of recording: Recording) throws {
    try self.init(
      try recording.annotations(), of: recording.path, durationS: LabelledRecordings.duration(of: recording))
  }

  /// - Throws: `RecordingError` for labels without swings or at times that are not finite.
  init(_ annotations: Annotations?, of path: String, durationS: Double?) throws(RecordingError) {
    let labels = try Self.labels(annotations, .hitsAndMisses, path)
    self.init(
      swings: labels.map {
        Swing(startTime: $0.startTime, contactTime: $0.time, label: $0.kind == .hit ? .hit : .miss)
      },
      ignored: annotations?.ignored ?? [], durationS: durationS)
  }
}

/// The labelled events of one kind in a recording.
public struct EventTruth: Hashable, Sendable {
  /// The labelled events, in the order of time.
  public var events: [Event]
  /// Moments that the labels leave open, in s on the recording's clock.
  public var ignored: [Double]
  /// Length of the recording, in s; nil if it is not known.
  public var durationS: Double?

  /// The labels of a kind among those of a recording.
  /// - Throws: `RecordingError` where the kind is not labelled or has labels at times that are not finite.
  init(_ annotations: Annotations?, of kind: LabelKind, in path: String, durationS: Double?) throws(RecordingError) {
    let labels = try SwingTruth.labels(annotations, .of(kind), path)
    events = labels.filter { $0.kind == kind }.map { Event(startTime: $0.startTime, time: $0.time) }
    ignored = annotations?.ignored ?? []
    self.durationS = durationS
  }
}

extension SwingTruth {
  /// The labels of a set, whose times are known.
  fileprivate static func labels(
    _ annotations: Annotations?, _ set: LabelSet, _ path: String
  ) throws(RecordingError) -> [Annotations.Label] {
    guard let annotations, annotations.labelledSets.contains(set) else {
      throw RecordingError(
        path: path,
        "has no group \"annotations/\(set.name)\"\(set == .hitsAndMisses ? "" : " of labels"); expected labels (an empty group says that there are no \(set.plural))"
      )
    }
    let labels = annotations.labels(of: set)
    guard labels.allSatisfy({ $0.startTime?.isFinite != false && $0.time.isFinite }) else {
      throw RecordingError(
        path: path, object: "/annotations/\(set.name)",
        "has a time that is not finite; expected seconds, or NaN for a start that is not known")
    }
    return labels
  }
}
