import SPRecordings

/// A choice of labels to remove from a recording.
package struct LabelChoice: Sendable {
  /// The way in which labels are chosen.
  package enum Way: Sendable {
    /// The label within a distance, in s, of a moment.
    case near(RecordingTime, withinS: Double)
    /// The labels at positions in the order of time, from 0.
    case positions([Int])
    /// All labels.
    case all
  }

  private let way: Way
  /// The kinds to choose from; empty for all.
  let kinds: [LabelKind]

  /// Makes a choice.
  /// - Parameters:
  ///   - way: the way in which labels are chosen.
  ///   - kinds: the kinds to choose from; empty for all.
  package init(_ way: Way, of kinds: [LabelKind]) {
    self.way = way
    self.kinds = kinds
  }

  var isAll: Bool { if case .all = way { true } else { false } }

  /// The positions of the chosen labels.
  /// - Parameters:
  ///   - labels: All labels, in the order of time.
  ///   - mayBeNone: Whether the recording may lack labels of the kinds without a fault.
  ///   - start: The recording's start, in s on its clock.
  /// - Throws: `LabelEdit.Fault` if there is no such label, or if several labels are near the moment.
  func positions(
    in labels: [Annotations.Label], mayBeNone: Bool, start: Double
  ) throws(LabelEdit.Fault) -> Set<Int> {
    let candidates = labels.indices.filter { kinds.isEmpty || kinds.contains(labels[$0].kind) }
    guard !candidates.isEmpty || mayBeNone else {
      let named = kinds.map(\.rawValue).joined(separator: " or ")
      throw LabelEdit.Fault(description: "has no label of the kind \(named); nothing was removed")
    }
    switch way {
    case .all: return Set(candidates)
    case .positions(let positions):
      if let wrong = positions.first(where: { !labels.indices.contains($0) }) {
        throw LabelEdit.Fault(description: "has no label \(wrong); expected --index from 0 to \(labels.count - 1)")
      }
      return Set(positions)
    case .near(let time, let withinS):
      return [try nearest(to: time.onClock(of: start), withinS, candidates.map { ($0, labels[$0]) }, start)]
    }
  }

  private func nearest(
    to moment: Double, _ reachS: Double, _ candidates: [(position: Int, label: Annotations.Label)], _ start: Double
  ) throws(LabelEdit.Fault) -> Int {
    func told(_ item: (position: Int, label: Annotations.Label)) -> String {
      "index \(item.position), \(LabelWording.text(item.label, start: start))"
    }
    let near = candidates.sorted { abs($0.label.time - moment) < abs($1.label.time - moment) }
    // The margin allows for the rounding of decimal numbers: 12.55 - 12.5 exceeds 0.05 in Double.
    let found = near.filter { abs($0.label.time - moment) <= reachS + 1e-9 }
    guard let first = found.first else {
      throw LabelEdit.Fault(
        description: "has no label within \(reachS) s of \(moment) s; the nearest is \(near.first.map(told) ?? "none")")
    }
    guard found.count == 1 else {
      throw LabelEdit.Fault(
        description:
          "has \(found.count) labels within \(reachS) s of \(moment) s: \(found.map(told).joined(separator: "; ")); "
          + "expected --index, or a smaller --within")
    }
    return first.position
  }
}
