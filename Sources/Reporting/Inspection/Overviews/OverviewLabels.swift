import SPPlots
import SPRecordings
import SPSwings

/// Labels or findings in a recording, as rows of strokes. A row has room for any number of strokes.
struct OverviewLabels {
  /// A row for each kind that occurs.
  let tracks: [Track]
  /// The number of labels or findings of each kind, as text; empty without any.
  private(set) var summary: String

  private typealias Kind = (label: String, one: String, many: String, times: [Double], color: Color)

  init(_ labels: Annotations, over stretch: ClosedRange<Double>, _ axis: ElapsedTime) {
    let kinds: [Kind] = [
      ("hits labelled", "hit", "hits", labels.swings.filter(\.isHit).map(\.contactTime), PlotTracks.hit),
      ("misses labelled", "miss", "misses", labels.swings.filter { !$0.isHit }.map(\.contactTime), PlotTracks.miss),
      ("shocks labelled", "shock without a swing", "shocks without a swing", labels.distractors, .black),
      ("to ignore", "moment to ignore", "moments to ignore", labels.ignored, PlotTracks.quiet),
    ]
    let others = labels.labelledSets.subtracting([.hitsAndMisses]).sorted { $0.name < $1.name }.map { set -> Kind in
      // An interval is shown where it begins.
      let times = labels.labels(of: set).map { $0.startTime ?? $0.time }
      return ("\(set.plural) labelled", set.name, set.plural, times, .black)
    }
    self.init("labelled", kinds + others, stretch, axis)
  }

  /// The findings of a pipeline: swings by their labels, or impacts if it does not look for swings.
  init(_ found: MomentExplanation.Findings, over stretch: ClosedRange<Double>, _ axis: ElapsedTime) {
    func anchors(_ label: SwingLabel) -> [Double] {
      found.labelled?.filter { $0.label == label }.map(\.swing.anchorTime) ?? []
    }
    let plain = found.labelled == nil ? found.swings?.map(\.anchorTime) : nil
    let shocks = found.labelled == nil && found.swings == nil ? found.impacts.map(\.time) : []
    let kinds: [Kind] = [
      ("hits found", "hit", "hits", anchors(.hit), PlotTracks.hit),
      ("misses found", "miss", "misses", anchors(.miss), PlotTracks.miss),
      ("swings found", "swing", "swings", plain ?? [], PlotTracks.hit),
      ("impacts found", "impact", "impacts", shocks, PlotTracks.hit),
    ]
    self.init("found", kinds, stretch, axis)
    if summary.isEmpty { summary = "found: nothing" }
  }

  private init(_ word: String, _ kinds: [Kind], _ stretch: ClosedRange<Double>, _ axis: ElapsedTime) {
    let shown = kinds.map { kind in (kind, times: kind.times.filter(stretch.contains)) }.filter { !$0.times.isEmpty }
    tracks = shown.map { kind, times in
      Track(label: kind.label, marks: times.map { .init(time: axis($0), symbol: .stroke, color: kind.color) })
    }
    let counts = shown.map { kind, times in "\(times.count) \(times.count == 1 ? kind.one : kind.many)" }
    summary = counts.isEmpty ? "" : "\(word): " + counts.joined(separator: ", ")
  }
}
