/// A named figure, as used by bounds on the command line and by programs.
public struct ScoreMetric<Figures>: Sendable {
  /// Its name, ending in the unit if it has one.
  public let name: String
  /// Its unit; "1" for fractions.
  public let unit: String
  /// Whether a larger value is better; nil if the value nearest to 0 is best.
  public let isLargerBetter: Bool?
  /// Its meaning, in a phrase.
  public let summary: String
  /// Its value; nil if it is not defined, such as precision without detections.
  public let value: @Sendable (Figures) -> Double?

  /// Describes a figure.
  public init(
    name: String, unit: String, isLargerBetter: Bool?, summary: String, value: @escaping @Sendable (Figures) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.isLargerBetter = isLargerBetter
    self.summary = summary
    self.value = value
  }

  /// A fraction of a whole.
  package static func fraction(
    _ name: String, isLargerBetter: Bool = true, _ summary: String, _ value: @escaping @Sendable (Figures) -> Double?
  ) -> ScoreMetric {
    ScoreMetric(name: name, unit: "1", isLargerBetter: isLargerBetter, summary: summary, value: value)
  }

  /// Precision, recall and F1 of counts.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the figures' names, such as `hits.`, or an empty text.
  ///   - noun: The counted things, in the plural.
  ///   - counts: Returns the counts in the figures.
  public static func counts(
    _ prefix: String, _ noun: String, _ counts: @escaping @Sendable (Figures) -> DetectionCounts
  ) -> [ScoreMetric] {
    [
      fraction("\(prefix)precision", "fraction of detected \(noun) that are labelled") { counts($0).precision },
      fraction("\(prefix)recall", "fraction of labelled \(noun) that were detected") { counts($0).recall },
      fraction("\(prefix)f1", "harmonic mean of \(prefix)precision and \(prefix)recall") { counts($0).f1 },
    ]
  }

  /// Mean, deviation and 95th percentile of differences in time.
  ///
  /// - Parameters:
  ///   - name: The beginning of the figures' names.
  ///   - phrase: The difference in words.
  ///   - statistics: Returns the differences in the figures.
  package static func timing(
    _ name: String, _ phrase: String, _ statistics: @escaping @Sendable (Figures) -> TimingStatistics
  ) -> [ScoreMetric] {
    [
      ScoreMetric(name: "\(name).bias_ms", unit: "ms", isLargerBetter: nil, summary: "mean of \(phrase)") {
        statistics($0).biasMS
      },
      ScoreMetric(name: "\(name).sd_ms", unit: "ms", isLargerBetter: false, summary: "standard deviation of \(phrase)")
      {
        statistics($0).deviationMS
      },
      ScoreMetric(
        name: "\(name).p95_ms", unit: "ms", isLargerBetter: false,
        summary: "95th percentile of the magnitude of \(phrase)"
      ) { statistics($0).percentile95MS },
    ]
  }
}

/// The figures of one or more recordings together, by which a session is evaluated.
public protocol ScoreFigures: Sendable {
  /// All figures by name, in order.
  static var metrics: [ScoreMetric<Self>] { get }
}

extension ScoreFigures {
  /// The figure with a name, if it exists.
  package static func metric(named name: String) -> ScoreMetric<Self>? { metrics.first { $0.name == name } }
}
