import Foundation
import SPTables
import Testing

@testable import SPReporting

/// Drawings of a report.
struct DrawingTests {
  @Test("Quartiles are NumPy's")
  func quantiles() throws {
    // numpy.quantile([7, 1, 3, 12, 4.5, 2], [0.25, 0.5, 0.75])
    let spread = try #require(Spread([7, 1, 3, .nan, 12, 4.5, 2]))
    #expect([spread.lowerQuartile, spread.median, spread.upperQuartile] == [2.25, 3.75, 6.375])
    #expect(spread.words("s") == "median 3.75 s, middle half 2.25 to 6.38 s, all 1.00 to 12.0 s")
    #expect(Spread([.nan]) == nil)
  }

  @Test("Values of two groups have two medians; those of one, however skewed or flat, have one")
  func twoGroups() throws {
    // scipy.stats.norm.ppf((k + 0.5) / 12), k = 0 to 11
    let normal = [-1.732, -1.150, -0.812, -0.549, -0.319, -0.105, 0.105, 0.319, 0.549, 0.812, 1.150, 1.732]
    let two = try #require(Spread(normal.map { 10 + $0 } + normal.map { 20 + $0 })?.twoGroups)
    #expect(abs(two.lower - 10) < 1e-9 && abs(two.upper - 20) < 1e-9)
    let one: [[Double]] = [
      normal + normal.map { 1.5 * $0 }, (0..<40).map(Double.init),
      (1...40).map { (rank: Int) -> Double in -log(Double(rank) / 41) },
      normal.map { 10 + $0 } + [30], Array(repeating: 3, count: 20),
      Array(normal.prefix(5)) + normal.prefix(5).map { $0 + 9 },
      // Rounding noise beside a far value, and sizes whose difference is no number any more.
      normal.map { 1e-300 * $0 } + normal.map { 1e-300 * $0 } + [1e9],
      (0..<24).map { $0 % 2 == 0 ? 1.7e308 : -1.7e308 },
    ]
    for values in one { #expect(try #require(Spread(values)).twoGroups == nil, "\(values)") }
    let words = try #require(Spread(normal.map { 10 + $0 } + normal.map { 20 + $0 })).words("s")
    #expect(words.hasPrefix("two groups, with medians of 10.0 and 20.0 s, "))
  }

  @Test("Every value is in a bin, both ends too")
  func bins() {
    #expect(Binning(0...4, count: 4).counts([0, 0.5, 1, 3.99, 4]) == [2, 1, 0, 2])
  }

  @Test("A few values are a dot each; many are bars, whose text says the numbers")
  func distribution() throws {
    let few = try #require(
      Distribution(title: "Time", unit: "s", groups: [("Hits", "hit", [1, 2, 2.1]), ("Misses", "miss", [])]))
    #expect(few.svg.text.matches(of: /<circle/).count == 3)
    #expect(few.words == "Hits: 3, median 2.00 s, middle half 1.50 to 2.05 s, all 1.00 to 2.10 s.")
    #expect(!few.svg.text.contains("Misses"))
    let many = try #require(
      Distribution(title: "Time", unit: "s", groups: [("Hits", "hit", (0..<400).map { Double($0 % 20) })]))
    #expect(!many.svg.text.contains("<circle"))
    #expect(many.svg.text.matches(of: /<rect/).count == 20)
    #expect(Distribution(title: "Time", unit: "s", groups: [("Hits", "hit", [])]) == nil)
  }

  @Test("Values that are all equal are drawn, too")
  func equal() throws {
    let svg = try #require(Distribution(title: "Same", unit: nil, groups: [("All", "all", [3, 3, 3])])).svg.text
    #expect(svg.matches(of: /<circle/).count == 3)
    #expect(!svg.contains("nan"))
  }

  @Test("The typical motion turns its rows' own way, whichever that is")
  func typical() throws {
    let pictures = (0..<4).map { row in
      let times = (0...200).map { Double($0) / 200 - 0.6 }
      let sign: Float = row % 2 == 0 ? 1 : -1
      var picture = EventPicture(row: row)
      picture.rotation = Trace(
        times: times, values: times.map { sign * max(0, 10 - 50 * Float(abs($0 + 0.1))) }, from: 0, step: 1.0 / 200)
      return picture
    }
    let typical = try #require(TypicalMotion(Sample.table(hits: 4), pictures, window: -0.6...0.4, unit: "rad/s"))
    let peak = try #require(typical.groups[0].points.max { $0.middle < $1.middle })
    #expect(abs(peak.time + 0.1) < 1e-9)
    #expect(abs(peak.middle - 10) < 0.01 && abs(peak.low - 10) < 0.01)
    #expect(typical.words.contains("at up to 10.0 rad/s, 100 ms before the contact"))
    #expect(TypicalMotion(Sample.table(hits: 4), Array(pictures.prefix(2)), window: -0.6...0.4, unit: "rad/s") == nil)
  }

  @Test(
    "Moments and numbers are told as people do",
    arguments: [
      ("2026-11-21T12:42:27Z", "21 November 2026, 12:42 UTC"), ("2026-01-03T00:05:00Z", "3 January 2026, 00:05 UTC"),
      ("2026-02-30T12:42:27Z", "2026-02-30T12:42:27Z"), ("yesterday", "yesterday"),
    ])
  func moments(_ text: String, _ words: String) { #expect(Wording.moment(text) == words) }

  @Test(
    "Three digits of a number are always there, and no more certainty than the model has",
    arguments: [
      (2.1, "2.10"), (16, "16.0"), (0.26, "0.260"), (9.9951, "10.0"), (99.96, "100"), (123.4, "123"), (5678, "5678"),
      (-0.5, "−0.500"), (0, "0"),
    ])
  func numbers(_ value: Double, _ words: String) { #expect(Wording.number(value) == words) }

  @Test("A probability is never told as certain", arguments: [(1, "> 0.999"), (1.87e-7, "< 0.001"), (0.5, "0.500")])
  func chances(_ value: Double, _ words: String) { #expect(Wording.chance(value) == words) }

  @Test("Columns without words of their own are called by their name, without the unit")
  func titles() {
    func title(_ name: String, _ unit: String?) -> String {
      Wording.title(of: ColumnDescription(name: name, type: .float32, unit: unit, description: ""))
    }
    #expect(title("energy_width_ms", "ms") == "Energy width")
    #expect(title("lean_angle_rad_s2", "rad/s^2") == "Lean angle")
    #expect(title("energy_share_x", "1") == "Energy share x")
  }
}
