import Foundation

/// Labels as a label track of Audacity: a line a label, start and end in s and a text, with tabs between.
///
/// Source: the Audacity manual, "Importing and Exporting Labels".
public enum LabelTrack {
  /// The swings of a recording, from their starts to their contacts, as `hit` and `miss`, by time.
  ///
  /// - Parameters:
  ///   - labels: on the recording's clock.
  ///   - start: the moment of the sound's first sample on that clock, in s, before which no label of a track begins.
  public static func text(_ labels: Annotations, from start: Double) -> String {
    labels.swings.filter { $0.contactTime >= start }.sorted { $0.startTime < $1.startTime }.map { swing in
      let begin = max(0, swing.startTime - start)
      let times = [begin, max(begin, swing.contactTime - start)].map { String(format: "%.6f", $0) }
      return "\(times[0])\t\(times[1])\t\(swing.isHit ? "hit" : "miss")\n"
    }.joined()
  }
}
