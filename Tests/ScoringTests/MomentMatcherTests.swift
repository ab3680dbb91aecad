import SPEvaluation
import Testing

/// Pairing of moments.
struct MomentMatcherTests {
  struct Case: Sendable {
    var first: [Double]
    var second: [Double]
    var toleranceS: Double
    var count: Int
    var distance: Double
  }

  /// Random moments; count and sum of distances by `scipy.optimize.linear_sum_assignment` (SciPy 1.17) with a cost of
  /// distance - 1000 for pairs within the tolerance and 0 for others.
  static let cases = [
    Case(
      first: [0.386, 1.498, 1.804, 0.086, 0.444, 2.785, 0.211, 0.389, 2.845, 1.866, 1.107, 1.534],
      second: [1.989, 0.826, 0.414, 2.364, 2.011, 1.537, 2.45, 1.647, 2.943, 0.614], toleranceS: 0.15, count: 5,
      distance: 0.398),
    Case(
      first: [0.554, 0.484, 0.353, 0.592, 0.235, 0.802, 0.867, 0.129, 0.467],
      second: [0.277, 0.083, 0.896, 0.43, 0.148, 0.673, 0.202, 0.901, 0.217, 0.033, 0.201, 0.346, 0.469, 0.906],
      toleranceS: 0.2, count: 9, distance: 0.582),
    Case(
      first: [1.046, 0.509, 0.025, 0.24, 1.495, 0.69, 1.037, 0.082, 0.051, 1.269, 0.882, 0.463, 0.476, 0.134, 0.259],
      second: [0.037, 1.259, 0.699, 0.191, 1.109, 0.293, 0.093, 0.898, 1.344, 0.04, 1.208, 0.285, 0.139, 0.027, 0.439],
      toleranceS: 0.05, count: 10, distance: 0.163),
  ]

  @Test("As many pairs as can be, as near as can be", arguments: cases)
  func optimum(_ item: Case) {
    for (first, second) in [(item.first, item.second), (item.second, item.first)] {
      let pairs = MomentMatcher.pairs(first, second, toleranceS: item.toleranceS)
      let distances = pairs.map { abs(first[$0.first] - second[$0.second]) }
      #expect(pairs.count == item.count)
      #expect(abs(distances.reduce(0, +) - item.distance) < 1e-9)
      #expect(distances.allSatisfy { $0 <= item.toleranceS })
      #expect(Set(pairs.map(\.first)).count == pairs.count)
      #expect(Set(pairs.map(\.second)).count == pairs.count)
      #expect(pairs.map { first[$0.first] } == pairs.map { first[$0.first] }.sorted())
    }
  }

  @Test("A nearer pair gives way to two pairs")
  func numberBeforeNearness() {
    // 1.00 lies nearest to 1.01, but then 1.04 has none.
    #expect(MomentMatcher.pairs([1.0, 1.04], [0.96, 1.01], toleranceS: 0.05) == [.init(0, 0), .init(1, 1)])
  }

  @Test("The tolerance itself counts, whatever the clock counts from", arguments: [0, 87_237.9, 1_700_000_000.1])
  func inclusive(_ origin: Double) {
    #expect(MomentMatcher.pairs([origin + 0.05], [origin], toleranceS: 0.05) == [.init(0, 0)])
    #expect(MomentMatcher.pairs([origin - 0.05], [origin], toleranceS: 0.05) == [.init(0, 0)])
    #expect(MomentMatcher.pairs([origin + 0.0501], [origin], toleranceS: 0.05).isEmpty)
  }

  @Test("Moments that are not finite, and empty lists, pair with nothing")
  func nothing() {
    #expect(MomentMatcher.pairs([.nan, 1, .infinity], [.infinity, .nan, 1], toleranceS: 1) == [.init(1, 2)])
    #expect(MomentMatcher.pairs([], [1], toleranceS: 1).isEmpty)
    #expect(MomentMatcher.pairs([1], [], toleranceS: 1).isEmpty)
  }

  @Test("Each pair may have a tolerance of its own")
  func ownTolerance() {
    let pairs = MomentMatcher.pairs([0, 1], [0.1, 1.1], largestS: 0.2) { first, _ in first == 0 ? 0.05 : 0.2 }
    #expect(pairs == [.init(1, 1)])
  }

  @Test("Thousands of moments are paired without their product in work or memory")
  func many() {
    let first = (0..<20_000).map { Double($0) }
    let pairs = MomentMatcher.pairs(first, first.map { $0 + 0.01 }, toleranceS: 0.05)
    #expect(pairs == first.indices.map { MomentMatcher.Pair($0, $0) })
  }
}
