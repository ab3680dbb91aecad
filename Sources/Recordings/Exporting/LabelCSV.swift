/// Labels as comma-separated values, a file a kind. Times in s on the recording's clock.
public enum LabelCSV {
  /// The files that labels can have.
  public static let fileNames = ["swings.csv", "ignore.csv", "distractors.csv"]

  /// The files that there is something to say in, in that order.
  ///
  /// Of a recording whose swings are labelled, but has none, the first has no line but its header.
  public static func files(of labels: Annotations) -> [(name: String, text: String)] {
    var texts: [String?] = [labels.hasSwingLabels ? swings(labels.swings) : nil]
    texts += [labels.ignored, labels.distractors].map { $0.isEmpty ? nil : moments($0) }
    return zip(fileNames, texts).compactMap { name, text in text.map { (name, $0) } }
  }

  private static func swings(_ swings: [Annotations.Swing]) -> String {
    lines(
      ["start_time_s", "contact_time_s", "label"],
      swings.map {
        [$0.startTime.map(ShortestText.text) ?? "", ShortestText.text($0.contactTime), $0.isHit ? "hit" : "miss"]
      })
  }

  private static func moments(_ times: [Double]) -> String {
    lines([StreamCatalog.timeColumn], times.map { [ShortestText.text($0)] })
  }

  private static func lines(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
