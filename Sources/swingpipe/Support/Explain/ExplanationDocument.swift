import Stages
import Swings

/// An explanation for programs.
struct ExplanationDocument: Encodable {
  struct Check: Encodable {
    var name: String
    var value: Double?
    var unit: String?
    var lowest: Double?
    var highest: Double?
    var passed: Bool
    var remark: String?
  }

  struct Candidate: Encodable {
    var kind: String
    var time: Double
    var outcome: String
    var swingIndex: Int?
    var explanation: String?
    var peakG: Double?
    var thresholdG: Double?
    var onsetTime: Double?
    var checks: [Check]

    enum CodingKeys: String, CodingKey {
      case kind
      case time = "time_s"
      case outcome
      case swingIndex = "swing_index"
      case explanation
      case peakG = "high_passed_peak_g"
      case thresholdG = "threshold_g"
      case onsetTime = "impact_onset_time_s"
      case checks
    }
  }

  struct Contribution: Encodable {
    var feature: String
    var value: Double
    var weight: Double
  }

  struct Decision: Encodable {
    var label: String
    var hitProbability: Double
    var model: String
    var startTime: Double
    var anchorTime: Double
    var contributions: [Contribution]

    enum CodingKeys: String, CodingKey {
      case label
      case hitProbability = "hit_probability"
      case model = "model_version"
      case startTime = "start_time_s"
      case anchorTime = "anchor_time_s"
      case contributions
    }
  }

  var recordingID: String
  var pipeline: String
  var time: Double
  var chosen: Int?
  var decision: Decision?
  var candidates: [Candidate]

  enum CodingKeys: String, CodingKey {
    case recordingID = "recording_id"
    case pipeline
    case time = "time_s"
    case chosen, decision, candidates
  }

  init(_ explanation: MomentExplanation, _ found: PipelineFindings, pipeline: String) {
    recordingID = found.recordingID
    self.pipeline = pipeline
    time = explanation.time
    chosen = explanation.chosen
    decision = explanation.swing.map { swing in
      Decision(
        label: swing.label.rawValue, hitProbability: swing.hitProbability, model: swing.model,
        startTime: swing.swing.startTime, anchorTime: swing.swing.anchorTime,
        contributions: swing.contributions.map {
          Contribution(feature: $0.feature.rawValue, value: $0.value, weight: $0.weight)
        })
    }
    candidates = explanation.candidates.map(Candidate.init)
  }
}

extension ExplanationDocument.Candidate {
  init(_ candidate: MomentExplanation.Candidate) {
    self.init(
      kind: candidate.kind.rawValue, time: candidate.time, outcome: "", peakG: candidate.impact?.peak,
      thresholdG: candidate.impact?.threshold, onsetTime: candidate.impact?.onsetTime,
      checks: candidate.checks.map {
        .init(
          name: $0.name, value: $0.value, unit: $0.unit, lowest: $0.lowest, highest: $0.highest, passed: $0.passed,
          remark: $0.remark)
      })
    switch candidate.outcome {
    case .swing(let index, let label):
      outcome = label.rawValue
      swingIndex = index
    case .rejected(let reason, let why):
      outcome = reason.rawValue
      explanation = why
    case .unlabelled: outcome = "swing"
    case .unjudged: outcome = "impact"
    case .weak: outcome = "weak_impact"
    }
  }
}
