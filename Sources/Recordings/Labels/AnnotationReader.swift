import SPHDF5
import SPSignals

/// Reads the group `annotations` of layout version 1.
///
/// `swings`, `ignore` and `distractors` have their own datasets. Any other group holds labels if its attribute
/// `label_kind` equals its name: `time` for moments, or `start_time` and `end_time` for intervals.
struct AnnotationReader {
  static let root = "/annotations"
  private static let contacts = "\(root)/\(LabelSet.hitsAndMisses.name)"

  let file: File

  func read() throws -> Annotations? {
    guard try file.exists(Self.root) else { return nil }
    var labels = try times("ignore/time").map { Annotations.Label(kind: .ignore, time: $0) }
    labels = try hitsAndMisses() + labels + times("distractors/time").map { .init(kind: .distractor, time: $0) }
    var sets: Set<LabelSet> = try file.exists(Self.contacts) ? [.hitsAndMisses] : []
    for set in try others() {
      sets.insert(set)
      labels += try self.labels(of: set)
    }
    return Annotations(labels: labels, labelledSets: sets)
  }

  /// The sets of further kinds that have groups in the file, by name.
  func others() throws -> [LabelSet] {
    try file.openGroup(Self.root).children().compactMap { child in
      guard let kind = LabelKind(rawValue: child.name), !LabelSet.known.contains(kind.set) else { return nil }
      guard let attributes = try? file.openGroup("\(Self.root)/\(child.name)").attributes,
        try attributes.contains(LabelSet.kindAttribute),
        try attributes.string(LabelSet.kindAttribute) == child.name
      else { return nil }
      return kind.set
    }
  }

  private func labels(of set: LabelSet) throws -> [Annotations.Label] {
    let kind = set.kinds[0]
    let names = LabelSet.intervalDatasets
    guard try file.exists("\(Self.root)/\(set.name)/\(names[1])") else {
      return try times("\(set.name)/time").map { .init(kind: kind, time: $0) }
    }
    let (starts, ends) = (try times("\(set.name)/\(names[0])"), try times("\(set.name)/\(names[1])"))
    guard starts.count == ends.count else {
      throw RecordingError(
        path: file.path, object: "\(Self.root)/\(set.name)",
        "has \(starts.count) start times and \(ends.count) end times; expected equally many")
    }
    return zip(starts, ends).map { .init(kind: kind, startTime: $0.isNaN ? nil : $0, time: $1) }
  }

  private func hitsAndMisses() throws -> [Annotations.Label] {
    let name = LabelSet.hitsAndMisses.name
    let (starts, contacts) = (try times("\(name)/start_time"), try times("\(name)/contact_time"))
    let path = "\(Self.contacts)/label"
    let labels = try file.exists(path) ? codes(file.openDataset(path)) : []
    guard starts.count == contacts.count, contacts.count == labels.count else {
      throw RecordingError(
        path: file.path, object: Self.contacts,
        "has \(starts.count) start times, \(contacts.count) contact times and \(labels.count) labels; "
          + "expected equally many")
    }
    return labels.indices.map {
      .init(kind: labels[$0], startTime: starts[$0].isNaN ? nil : starts[$0], time: contacts[$0])
    }
  }

  /// The kinds of codes, after a check of the meanings that the dataset states for them, if any.
  private func codes(_ dataset: Dataset) throws -> [LabelKind] {
    func fault(_ message: String) -> RecordingError {
      RecordingError(path: file.path, object: dataset.path, "\(message); expected 0 for a miss and 1 for a hit")
    }
    let kinds = LabelSet.hitsAndMisses.kinds
    if try dataset.attributes.contains("flag_meanings") {
      let words = try dataset.attributes.string("flag_meanings").split(separator: " ").map(String.init)
      let codes: [Int] =
        try dataset.attributes.contains("flag_values")
        ? dataset.attributes.numbers("flag_values", as: Int.self) : Array(words.indices)
      guard codes.count == words.count,
        zip(codes, words).allSatisfy({ kinds.indices.contains($0) && kinds[$0].rawValue == $1 })
      else { throw fault("has the codes \(codes) for \"\(words.joined(separator: " "))\"") }
    }
    return try dataset.read(as: Int.self).map { code in
      guard kinds.indices.contains(code) else { throw fault("holds the code \(code)") }
      return kinds[code]
    }
  }

  /// Times in s, converted from the dataset's unit.
  private func times(_ name: String) throws -> [Double] {
    let path = "\(Self.root)/\(name)"
    guard try file.exists(path) else { return [] }
    let dataset = try file.openDataset(path)
    let encoding = try ValueEncoding(of: dataset, in: file)
    let times = try dataset.read(as: Double.self).map(encoding.value)
    let perSecond = try DatasetTimestamps.perSecond(RecordingStream.timeUnit(of: dataset, in: file))
    return perSecond == 1 ? times : times.map { $0 / perSecond }
  }
}
