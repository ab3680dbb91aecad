import TestSupport
import Testing

@testable import SPSignals

/// The median of magnitudes, window after window.
struct MagnitudeSelectionTests {
  /// By its definition, from sorted magnitudes.
  private func median(_ samples: [Float]) -> Float? {
    let sorted = samples.filter { !$0.isNaN }.map(abs).sorted()
    guard !sorted.isEmpty else { return nil }
    let upper = sorted[sorted.count / 2]
    guard sorted.count.isMultiple(of: 2) else { return upper }
    let lower = sorted[sorted.count / 2 - 1]
    return lower + (upper - lower) / 2
  }

  private func check(_ windows: [[Float]]) {
    var selection = MagnitudeSelection()
    for (number, window) in windows.enumerated() {
      let found = selection.median(window.span)
      #expect(found?.bitPattern == median(window)?.bitPattern, "window \(number) of \(window.count) samples")
    }
  }

  /// Nearly normal, with a standard deviation of 1.
  private func normal(_ generator: inout SeededGenerator) -> Float {
    (0..<12).reduce(0) { sum, _ in sum + Float.random(in: -0.5...0.5, using: &generator) }
  }

  @Test("Of windows of noise that grows slowly, or all at once", arguments: [1.001, 1.1, 3] as [Float])
  func noise(growth: Float) {
    var generator = SeededGenerator(seed: 5)
    var scale: Float = 0.005
    check(
      (0..<40).map { number in
        scale *= growth
        return (0..<(900 + number)).map { _ in scale * normal(&generator) }
      })
  }

  @Test("Of samples in steps, as sensors give them, of equal ones, and of missing ones")
  func steps() {
    var generator = SeededGenerator(seed: 6)
    let coarse: [[Float]] = (0..<10).map { number in
      (0..<1000).map { _ in (normal(&generator) * 3).rounded() / 1024 * Float(1 + number / 5) }
    }
    let equal = [[Float]](repeating: [Float](repeating: -0.25, count: 700), count: 3)
    let holed = coarse.map { window in window.enumerated().map { $0.offset % 3 == 0 ? .nan : $0.element } }
    check(coarse + equal + holed + [[], [.nan, .nan], [0.25], [0.25, -0.5]] + equal)
  }

  @Test("Of magnitudes that crowd at one end of where the last median was, and of infinite ones")
  func skewed() {
    // Most of those near the last median, 1, lie at the lower end of its surroundings, so that the middle is not where
    // evenly spread ones would have it.
    let before = [Float](repeating: 1, count: 501)
    let lowest: [Float] = (0..<300).map { 0.9 + Float($0) * 1e-6 }
    let low: [Float] = lowest + (0..<40).map { 1 + Float($0) * 0.004 }
    let far = [Float](repeating: 0.1, count: 130) + [Float](repeating: 50, count: 131)
    let infinite: [Float] = (0..<400).map { $0 % 2 == 0 ? 0.9 : .infinity } + [0.95]
    let last: [Float] = low.reversed() + far + [.infinity, .nan]
    check([before, low + far, before, infinite, before, last, before])
  }
}
