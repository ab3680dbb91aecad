import Recordings

/// A change of the labels of a recording: what they are after it, and what was done, in words.
///
/// ```swift
/// let hit = Annotations.Label(kind: .hit, startTime: 61.2, time: 61.5)
/// try LabelEdit.apply(to: "court-1.h5", by: "my tool") { try LabelEdit.adding(hit, to: $0, on: $1) }
/// ```
public struct LabelEdit: Sendable {
  /// The labels after it; nil for none at all.
  public let annotations: Annotations?
  /// What it did, for the recording's history: `added 2 hits`.
  public let summary: String
  /// The labels that it added or removed, one line each; empty for labels from a file.
  public let details: [String]

  /// A change that cannot be made.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is in the way, without the recording, and perhaps what was expected.
    public let description: String

    /// Makes a fault.
    public init(description: String) { self.description = description }
  }

  /// Labels a recording by a moment or an interval.
  ///
  /// - Parameters:
  ///   - label: the new label, on the recording's clock.
  ///   - present: the labels that there are.
  ///   - timeline: the recording's.
  /// - Throws: ``Fault`` for a label outside of the recording, and for one that is there within 1 ms.
  public static func adding(
    _ label: Annotations.Label, to present: Annotations, on timeline: LabelTimeline
  ) throws(Fault) -> LabelEdit {
    let span = timeline.span
    guard label.lies(in: span) else {
      let length = LabelWording.offset(span.upperBound, from: span.lowerBound)
      throw Fault(
        description: "\(LabelWording.text(label, start: nil)) lies outside of it; expected \(span.lowerBound) to "
          + "\(span.upperBound) s, or +0 to \(length)")
    }
    let added = Annotations(labels: [label])
    return LabelEdit(
      annotations: try joined(present, added, timeline), summary: "added \(LabelWording.counts(added.labels))",
      details: ["  " + LabelWording.text(label, start: span.lowerBound)])
  }

  /// Adds the labels of a file.
  ///
  /// - Parameters:
  ///   - added: its labels, on the recording's clock.
  ///   - file: what the file is called.
  ///   - present: the labels that there are.
  ///   - timeline: the recording's.
  /// - Throws: ``Fault`` for a label that is there within 1 ms; then none is added.
  public static func adding(
    _ added: Annotations, from file: String, to present: Annotations, on timeline: LabelTimeline
  ) throws(Fault) -> LabelEdit {
    LabelEdit(
      annotations: try joined(present, added, timeline),
      summary: "added \(LabelWording.counts(added.labels)) from \(file)", details: [])
  }

  /// Puts the labels of a file, which is called so, in the place of all that there are.
  public static func replacing(_ present: Annotations, by added: Annotations, from file: String) -> LabelEdit {
    let counts = "\(LabelWording.counts(added.labels)) from \(file)"
    return LabelEdit(
      annotations: added, summary: "replaced \(LabelWording.counts(present.labels)) by \(counts)", details: [])
  }

  /// Removes the labels at positions; nil removes all, and that the recording was labelled.
  ///
  /// - Parameters:
  ///   - positions: where they stand among the labels.
  ///   - present: the labels that there are.
  ///   - timeline: the recording's.
  public static func removing(
    at positions: Set<Int>?, from present: Annotations, on timeline: LabelTimeline
  ) -> LabelEdit {
    var left: Annotations? = present
    if let positions { left?.remove(at: positions) } else { left = nil }
    let removed = positions.map { $0.sorted().map { present.labels[$0] } } ?? present.labels
    return LabelEdit(
      annotations: left, summary: "removed \(LabelWording.counts(removed))",
      details: removed.map { "  " + LabelWording.text($0, start: timeline.span.lowerBound) })
  }

  /// Changes the labels of a recording; the file is replaced in one step, and stays as it was where that cannot be done.
  ///
  /// - Parameters:
  ///   - path: the recording.
  ///   - software: which program does it, for the recording's history.
  ///   - edit: makes the change from the labels that there are.
  /// - Returns: the change that was made.
  /// - Throws: `RecordingError` for a recording without samples; what `edit`, reading and writing the recording throw.
  @discardableResult
  public static func apply(
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
          + "\(LabelWording.text(error.present, start: timeline.span.lowerBound)); nothing was added")
    }
    return all
  }
}
