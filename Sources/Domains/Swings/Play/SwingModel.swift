import FoundationEssentials
import Glibc

/// A model that gives the probability that a movement is a stroke at all, hit or miss: logistic in weighted features.
///
/// p = 1 / (1 + exp(-(intercept + sum of weight * (value - mean) / scale))). It is stored as JSON, with its training
/// data and its scores on recordings of other folders.
public struct SwingModel: LogisticModel, Hashable, Sendable {
  /// One feature's place in the model.
  public typealias Term = LogisticTerm<StrokeTraits.Feature>

  /// The movements of a folder of recordings, and the scores of a model that was trained without them.
  public struct Source: Codable, Hashable, Sendable {
    /// Name of the folder.
    public var name: String
    /// Number of recordings.
    public var recordings: Int
    /// Number of strokes, and of other movements.
    public var strokes, others: Int
    /// Mean probability of a stroke.
    public var meanProbability: Double?
    /// Area under the receiver operating characteristic; nil without both kinds.
    public var auroc: Double?

    package init(
      name: String, recordings: Int, strokes: Int, others: Int, meanProbability: Double? = nil, auroc: Double? = nil
    ) {
      self.name = name
      self.recordings = recordings
      self.strokes = strokes
      self.others = others
      self.meanProbability = meanProbability
      self.auroc = auroc
    }

    enum CodingKeys: String, CodingKey {
      case name, recordings, strokes, others, auroc
      case meanProbability = "mean_probability"
    }
  }

  /// The scores of models on the movements of a folder, each model trained without that folder.
  public struct Scores: Codable, Hashable, Sendable {
    /// Area under the receiver operating characteristic; nil without both kinds.
    public var auroc: Double?
    /// Expected calibration error in ten bins.
    public var calibrationError: Double?
    /// Mean of -ln of the probability of the truth.
    public var logLoss: Double?

    package init(
      auroc: Double? = nil, calibrationError: Double? = nil, logLoss: Double? = nil
    ) {
      self.auroc = auroc
      self.calibrationError = calibrationError
      self.logLoss = logLoss
    }

    enum CodingKeys: String, CodingKey {
      case auroc
      case calibrationError = "expected_calibration_error"
      case logLoss = "log_loss"
    }
  }

  /// Always `formatName`.
  public var format = Self.formatName
  /// Version of the format.
  public var version = Self.formatVersion
  /// Name of the model.
  public var name: String
  /// Name of the pipeline that found the movements.
  public var pipeline: String
  /// The features with their scaling and weights.
  public var features: [Term]
  /// Log-odds of a movement whose features are all at their means.
  public var intercept: Double
  /// Penalty on the squared weights.
  public var l2: Double
  /// The folders that it was trained on.
  public var sources: [Source]
  /// The scores with each folder left out.
  public var scores: Scores

  package init(
    name: String, pipeline: String, features: [Term], intercept: Double, l2: Double, sources: [Source], scores: Scores
  ) {
    self.name = name
    self.pipeline = pipeline
    self.features = features
    self.intercept = intercept
    self.l2 = l2
    self.sources = sources
    self.scores = scores
  }

  /// The name of the content, for messages.
  package static let noun = "swing model"
  /// The name of the file format.
  package static let formatName = "swingpipe-swing-model"
  /// The version that is read and written.
  package static let formatVersion = 1

  /// The model that comes with the library.
  public static let standard: SwingModel = {
    do {
      return try SwingModel(json: Data(PackageResources.swing_model_json))
    } catch {
      preconditionFailure("the model that is compiled in cannot be read: \(error)")
    }
  }()

  /// The probability of a stroke, 0 to 1.
  func probability(_ traits: StrokeTraits) -> Double {
    let logOdds = features.reduce(intercept) { $0 + $1.logOdds(traits[$1.name]) }
    return 1 / (1 + exp(-logOdds))
  }

  /// The formula, for the description of a column.
  static let formula: String = {
    let model = standard
    func text(_ value: Double) -> String { String((value * 10_000).rounded() / 10_000) }
    let terms = model.features.map {
      " + \(text($0.weight)) * (\($0.name.rawValue) - \(text($0.mean))) / \(text($0.scale))"
    }
    let meanings = model.features.map { "\($0.name.rawValue): \($0.name.meaning)" }
    return
      "1 / (1 + exp(-(\(text(model.intercept))\(terms.joined())))), or with the weights of the option swing_model; "
      + meanings.joined(separator: "; ")
  }()

  /// Whether JSON claims to be such a model of any version, even if it cannot be used.
  package static func isModel(json: Data) -> Bool { isClaimed(by: json) }

  /// Reads a model from JSON.
  /// - Throws: `LearnedFileError`.
  public init(json: Data) throws { self = try Self.decoded(from: json) }
}

/// The properties that distinguish strokes from other movements of the wrist: the features of a ``SwingModel``.
public struct StrokeTraits: Hashable, Sendable {
  /// A feature.
  public enum Feature: String, Codable, Hashable, Sendable, CaseIterable {
    /// How similar the movement is to the recording's strokes.
    case similarity
    /// The logarithm of the largest rate.
    case logPeakRate = "log_peak_rate"
    /// How long the rate stays high.
    case width = "width_s"
    /// How much the wrist turns around the movement.
    case fullness

    /// The feature in a few words.
    public var meaning: String {
      switch self {
      case .similarity:
        "mean of the three largest cosines of the rotation rates, from 0.3 s before to 0.1 s after, with those of the "
          + "recording's strokes that repeat, at least 0"
      case .logPeakRate: "ln of the largest length r of the rotation rate in rad/s"
      case .width: "time above half of r in s, at most 1"
      case .fullness: "mean length of the rotation rate within 0.6 s, divided by r"
      }
    }
  }

  /// Mean cosine to the three most similar strokes of the recording, 0 to 1.
  var similarity: Float
  /// The largest rate, in rad/s.
  var peakRate: Float
  /// Time for which the rate stays above half of it, in s.
  var widthS: Float
  /// Mean rate around the peak as a fraction of it.
  var fullness: Float

  /// Widths are limited to this, in s: longer widths count as equal.
  private static let largestWidthS: Float = 1

  init(similarity: Float, peakRate: Float, widthS: Float, fullness: Float) {
    (self.similarity, self.peakRate, self.widthS, self.fullness) = (similarity, peakRate, widthS, fullness)
  }

  /// - Parameter likeness: how the movement compares with the recording's strokes; nil if nothing repeats.
  init(_ stroke: StrokeMotion, _ likeness: StrokeLikeness?) {
    (peakRate, widthS, fullness) = (stroke.peakRate, stroke.widthS, stroke.fullness)
    similarity = max(0, likeness?.similarity ?? 0)
  }

  /// The value of a feature.
  package subscript(_ feature: Feature) -> Double {
    switch feature {
    case .similarity: Double(similarity)
    case .logPeakRate: log(Double(peakRate))
    case .width: Double(min(Self.largestWidthS, widthS))
    case .fullness: Double(fullness)
    }
  }
}
