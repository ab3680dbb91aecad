import SPSignals
import Testing

struct ClampedIntegerTests {
  @Test(
    arguments: [
      (2.9, 2), (-2.9, -2), (.nan, 0), (.infinity, 9_007_199_254_740_992), (-1e300, -9_007_199_254_740_992),
    ] as [(Double, Int)])
  func wholePart(value: Double, expected: Int) {
    #expect(Int(clamping: value) == expected)
  }
}
