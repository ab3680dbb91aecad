import SPPlots
import SPRecordings

/// Labels of other kinds than swings, as rows of strokes: an interval as a stroke of its duration, a moment as a point.
struct LabelTracks {
  /// A row for each kind that occurs in the stretch, by name.
  let tracks: [Track]

  /// Takes the labels that touch a stretch.
  /// - Parameters:
  ///   - labels: The labels of a recording, with times in s.
  ///   - span: The stretch, in s on the same clock.
  ///   - place: Returns the position of a time on the picture's axis.
  init(
    _ labels: Annotations, over span: ClosedRange<Double>, at place: (_ time: Double) -> Double = { $0 }
  ) {
    let sets = labels.labelledSets.subtracting([.hitsAndMisses]).sorted()
    tracks = sets.map { set in
      let shown = labels.labels(of: set).filter {
        $0.time >= span.lowerBound && ($0.startTime ?? $0.time) <= span.upperBound
      }
      let marks = shown.map { label in
        Track.Mark(
          start: label.startTime.map { place(max($0, span.lowerBound)) }, time: place(min(label.time, span.upperBound)),
          symbol: .stroke)
      }
      return Track(label: "\(set.plural) labelled", marks: marks)
    }.filter { !$0.marks.isEmpty }
  }
}
