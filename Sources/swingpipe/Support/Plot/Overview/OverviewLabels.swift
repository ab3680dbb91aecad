import Plots
import Recordings

/// The labels of a recording as rows of strokes, which any number of them fits into.
struct OverviewLabels {
  /// A row for each kind of label that there is.
  let tracks: [Track]
  /// How many there are of each, in words; empty without any.
  let summary: String

  init(_ labels: Annotations, over stretch: ClosedRange<Double>, _ axis: ElapsedTime) {
    let kinds: [(label: String, one: String, many: String, times: [Double], color: Color)] = [
      ("hits", "hit", "hits", labels.swings.filter(\.isHit).map(\.contactTime), PlotTracks.hit),
      ("misses", "miss", "misses", labels.swings.filter { !$0.isHit }.map(\.contactTime), PlotTracks.miss),
      ("no swing", "shock without a swing", "shocks without a swing", labels.distractors, .black),
      ("ignored", "moment to ignore", "moments to ignore", labels.ignored, PlotTracks.quiet),
    ]
    let shown = kinds.map { kind in (kind, times: kind.times.filter(stretch.contains)) }.filter { !$0.times.isEmpty }
    tracks = shown.map { kind, times in
      Track(label: kind.label, marks: times.map { .init(time: axis($0), symbol: .stroke, color: kind.color) })
    }
    let counts = shown.map { kind, times in "\(times.count) \(times.count == 1 ? kind.one : kind.many)" }
    summary = counts.isEmpty ? "" : "labelled: " + counts.joined(separator: ", ")
  }
}
