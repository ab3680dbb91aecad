import Glibc

/// Logistic regression with a penalty on the squares of its weights (ridge), fitted by Newton's method.
///
/// It minimises the sum over the rows of -ln p(label) plus l2 / 2 times the sum of the squared weights; the intercept
/// is not penalised. The caller standardises the features. With a penalty above 0 the minimum exists and is unique,
/// even if the labels can be separated: Hastie, Tibshirani, Friedman, "The Elements of Statistical Learning", 2nd
/// edition, sections 4.4 and 18.4.
package struct LogisticRegression: Hashable, Sendable {
  /// Weights of the features.
  package var weights: [Double]
  /// The intercept.
  package var intercept: Double

  /// The probability of a row, from the logistic function of its score.
  package func probability(_ row: [Double]) -> Double {
    let score = zip(row, weights).reduce(intercept) { $0 + $1.0 * $1.1 }
    return 1 / (1 + exp(-score))
  }

  /// Largest number of Newton steps; ten suffice as a rule.
  private static let maxSteps = 100

  /// Fits rows of one length to their labels.
  ///
  /// - Parameters:
  ///   - rows: the features' values, finite.
  ///   - labels: one per row; a meaningful fit needs both values.
  ///   - l2: the penalty, above 0.
  package init(rows: [[Double]], labels: [Bool], l2: Double) {
    precondition(rows.count == labels.count && l2 > 0, "a fit needs a label a row and a penalty above 0")
    let count = (rows.first?.count ?? 0) + 1
    // The intercept is the first coefficient, of a feature that is always 1.
    let design = rows.map { [1] + $0 }
    var beta = [Double](repeating: 0, count: count)
    var loss = Self.loss(design, labels, beta, l2)
    for _ in 0..<Self.maxSteps {
      let step = Self.newtonStep(design, labels, beta, l2)
      var scale = 1.0
      var next = beta
      var nextLoss = loss
      // The step is halved while it leads uphill, which can happen far from the minimum.
      repeat {
        next = zip(beta, step).map { $0 - scale * $1 }
        nextLoss = Self.loss(design, labels, next, l2)
        scale /= 2
      } while nextLoss > loss && scale > 1e-9
      let gain = loss - nextLoss
      guard gain > 0 else { break }
      (beta, loss) = (next, nextLoss)
      if gain < 1e-12 * max(1, loss) { break }
    }
    intercept = beta[0]
    weights = Array(beta.dropFirst())
  }

  private static func score(_ row: [Double], _ beta: [Double]) -> Double {
    zip(row, beta).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func loss(_ design: [[Double]], _ labels: [Bool], _ beta: [Double], _ l2: Double) -> Double {
    let penalty = beta.dropFirst().reduce(0) { $0 + $1 * $1 } * l2 / 2
    return zip(design, labels).reduce(penalty) { sum, example in
      // ln(1 + exp(-m)) of the margin, in a form that does not overflow.
      let margin = score(example.0, beta) * (example.1 ? 1 : -1)
      return sum + max(0, -margin) + log1p(exp(-abs(margin)))
    }
  }

  private static func newtonStep(_ design: [[Double]], _ labels: [Bool], _ beta: [Double], _ l2: Double) -> [Double] {
    let count = beta.count
    var gradient = beta.map { $0 * l2 }
    gradient[0] = 0
    var hessian = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    // The intercept's tiny penalty keeps the matrix regular if every probability is 0 or 1.
    for index in 0..<count { hessian[index][index] = index == 0 ? 1e-9 : l2 }
    for (row, label) in zip(design, labels) {
      let probability = 1 / (1 + exp(-score(row, beta)))
      let error = probability - (label ? 1 : 0)
      let weight = probability * (1 - probability)
      for i in 0..<count {
        gradient[i] += error * row[i]
        for j in 0...i { hessian[i][j] += weight * row[i] * row[j] }
      }
    }
    return solve(hessian, gradient)
  }

  /// Solves a symmetric positive definite system, given by its lower triangle, by Cholesky's decomposition.
  private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
    let count = right.count
    var lower = matrix
    for i in 0..<count {
      for j in 0...i {
        let sum = (0..<j).reduce(lower[i][j]) { $0 - lower[i][$1] * lower[j][$1] }
        lower[i][j] = i == j ? max(sum, 1e-300).squareRoot() : sum / lower[j][j]
      }
    }
    var solution = right
    for i in 0..<count {
      solution[i] = (0..<i).reduce(solution[i]) { $0 - lower[i][$1] * solution[$1] } / lower[i][i]
    }
    for i in (0..<count).reversed() {
      solution[i] = (i + 1..<count).reduce(solution[i]) { $0 - lower[$1][i] * solution[$1] } / lower[i][i]
    }
    return solution
  }
}
