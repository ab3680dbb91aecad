import FoundationEssentials
import Glibc

/// A model that gives the probability of a contact from the evidence around a swing: logistic in weighted features.
///
/// p = 1 / (1 + exp(-(intercept + sum of weight * (value - mean) / scale))). It is stored as JSON, with its
/// training data and its scores on held-out recordings.
public struct HitMissModel: LogisticModel, Hashable, Sendable {
  /// One feature's place in the model.
  public typealias Term = LogisticTerm<ContactEvidence.Feature>

  /// The training data of a model.
  public struct Training: Codable, Hashable, Sendable {
    /// Name of the pipeline that found the swings.
    public var pipeline: String
    /// Identifiers of the recordings, sorted.
    public var recordings: [String]
    /// Number of hits.
    public var hits: Int
    /// Number of misses.
    public var misses: Int
    /// Penalty on the squared weights.
    public var l2: Double

    package init(
      pipeline: String, recordings: [String], hits: Int, misses: Int, l2: Double
    ) {
      self.pipeline = pipeline
      self.recordings = recordings
      self.hits = hits
      self.misses = misses
      self.l2 = l2
    }
  }

  /// The scores of a model on held-out recordings.
  public struct Scores: Codable, Hashable, Sendable {
    /// How recordings were held out: `leave_one_recording_out`, `10_fold_by_recording`, or `held_out_recordings` for
    /// the model of one fold.
    public var validation: String
    /// Area under the receiver operating characteristic; nil without both labels.
    public var auroc: Double?
    /// Brier score.
    public var brier: Double?
    /// Expected calibration error in ten bins.
    public var calibrationError: Double?
    /// Mean of -ln of the probability of the true label; nil before the model is evaluated.
    public var logLoss: Double?
    /// Fraction of the hits with a probability of at least one half; nil without hits.
    public var hitRecall: Double?
    /// Fraction of the misses with a probability of at least one half; nil without misses.
    public var falsePositiveRate: Double?

    package init(
      validation: String, auroc: Double? = nil, brier: Double? = nil, calibrationError: Double? = nil,
      logLoss: Double? = nil, hitRecall: Double? = nil, falsePositiveRate: Double? = nil
    ) {
      self.validation = validation
      self.auroc = auroc
      self.brier = brier
      self.calibrationError = calibrationError
      self.logLoss = logLoss
      self.hitRecall = hitRecall
      self.falsePositiveRate = falsePositiveRate
    }

    enum CodingKeys: String, CodingKey {
      case validation, auroc, brier
      case calibrationError = "expected_calibration_error"
      case logLoss = "log_loss"
      case hitRecall = "hit_recall"
      case falsePositiveRate = "false_positive_rate"
    }
  }

  /// Always `formatName`.
  public var format = Self.formatName
  /// Version of the format.
  public var version = Self.formatVersion
  /// Name of the model, as shown in tables.
  public var name: String
  /// The features with their scaling and weights.
  public var features: [Term]
  /// Log-odds of a swing whose features are all at their means.
  public var intercept: Double
  /// The training data.
  public var training: Training
  /// The scores on held-out recordings.
  public var scores: Scores

  package init(
    name: String, features: [Term], intercept: Double, training: Training, scores: Scores
  ) {
    self.name = name
    self.features = features
    self.intercept = intercept
    self.training = training
    self.scores = scores
  }

  /// What such a file holds: a model.
  package static let noun = "model"
  /// The name of the file format.
  package static let formatName = "swingpipe-hit-miss-model"
  /// The version that is read and written.
  package static let formatVersion = 1

  /// The contribution of a feature to a decision.
  public struct Contribution: Hashable, Sendable {
    /// The feature.
    public var feature: ContactEvidence.Feature
    /// Its value.
    public var value: Double
    /// The term added to the log-odds: the weight of the standardised value; positive values favour a
    /// contact.
    public var logOdds: Double
  }

  /// The terms that measured features add to the log-odds, by decreasing magnitude; features that were not measured add
  /// nothing, as if at their mean.
  package func contributions(_ evidence: ContactEvidence) -> [Contribution] {
    fractions(of: evidence).map { Contribution(feature: $0.term.name, value: $0.value, logOdds: $0.logOdds) }
  }

  /// The probability of a contact.
  public func hitProbability(_ evidence: ContactEvidence) -> Double {
    1 / (1 + exp(-logOdds(evidence)))
  }

  /// The sum of the intercept and all contributions, in their order, without making lists: very many candidates need
  /// it.
  private func logOdds(_ evidence: ContactEvidence) -> Double {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: features.count) { sorted in
      var count = 0
      for term in features {
        guard let value = evidence[term.name] else { continue }
        let logOdds = term.logOdds(value)
        var place = count
        while place > 0, abs(logOdds) > abs(sorted[place - 1]) {
          sorted[place] = sorted[place - 1]
          place -= 1
        }
        sorted[place] = logOdds
        count += 1
      }
      return sorted[..<count].reduce(intercept, +)
    }
  }

  /// In a fixed order, since the last digit of a sum depends on it.
  private func fractions(of evidence: ContactEvidence) -> [(term: Term, value: Double, logOdds: Double)] {
    let all = features.compactMap { term in
      evidence[term.name].map { (term: term, value: $0, logOdds: term.logOdds($0)) }
    }
    return all.sorted { abs($0.logOdds) > abs($1.logOdds) }
  }
}

extension HitMissModel {
  /// The model that comes with the library.
  public static let standard: HitMissModel = {
    do {
      return try HitMissModel(json: Data(PackageResources.hit_miss_model_json))
    } catch {
      preconditionFailure("the model that is compiled in cannot be read: \(error)")
    }
  }()

  /// Whether JSON claims to be a model of any version, even if it cannot be used.
  package static func isModel(json: Data) -> Bool { isClaimed(by: json) }

  /// Reads a model from JSON.
  /// - Throws: `LearnedFileError`.
  public init(json: Data) throws { self = try Self.decoded(from: json) }
}
