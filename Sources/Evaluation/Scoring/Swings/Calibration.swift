/// The quality of probabilities of a contact: how well they separate hits from misses, and how accurate they are as
/// probabilities.
package struct Calibration: Hashable, Sendable {
  /// A probability, and whether there was a contact.
  struct Judgement: Hashable, Sendable {
    var probability: Double
    var isHit: Bool
    /// The recording that it belongs to, by position.
    var recording = 0
  }

  /// Number of swings with a probability.
  package var count: Int
  /// Probability that a hit has a larger value than a miss, with ties counted half; nil without both hits and misses.
  ///
  /// It is the area under the receiver operating characteristic, which equals the Mann-Whitney statistic: Hanley and
  /// McNeil, Radiology 143 (1982).
  package var auroc: Double?
  /// Mean squared distance of the probability from 1 for a hit and 0 for a miss; nil without swings.
  ///
  /// Brier, Monthly Weather Review 78 (1950), in its form for two outcomes.
  package var brier: Double?
  /// Mean distance, in ten bins of equal width, of the fraction of hits from the mean probability; nil without
  /// swings.
  /// Bins are weighted with their number of swings and exclude their lower bound: (0, 0.1], (0.1, 0.2] and so on, with
  /// 0 in the first bin. Guo et al., "On calibration of modern neural networks", ICML 2017, equation 3.
  package var expectedError: Double?

  /// Evaluates probabilities, 0 to 1, of swings that are known to be hits or misses.
  package init(probabilities: [Double], areHits: [Bool]) {
    let judgements = zip(probabilities, areHits).map { Judgement(probability: $0, isHit: $1) }
    precondition(probabilities.allSatisfy(\.isFinite), "a probability is a number")
    self.init(sorted: judgements.sorted { $0.probability < $1.probability }, weights: [1])
  }

  /// - Parameters:
  ///   - judgements: the judgements, sorted by probability.
  ///   - weights: how often each recording counts.
  init(sorted judgements: [Judgement], weights: [Int]) {
    var bins = Bins()
    var squares = 0.0
    var (hits, misses) = (0, 0)
    // Misses below each hit, counted twice, so that a tie counts once.
    var pairs = 0
    var index = 0
    while index < judgements.count {
      let probability = judgements[index].probability
      var (tiedHits, tiedMisses) = (0, 0)
      while index < judgements.count, judgements[index].probability == probability {
        let weight = weights[judgements[index].recording]
        if judgements[index].isHit { tiedHits += weight } else { tiedMisses += weight }
        index += 1
      }
      pairs += tiedHits * (2 * misses + tiedMisses)
      hits += tiedHits
      misses += tiedMisses
      squares +=
        Double(tiedHits) * (1 - probability) * (1 - probability) + Double(tiedMisses) * probability * probability
      bins.add(probability, hits: tiedHits, count: tiedHits + tiedMisses)
    }
    count = hits + misses
    auroc = hits > 0 && misses > 0 ? Double(pairs) / 2 / (Double(hits) * Double(misses)) : nil
    brier = count > 0 ? squares / Double(count) : nil
    expectedError = count > 0 ? bins.distance / Double(count) : nil
  }

  /// Sums of ten bins of equal width.
  private struct Bins {
    private static let count = 10
    private var hits = [Double](repeating: 0, count: count)
    private var probabilities = [Double](repeating: 0, count: count)
    private var current = 0

    /// Adds swings that share a probability. Probabilities are added in ascending order.
    mutating func add(_ probability: Double, hits: Int, count: Int) {
      while current < Self.count - 1, probability > Double(current + 1) / Double(Self.count) { current += 1 }
      self.hits[current] += Double(hits)
      probabilities[current] += Double(count) * probability
    }

    /// Sum over the bins of count times distance.
    var distance: Double { zip(hits, probabilities).reduce(0) { $0 + abs($1.0 - $1.1) } }
  }
}
