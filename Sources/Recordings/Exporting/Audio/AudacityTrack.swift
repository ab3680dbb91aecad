import Texts

/// Labels as a label track of Audacity: one line per label, with start and end in s and a text, separated by
/// tabs.
///
/// Source: the Audacity manual, "Importing and Exporting Labels".
public enum AudacityTrack {
  /// The labels of a recording by time: labels with a start as regions, and all others as points.
  ///
  /// - Parameters:
  ///   - labels: on the recording's clock.
  ///   - start: the time of the sound's first sample on that clock, in s. Earlier labels are left out; regions that
  ///     begin earlier begin there.
  public static func text(_ labels: Annotations, from start: Double) -> String {
    labels.labels.filter { $0.time >= start }.sorted { $0.time < $1.time }.map { label in
      let end = label.time - start
      let begin = min(end, max(0, (label.startTime ?? label.time) - start))
      let times = [begin, end].map { String(printf: "%.6f", $0) }
      return "\(times[0])\t\(times[1])\t\(label.kind.rawValue)\n"
    }.joined()
  }
}
