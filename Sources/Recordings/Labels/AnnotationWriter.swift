import SPHDF5
import SPSignals

/// Writes the group `annotations` of layout version 1.
struct AnnotationWriter {
  private static let root = AnnotationReader.root
  /// The groups of the layout that contain labels, with their datasets.
  private static let groups = [
    (set: LabelSet.hitsAndMisses, datasets: ["start_time", "contact_time", "label"]), (.ignored, ["time"]),
    (.distractors, ["time"]),
  ]

  let file: File

  /// Writes labels into a file without labels.
  /// - Throws: `HDF5Error`.
  func write(_ annotations: Annotations) throws {
    if annotations.isLabelled(.hitsAndMisses) { try write(hitsAndMisses: annotations.labels(of: .hitsAndMisses)) }
    try write(annotations.ignored, to: "time", in: group("ignore"))
    try write(annotations.labels(of: .distractors).map(\.time), to: "time", in: group("distractors"))
    for set in annotations.labelledSets.subtracting(LabelSet.known).sorted(by: { $0.name < $1.name }) {
      let group = try group(set.name)
      try group.attributes.set(LabelSet.kindAttribute, to: set.name)
      try write(annotations.labels(of: set), to: group)
    }
  }

  /// Replaces the labels; any other content of the group `annotations` stays.
  /// - Parameter annotations: the labels; nil removes all labels.
  /// - Throws: `RecordingError` if the groups of the labels contain other data, which would no longer fit; `HDF5Error`.
  func replace(with annotations: Annotations?) throws {
    let others = try file.exists(Self.root) ? AnnotationReader(file: file).others() : []
    for (set, datasets) in Self.groups + others.map({ ($0, LabelSet.intervalDatasets + LabelSet.momentDatasets) }) {
      let path = "\(Self.root)/\(set.name)"
      guard try file.exists(path) else { continue }
      let present = try file.openGroup(path).children().map(\.name)
      if let other = present.first(where: { !datasets.contains($0) }) {
        throw RecordingError(
          path: file.path, object: path,
          "holds \"\(other)\" beside the labels, which would no longer fit them; expected "
            + datasets.joined(separator: ", ") + " alone")
      }
      // A group that stays keeps its attributes.
      let stays = annotations.map { !set.mayBeEmpty || $0.isLabelled(set) } ?? false
      if stays { for dataset in present { try file.remove("\(path)/\(dataset)") } } else { try file.remove(path) }
    }
    if let annotations {
      try write(annotations)
    } else if try file.exists(Self.root), try file.openGroup(Self.root).children().isEmpty {
      try file.remove(Self.root)
    }
  }

  private func group(_ name: String) throws -> Group {
    let path = "\(Self.root)/\(name)"
    return try file.exists(path) ? file.openGroup(path) : file.createGroup(path)
  }

  private func write(hitsAndMisses labels: [Annotations.Label]) throws {
    let group = try group(LabelSet.hitsAndMisses.name)
    // To readers of float64, NaN means "not known".
    try write(labels.map { $0.startTime ?? .nan }, to: "start_time", in: group)
    try write(labels.map(\.time), to: "contact_time", in: group)
    let label = try group.createDataset("label", of: UInt8.self, shape: [labels.count])
    try label.write(labels.map { $0.kind == .hit ? 1 : 0 })
    try label.attributes.set("flag_values", to: [0, 1] as [UInt8])
    try label.attributes.set("flag_meanings", to: "miss hit")
  }

  /// Writes moments, or intervals if any label has a start.
  private func write(_ labels: [Annotations.Label], to group: Group) throws {
    guard labels.contains(where: { $0.startTime != nil }) else {
      return try write(labels.map(\.time), to: LabelSet.momentDatasets[0], in: group)
    }
    try write(labels.map { $0.startTime ?? .nan }, to: LabelSet.intervalDatasets[0], in: group)
    try write(labels.map(\.time), to: LabelSet.intervalDatasets[1], in: group)
  }

  private func write(_ times: [Double], to name: String, in group: Group) throws {
    let dataset = try group.createDataset(name, of: Double.self, shape: [times.count])
    try dataset.write(times)
    try dataset.attributes.set("units", to: Unit.seconds.symbol)
  }
}
