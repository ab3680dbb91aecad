import Testing

@testable import SPSwings

/// Checks of candidates.
struct SwingCheckTests {
  @Test("Checks are equal where their figures and remarks are")
  func equality() {
    func check(_ value: Double, remark: String?) -> SwingCheck {
      SwingCheck("duration", value, unit: "s", lowest: 0.06, highest: 0.6, remark: remark)
    }
    let one = check(0.2, remark: "bounds of tennis")
    #expect(one == check(0.2, remark: "bounds of tennis"))
    #expect(one.hashValue == check(0.2, remark: "bounds of tennis").hashValue)
    #expect(one != check(0.2, remark: "bounds of golf") && one != check(0.2, remark: nil))
    #expect(one != check(0.3, remark: "bounds of tennis"))
  }

  @Test("A check without bounds fails, whatever its value, and says why")
  func failure() {
    let check = SwingCheck.failed("direction", value: 12, unit: "rad/s", remark: "against the swings")
    #expect(!check.passed && check.value == 12 && check.unit == "rad/s" && check.remark == "against the swings")
    #expect(check.margin == nil)
  }
}
