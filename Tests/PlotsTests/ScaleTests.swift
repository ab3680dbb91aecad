import Testing

@testable import SPPlots

struct LinearScaleTests {
  @Test func mapsBoundsAndWhatLiesBetween() {
    let scale = LinearScale(domain: -1...3, from: 200, to: 100)
    #expect(scale.position(of: -1) == 200)
    #expect(scale.position(of: 3) == 100)
    #expect(scale.position(of: 0) == 175)
    #expect(scale.position(of: 5) == 50)
  }

  @Test(arguments: [
    2.0...2.0, -Double.infinity...Double.infinity, 0...Double.greatestFiniteMagnitude, 0...Double.leastNonzeroMagnitude,
  ])
  func everyDomainHasFinitePositions(domain: ClosedRange<Double>) {
    let scale = LinearScale(domain: domain, from: 0, to: 100)
    for value in [domain.lowerBound, domain.upperBound] where value.isFinite && abs(value) < 1e300 {
      #expect(scale.position(of: value).isFinite)
      #expect((-1e-6...100 + 1e-6).contains(scale.position(of: value)))
    }
  }
}

struct DomainTests {
  @Test func holdsFiniteValuesWithAMargin() {
    #expect(Domain.holding([.nan, 1, 3, .infinity, -.infinity], margin: 0.5) == 0...4)
  }

  @Test func isNeverEmpty() {
    #expect(Domain.holding([]) == 0...1)
    #expect(Domain.holding([.nan]) == 0...1)
    #expect(Domain.holding([0, 0]) == -0.5...0.5)
    #expect(Domain.holding([-20, -20]) == -22...(-18))
  }
}
