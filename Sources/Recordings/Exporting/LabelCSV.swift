import Files

/// Labels as comma-separated values: one file each for hits and misses, moments to ignore, distractors, and each
/// further kind. Times are in s on the recording's clock.
public enum LabelCSV {
  private static let names = [LabelSet.hitsAndMisses, .ignored, .distractors].map { (set: $0, file: $0.name + ".csv") }
  private static let suffix = "_labels.csv"

  /// The kind of labels without a text in a file of this name; nil if no file of labels has the name.
  public static func kind(ofFile name: String) -> LabelKind? {
    if let known = names.first(where: { $0.file == name }) {
      return known.set == .hitsAndMisses ? .hit : known.set.kinds[0]
    }
    return name.hasSuffix(suffix) ? LabelKind(rawValue: String(name.dropLast(suffix.count))) : nil
  }

  /// The kind of the labels in a file with the name of exported moments to ignore or distractors, which have no texts.
  ///
  /// Only for these: `monday_labels.csv` may be somebody's hits.
  public static func exportedKind(at path: String) -> LabelKind? {
    kind(ofFile: Folder.split(path).name).flatMap { $0 == .ignore || $0 == .distractor ? $0 : nil }
  }

  /// The files to write, those of the file layout's own groups first.
  ///
  /// A set that is labelled but empty gives a file with only a header.
  public static func files(of labels: Annotations) -> [(name: String, text: String)] {
    let known = names.filter { !labels.labels(of: $0.set).isEmpty || labels.isLabelled($0.set) }
    let others = labels.labelledSets.filter { set in !names.contains { $0.set == set } }.map { ($0, $0.name + suffix) }
    return (known + others.sorted { $0.1 < $1.1 }).map { set, file in (file, text(labels.labels(of: set), set)) }
  }

  private static func text(_ labels: [Annotations.Label], _ set: LabelSet) -> String {
    let times = labels.map { [$0.startTime.map(ShortestText.text) ?? "", ShortestText.text($0.time)] }
    if set == .hitsAndMisses {
      return lines(["start_time_s", "contact_time_s", "label"], zip(times, labels).map { $0 + [$1.kind.rawValue] })
    }
    guard labels.contains(where: { $0.startTime != nil }) else {
      return lines([StreamCatalog.timeColumn], times.map { [$0[1]] })
    }
    return lines(["start_time_s", "end_time_s"], times)
  }

  private static func lines(_ header: [String], _ rows: [[String]]) -> String {
    ([header] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
