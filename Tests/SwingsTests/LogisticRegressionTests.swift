import Foundation
import SPSwings
import TestSupport
import Testing

struct LogisticRegressionTests {
  /// Labels that two features tell apart in part.
  private static let rows: [[Double]] = [
    [0.0, 1.0], [1.98, 0.62], [-0.51, -0.9], [-1.85, -0.24], [0.99, -0.26], [1.6, -0.87], [-1.4, 0.55], [-1.24, 0.99],
    [1.72, 0.5], [0.79, -0.8], [-1.92, -0.45], [-0.3, -0.49], [2.0, -0.7], [-0.22, 0.26], [-1.94, 0.89], [0.72, 0.13],
    [1.76, -0.49], [-1.17, -0.79], [-1.46, -0.84], [1.55, -0.25], [1.06, -0.28], [-1.82, 0.49], [-0.59, -0.47],
    [1.97, 0.15],
  ]
  private static let labels = [1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1].map { $0 == 1 }

  // sklearn.linear_model.LogisticRegression(C=1/l2, solver="newton-cholesky", tol=1e-12), scikit-learn 1.9.1.
  @Test(
    "Weights, intercept and probabilities are those of scikit-learn",
    arguments: [
      (0.1, -0.5913996943509374, [2.147381821009174, 0.866207393862581], 0.9851890225068269),
      (1, -0.4332631102148788, [1.527299333189041, 0.31928287100447716], 0.9420645834362301),
      (10, -0.24729360783248464, [0.6528957659304715, 0.03189352894815678], 0.7436856853456745),
    ])
  func reference(l2: Double, intercept: Double, weights: [Double], second: Double) {
    let fit = LogisticRegression(rows: Self.rows, labels: Self.labels, l2: l2)
    #expect(abs(fit.intercept - intercept) < 1e-7)
    #expect(zip(fit.weights, weights).allSatisfy { abs($0 - $1) < 1e-7 } && fit.weights.count == 2)
    #expect(abs(fit.probability([1.98, 0.62]) - second) < 1e-8)
  }

  // Likewise, for the four points -2, -1 (no) and 1, 2 (yes).
  @Test(
    "Labels that can be separated have finite weights",
    arguments: [(1, 1.00659431), (1e-3, 5.83922042), (1e-9, nil)] as [(Double, Double?)])
  func separable(l2: Double, weight: Double?) {
    let fit = LogisticRegression(rows: [[-2], [-1], [1], [2]], labels: [false, false, true, true], l2: l2)
    #expect(fit.weights[0].isFinite && fit.weights[0] > 1 && abs(fit.intercept) < 1e-6)
    if let weight { #expect(abs(fit.weights[0] - weight) < 1e-7) }
    #expect(fit.probability([-1]) < 0.5 && fit.probability([1]) > 0.5)
  }

  @Test("The intercept is not penalised: without a feature it is the logit of the share")
  func intercept() {
    let fit = LogisticRegression(rows: [[0], [0], [0], [0]], labels: [true, true, false, true], l2: 1000)
    #expect(abs(fit.intercept - log(3)) < 1e-9)
    #expect(fit.weights == [0])
  }

  @Test("At the solution the penalised loss slopes nowhere", arguments: 1...40)
  func gradient(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let features = Int.random(in: 1...5, using: &random)
    let l2 = pow(10, Double.random(in: -3...2, using: &random))
    let direction = (0..<features).map { _ in Double.random(in: -3...3, using: &random) }
    let rows = (0..<Int.random(in: 4...60, using: &random)).map { _ in
      (0..<features).map { _ in Double.random(in: -3...3, using: &random) }
    }
    var labels = rows.map { row in
      zip(row, direction).reduce(Double.random(in: -4...4, using: &random)) { $0 + $1.0 * $1.1 } > 1
    }
    (labels[0], labels[1]) = (true, false)
    let fit = LogisticRegression(rows: rows, labels: labels, l2: l2)
    let errors = zip(rows, labels).map { fit.probability($0) - ($1 ? 1 : 0) }
    #expect(abs(errors.reduce(0, +)) < 1e-5)
    for feature in 0..<features {
      let slope = zip(rows, errors).reduce(l2 * fit.weights[feature]) { $0 + $1.0[feature] * $1.1 }
      #expect(abs(slope) < 1e-5, "feature \(feature) of \(features), \(rows.count) rows, l2 \(l2)")
    }
  }

  @Test("Rows that are far out or carry one label only give finite numbers")
  func extremes() {
    for (rows, labels) in [
      ([[1e6], [-1e6], [2e6]], [true, false, true]), ([[0.5], [1], [2]], [true, true, true]),
      ([[1e6, 1], [-1e6, 1]], [false, false]), ([[1e3], [-1e3]], [false, true]),
    ] {
      let fit = LogisticRegression(rows: rows, labels: labels, l2: 0.1)
      #expect(fit.intercept.isFinite && fit.weights.allSatisfy(\.isFinite))
      for (row, label) in zip(rows, labels) {
        #expect((fit.probability(row) > 0.5) == label)
        #expect((0...1).contains(fit.probability(row)))
      }
    }
  }
}
