import SPEvaluation
import SPSwings

/// Labels and detections in short.
enum Scored {
  static func label(_ label: SwingLabel, at time: Double, lead: Double = 0.2) -> SwingTruth.Swing {
    SwingTruth.Swing(startTime: time - lead, contactTime: time, label: label)
  }

  static func hit(at onset: Double, probability: Double? = 0.9) -> SwingDetection {
    SwingDetection(
      startTime: onset - 0.2, anchorTime: onset + 0.009, impactTime: onset + 0.009, onsetTime: onset, label: .hit,
      hitProbability: probability)
  }

  static func miss(at time: Double, probability: Double? = 0.1) -> SwingDetection {
    SwingDetection(startTime: time - 0.2, anchorTime: time, label: .miss, hitProbability: probability)
  }

  static func score(
    _ labels: [SwingTruth.Swing], _ detections: [SwingDetection], ignored: [Double] = [], id: String = "r",
    durationS: Double? = nil
  ) -> RecordingScore {
    RecordingScore(
      recordingID: id, truth: SwingTruth(swings: labels, ignored: ignored, durationS: durationS),
      detections: detections)
  }

  /// A recording with so many hits found, called where there are none, and overlooked.
  static func recording(_ id: String, found: Int, false extra: Int = 0, missed: Int = 0) -> RecordingScore {
    let labels = (0..<found + missed).map { label(.hit, at: Double($0)) }
    let detections = (0..<found).map { hit(at: Double($0)) } + (0..<extra).map { hit(at: -1 - Double($0)) }
    return score(labels, detections, id: id)
  }
}
