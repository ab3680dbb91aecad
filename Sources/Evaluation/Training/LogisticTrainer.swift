import Glibc
import SPSignals
import SPSwings

/// Fits logistic regressions to features of labelled examples. The penalty is chosen by holding out parts of the
/// examples in turn.
///
/// Features are standardised. A missing value counts as the mean.
struct LogisticTrainer {
  /// An example.
  struct Row {
    /// The features, in the order of the model; nil for a missing feature.
    var values: [Double?]
    var label: Bool
    /// The group of rows that is held out together, such as a recording.
    var group: String
  }

  /// A fitted regression.
  struct Fit {
    var means, scales, weights: [Double]
    var intercept: Double
    var l2: Double

    /// The probability of a row.
    func probability(_ values: [Double?]) -> Double {
      let logOdds = values.indices.reduce(intercept) { sum, place in
        sum + weights[place] * ((values[place] ?? means[place]) - means[place]) / scales[place]
      }
      return 1 / (1 + exp(-logOdds))
    }
  }

  /// The penalties to choose from.
  static let penalties = [0.1, 0.3, 1, 3, 10, 30]
  /// The penalty if no held-out group allows a choice. It corresponds to a standard normal prior.
  static let usualPenalty = 1.0
  /// Largest number of folds. With more groups, several groups are held out at a time.
  static let maxFolds = 10

  /// Groups to hold out together: single groups, or every n-th group if there are many.
  static func folds(_ groups: [String]) -> [Set<String>] {
    let count = min(maxFolds, groups.count)
    return (0..<count).map { fold in Set(groups.indices.filter { $0 % count == fold }.map { groups[$0] }) }
  }

  /// -ln of the probability of the true label. The probability counts as at least 1e-12, so that a wrong certainty has
  /// a finite loss.
  static func loss(_ probability: Double, _ label: Bool) -> Double {
    -log(max(1e-12, label ? probability : 1 - probability))
  }

  /// Fits a regression with the penalty that has the smallest loss on held-out groups.
  ///
  /// - Parameter rows: examples in an order that depends only on the examples, since sums depend on their order.
  static func fit(_ rows: [Row]) -> Fit { fit(rows, l2: bestPenalty(rows)) }

  private static func fit(_ rows: [Row], l2: Double) -> Fit {
    let scaling = Scaling(rows)
    return scaling.fit(rows.map { scaling.row($0.values) }, rows.map(\.label), l2: l2)
  }

  /// The penalty with the smallest log loss on held-out groups; of equal penalties, the larger one.
  private static func bestPenalty(_ rows: [Row]) -> Double {
    var losses = [Double](repeating: 0, count: penalties.count)
    var isJudged = false
    for fold in folds(Set(rows.map(\.group)).sorted()) {
      let training = rows.filter { !fold.contains($0.group) }
      // With only one label, all penalties are equally good.
      guard training.contains(where: \.label), training.contains(where: { !$0.label }) else { continue }
      isJudged = true
      let scaling = Scaling(training)
      let (scaled, labels) = (training.map { scaling.row($0.values) }, training.map(\.label))
      let judged = rows.filter { fold.contains($0.group) }
      for (index, l2) in penalties.enumerated() {
        let fitted = scaling.fit(scaled, labels, l2: l2)
        losses[index] += judged.reduce(0) { $0 + loss(fitted.probability($1.values), $1.label) }
      }
    }
    guard isJudged else { return usualPenalty }
    let best = losses.indices.max { (-losses[$0], penalties[$0]) < (-losses[$1], penalties[$1]) }
    return penalties[best ?? 0]
  }

  /// Means and standard deviations of the features.
  private struct Scaling {
    let means, scales: [Double]

    init(_ rows: [Row]) {
      let columns = (rows.first?.values.indices ?? 0..<0).map { place in rows.compactMap { $0.values[place] } }
      means = columns.map { $0.isEmpty ? 0 : Statistics.mean($0) }
      scales = zip(columns, means).map { column, mean in
        // A column of equal values has a deviation of rounding errors, which would magnify other values.
        let deviation = Statistics.standardDeviation(column)
        return deviation > 1e-6 * max(1, abs(mean)) ? deviation : 1
      }
    }

    func row(_ values: [Double?]) -> [Double] {
      values.indices.map { ((values[$0] ?? means[$0]) - means[$0]) / scales[$0] }
    }

    func fit(_ rows: [[Double]], _ labels: [Bool], l2: Double) -> Fit {
      let fitted = LogisticRegression(rows: rows, labels: labels, l2: l2)
      return Fit(means: means, scales: scales, weights: fitted.weights, intercept: fitted.intercept, l2: l2)
    }
  }
}
