import Testing

@testable import SPSignals

struct VectorSignalTests {
  private func vector(_ samples: [[Float]], unit: Unit) throws -> Triaxial {
    Triaxial(
      x: try signal(samples[0], unit: unit), y: try signal(samples[1], unit: unit),
      z: try signal(samples[2], unit: unit))
  }

  @Test func norm() throws {
    let norm = NormSignal(try vector([[3, 1, .nan], [4, 2, 0], [0, -2, 0]], unit: .g))
    let samples = try norm.samples(0..<3)
    #expect(samples[0] == 5)
    #expect(samples[1] == 3)
    #expect(samples[2].isNaN)
    #expect(norm.unit == .g)
    #expect(try norm.samples(1..<2) == [3])
  }

  @Test func dotProduct() throws {
    let first = try vector([[1, 2], [3, 4], [5, 6]], unit: .radiansPerSecond)
    let second = try vector([[1, 0.5], [-1, 0], [2, 1]], unit: .g)
    let dot = try DotSignal(first, second, unit: .radiansPerSecond)
    #expect(try dot.samples(0..<2) == [8, 7])
    #expect(dot.unit == .radiansPerSecond)
  }

  @Test func rotationAlongGravityConvertsUnits() throws {
    let rate = try vector([[0, 180], [0, 0], [90, 0]], unit: .degreesPerSecond)
    let gravity = try vector([[0, 9.80665], [0, 0], [-9.80665, 0]], unit: .metersPerSecondSquared)
    let rotation = try DotSignal.rotationAlongGravity(rotationRate: rate, gravity: gravity)
    let samples = try rotation.samples(0..<2)
    #expect(abs(samples[0] + .pi / 2) < 1e-6)
    #expect(abs(samples[1] - .pi) < 1e-6)
    #expect(
      throws: SignalError.unit(of: "the rotation rate", actual: .metersPerSecondSquared, expected: .radiansPerSecond)
    ) {
      try DotSignal.rotationAlongGravity(rotationRate: gravity, gravity: gravity)
    }
    #expect(throws: SignalError.unit(of: "gravity", actual: .degreesPerSecond, expected: .g)) {
      try DotSignal.rotationAlongGravity(rotationRate: rate, gravity: rate)
    }
  }

  @Test func lengthsMustBeEqual() throws {
    let long = try vector([[1, 2], [3, 4], [5, 6]], unit: .g)
    let short = try vector([[1], [3], [5]], unit: .g)
    #expect(throws: SignalError.countMismatch(2, 1)) { try DotSignal(long, short, unit: .g) }
  }

  @Test func longReadsAreTheSameInPieces() throws {
    let axes = try vector((0..<3).map { noise(40_000, seed: $0) }, unit: .g)
    for summed in [NormSignal(axes), try DotSignal(axes, axes, unit: .g, scale: 0.3)] as [any Signal] {
      let whole = try summed.samples(0..<40_000)
      #expect(
        bits(try summed.samples(0..<7) + summed.samples(7..<20_000) + summed.samples(20_000..<40_000)) == bits(whole))
      let expected = try axes.axes.map { try $0.samples(39_999..<40_000)[0] }.reduce(0) { $0 + $1 * $1 }
      #expect(abs(whole[39_999] - (summed is NormSignal ? expected.squareRoot() : 0.3 * expected)) < 1e-6)
    }
  }
}
