import Recordings
import Swings

extension SwingTruth {
  /// The labels of a recording in the form that scoring takes.
  public init(_ annotations: Annotations, durationS: Double? = nil) {
    self.init(
      swings: annotations.swings.map {
        Swing(startTime: $0.startTime, contactTime: $0.contactTime, label: $0.isHit ? .hit : .miss)
      },
      ignored: annotations.ignored, durationS: durationS)
  }

  /// The labels that a recording carries, with its length: from the first stamp of any stream to the last of any.
  ///
  /// The length is nil where the stamps cannot be read, which is no fault of the labels.
  /// - Throws: `RecordingError` for a recording whose swings are not labelled or have labels at no finite time, and
  ///   what reading labels throws.
  public init(of recording: Recording) throws {
    guard let annotations = try recording.annotations(), annotations.hasSwingLabels else {
      throw RecordingError(
        path: recording.path,
        "has no group \"annotations/swings\"; expected labels (an empty group says that there are no swings)")
    }
    let isFinite = annotations.swings.allSatisfy { $0.startTime?.isFinite != false && $0.contactTime.isFinite }
    guard isFinite else {
      throw RecordingError(
        path: recording.path, object: "/annotations/swings",
        "has a time that is not finite; expected seconds, or NaN for a start that is not known")
    }
    self.init(annotations, durationS: Self.duration(of: recording))
  }

  private static func duration(of recording: Recording) -> Double? {
    let segments = recording.streams.values.compactMap { try? $0.timeBase.segments }.flatMap(\.self)
    guard let start = segments.map(\.startTime).min(), let end = segments.map(\.endTime).max() else { return nil }
    return end - start
  }
}
