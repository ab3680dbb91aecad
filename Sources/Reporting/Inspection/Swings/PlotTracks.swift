import SPBasics
import SPPipelines
import SPPlots
import SPRecordings
import SPSwings

/// The found, rejected and labelled events in a stretch of a recording, as rows of marks and as events.
struct PlotTracks {
  /// One row for each kind that is present, in the order found, rejected, labelled.
  let tracks: [Track]
  /// The moments of the swings, or of the impacts if no stage looked for swings.
  let swings: [MotionFigure.Moments]
  /// The number of findings, as text; empty without a pipeline.
  let summary: String

  init(_ source: PlotSource, over span: ClosedRange<Double>) {
    let found = source.findings.map { Self.found(in: $0, span) }
    let rejected = source.findings?.rejected.filter { span.contains($0.time) } ?? []
    var tracks: [Track] = []
    if let found { tracks.append(found.track) }
    tracks.append(
      Track(
        label: "rejected",
        marks: rejected.map {
          .init(
            time: $0.time, label: $0.reason.rawValue.replacing("_", with: " "), symbol: .cross, color: Self.quiet,
            name: "rejected")
        }))
    if let labels = source.labels {
      tracks.append(Self.labelled(labels, span))
      tracks += LabelTracks(labels, over: span).tracks
    }
    self.tracks = tracks.filter { !$0.marks.isEmpty }
    swings = found?.moments ?? []
    summary =
      found.map { $0.summary + (rejected.isEmpty ? "" : ", \(counted(rejected.count, "candidate")) rejected") } ?? ""
  }

  static let quiet = Color(hex: 0x555555)
  static let hit = Color.vermillion
  static let miss = Color.purple

  private static func found(
    in findings: MomentExplanation.Findings, _ span: ClosedRange<Double>
  ) -> (track: Track, moments: [MotionFigure.Moments], summary: String) {
    if let labelled = findings.labelled {
      let shown = labelled.enumerated().filter { span.contains($1.swing.anchorTime) }
      let hits = shown.count { $1.label == .hit }
      return (
        Track(label: "found", marks: shown.map { mark($1.swing, $0, $1.label) }),
        labelled.filter { touches($0.swing, span) }.map { moments($0.swing, $0.consideredImpact) },
        "\(counted(hits, "hit")) and \(counted(shown.count - hits, "miss")) found"
      )
    }
    if let swings = findings.swings {
      let shown = swings.enumerated().filter { span.contains($1.anchorTime) }
      return (
        Track(label: "found", marks: shown.map { mark($1, $0, nil) }),
        swings.filter { touches($0, span) }.map { moments($0, $0.impact) }, "\(counted(shown.count, "swing")) found"
      )
    }
    let shown = findings.impacts.filter { span.contains($0.time) }
    let marks = shown.map {
      Track.Mark(
        time: $0.time, label: DecimalText.text($0.peak, significant: 3) + " g", symbol: .diamond, color: hit,
        name: "impact")
    }
    return (
      Track(label: "found", marks: marks), shown.map { .init(onset: $0.onsetTime, impact: $0.time) },
      "\(counted(shown.count, "impact")) found"
    )
  }

  private static func touches(_ swing: Swing, _ span: ClosedRange<Double>) -> Bool {
    swing.startTime <= span.upperBound && swing.anchorTime >= span.lowerBound
  }

  private static func mark(_ swing: Swing, _ index: Int, _ label: SwingLabel?) -> Track.Mark {
    let isHit = label.map { $0 == .hit } ?? (swing.impact != nil)
    return .init(
      start: swing.startTime, time: swing.anchorTime, label: "swing \(index)", symbol: isHit ? .disc : .ring,
      color: isHit ? hit : miss, name: label?.rawValue ?? "swing")
  }

  private static func moments(_ swing: Swing, _ impact: Impact?) -> MotionFigure.Moments {
    MotionFigure.Moments(
      start: swing.startTime, onset: impact?.onsetTime, impact: impact?.time,
      peakRate: swing.impact == nil ? swing.peakTime : nil, anchor: swing.anchorTime)
  }

  private static func labelled(_ labels: Annotations, _ span: ClosedRange<Double>) -> Track {
    let shown = labels.swings.filter {
      ($0.startTime ?? $0.contactTime) <= span.upperBound && $0.contactTime >= span.lowerBound
    }
    var marks = shown.map {
      Track.Mark(
        start: $0.startTime, time: $0.contactTime, label: $0.isHit ? "hit" : "miss",
        symbol: $0.isHit ? .disc : .ring, color: $0.isHit ? hit : miss, name: $0.isHit ? "hit" : "miss")
    }
    marks += labels.distractors.filter(span.contains).map {
      Track.Mark(time: $0, label: "no swing", symbol: .cross, color: .black, name: "no swing")
    }
    marks += labels.ignored.filter(span.contains).map {
      Track.Mark(time: $0, label: "ignored", symbol: .diamond, color: .black, name: "ignored")
    }
    return Track(label: "labelled", marks: marks)
  }
}
