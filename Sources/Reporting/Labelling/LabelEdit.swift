import SPRecordings

/// A change of the labels of a recording: the new labels, and a description of the change.
///
/// ```swift
/// let hit = Annotations.Label(kind: .hit, startTime: 61.2, time: 61.5)
/// try LabelEdit.apply(to: "court-1.h5", by: "my tool") { try LabelEdit.adding(hit, to: $0, on: $1) }
/// ```
package struct LabelEdit: Sendable {
  /// The labels after the change; nil if the recording is no longer labelled.
  package let annotations: Annotations?
  /// A summary for the recording's history, such as `added 2 hits`.
  package let summary: String
  /// The added or removed labels, one line each; empty for labels from a file.
  package let details: [String]

  /// A change that cannot be made.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, without the recording, and in some cases the expected input.
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Adds the label of a moment or an interval to a recording.
  ///
  /// - Parameters:
  ///   - label: the new label, on the recording's clock.
  ///   - present: the present labels.
  ///   - timeline: the recording's timeline.
  /// - Throws: `Fault` for a label outside of the recording, or within 1 ms of another of its set.
  package static func adding(
    _ label: Annotations.Label, to present: Annotations, on timeline: LabelTimeline
  ) throws(Fault) -> LabelEdit {
    let span = timeline.span
    guard label.lies(in: span) else {
      let (time, start) = (LabelWording.seconds(label.time), timeline.originS)
      let isLength = span.contains(start + label.time)
      let began = label.startTime.map { ", from \(LabelWording.seconds($0)) s," } ?? ""
      throw Fault(
        description: "the \(label.kind.rawValue) at \(time) s\(began) lies outside of it; "
          + RecordingTime.expected(span, start: start)
          + (isLength ? "; did you mean +\(time), counted from its start?" : ""))
    }
    let added = Annotations(labels: [label])
    return LabelEdit(
      annotations: try joined(present, added, timeline), summary: "added \(LabelWording.counts(added.labels))",
      details: ["  " + LabelWording.text(label, start: timeline.originS)])
  }

  /// Labels of one set that are closer than this, in s, are unlikely to mark two events.
  private static let nearS = 0.1

  /// A warning if a new label is so near to another label of its set that one of the two is likely wrong; otherwise
  /// nil.
  package static func doubt(
    about label: Annotations.Label, beside present: Annotations, on timeline: LabelTimeline
  ) -> String? {
    func distance(_ other: Annotations.Label) -> Double { abs(other.time - label.time) }
    let near = present.labels(of: label.kind.set).min { distance($0) < distance($1) }
    guard let near, distance(near) < nearS else { return nil }
    return "it has a label \(Int((1000 * distance(near)).rounded())) ms from the new one: "
      + "\(LabelWording.text(near, start: timeline.originS)); swingpipe label remove removes one of them"
  }

  /// Adds the labels of a file.
  ///
  /// - Parameters:
  ///   - added: its labels, on the recording's clock.
  ///   - file: the name of the file, for the summary.
  ///   - present: the present labels.
  ///   - timeline: the recording's timeline.
  /// - Throws: `Fault` for a label within 1 ms of another of its set. In this case no label is added.
  package static func adding(
    _ added: Annotations, from file: String, to present: Annotations, on timeline: LabelTimeline
  ) throws(Fault) -> LabelEdit {
    LabelEdit(
      annotations: try joined(present, added, timeline),
      summary: "added \(LabelWording.counts(added.labels)) from \(file)", details: [])
  }

  /// Replaces all labels by the labels of a file, whose name appears in the summary.
  package static func replacing(_ present: Annotations, by added: Annotations, from file: String) -> LabelEdit {
    let counts = "\(LabelWording.counts(added.labels)) from \(file)"
    return LabelEdit(
      annotations: added, summary: "replaced \(LabelWording.counts(present.labels)) by \(counts)", details: [])
  }

  /// Removes the labels at positions. With nil, all labels are removed, and the recording no longer counts as labelled.
  ///
  /// - Parameters:
  ///   - positions: the positions among the labels, from 0; nil for all.
  ///   - sets: sets that no longer count as labelled.
  ///   - present: the present labels.
  ///   - timeline: the recording's timeline.
  package static func removing(
    at positions: Set<Int>?, unlabelling sets: Set<LabelSet> = [], from present: Annotations,
    on timeline: LabelTimeline
  ) -> LabelEdit {
    var left: Annotations? = present
    if let positions { left?.remove(at: positions, unlabelling: sets) } else { left = nil }
    let removed = positions.map { $0.sorted().map { present.labels[$0] } } ?? present.labels
    return LabelEdit(
      annotations: left, summary: "removed \(LabelWording.counts(removed))",
      details: removed.map { "  " + LabelWording.text($0, start: timeline.originS) })
  }

  /// Removes the chosen labels. If all kinds of a set are removed, the set no longer counts as labelled.
  ///
  /// - Parameters:
  ///   - choice: the labels to remove.
  ///   - present: the present labels.
  ///   - timeline: the recording's timeline.
  /// - Throws: `Fault` if there is nothing to remove, or the choice is ambiguous.
  package static func removing(
    _ choice: LabelChoice, from present: Annotations, on timeline: LabelTimeline
  ) throws(Fault) -> LabelEdit {
    let isAll = choice.isAll
    guard !present.labels.isEmpty || (isAll && !present.labelledSets.isEmpty) else {
      throw Fault(description: "has no labels; nothing was removed")
    }
    if isAll, choice.kinds.isEmpty { return removing(at: nil, from: present, on: timeline) }
    // A swing's hits and misses are labelled together.
    let sets = present.labelledSets.filter { isAll && Set($0.kinds).isSubset(of: choice.kinds) }
    let positions = try choice.positions(in: present.labels, mayBeNone: !sets.isEmpty, start: timeline.originS)
    return removing(at: positions, unlabelling: sets, from: present, on: timeline)
  }

  /// Changes the labels of a recording. The file is replaced in one step; if a step fails, the file is unchanged.
  ///
  /// - Parameters:
  ///   - path: the recording.
  ///   - software: the name of the program, for the recording's history.
  ///   - edit: makes the change from the present labels.
  /// - Returns: the change that was made.
  /// - Throws: `RecordingError` for a recording without samples; the errors of `edit`, and of reading and writing the
  ///   recording.
  @discardableResult
  package static func apply(
    to path: String, by software: String, _ edit: (Annotations, LabelTimeline) throws -> LabelEdit
  ) throws -> LabelEdit {
    let editor = try RecordingEditor(path)
    guard let timeline = try LabelTimeline(of: editor.recording) else {
      throw RecordingError(path: path, "has no samples; expected a recording to put labels on")
    }
    let edit = try edit(try editor.recording.annotations() ?? Annotations(), timeline)
    try editor.replaceLabels(with: edit.annotations, history: "label by \(software): \(edit.summary)")
    return edit
  }

  private static func joined(
    _ present: Annotations, _ added: Annotations, _ timeline: LabelTimeline
  ) throws(Fault) -> Annotations {
    var all = present
    do {
      try all.add(added)
    } catch {
      let index = present.labels.firstIndex(of: error.present) ?? 0
      throw Fault(
        description: "\(LabelWording.text(error.added, start: nil)): within 1 ms there is index \(index) already: "
          + "\(LabelWording.text(error.present, start: timeline.originS)); nothing was added")
    }
    return all
  }
}
