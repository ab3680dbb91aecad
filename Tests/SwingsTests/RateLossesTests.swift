import SPSwings
import Testing

/// What a slow sensor costs.
struct RateLossesTests {
  @Test("Impacts lose nothing where 0.4 times the rate reaches all that rings, which is 125 Hz")
  func impacts() {
    #expect(RateLosses.ofImpacts(accelerationRateHz: 312.5) == nil)
    let loss = RateLosses.ofImpacts(accelerationRateHz: 312.44)
    #expect(loss?.hasPrefix("the acceleration has 312.4 Hz and holds little above 125.0 Hz, but a contact") == true)
  }

  @Test("Starts lose nothing from 45 Hz on")
  func starts() {
    #expect(RateLosses.ofStarts(motionRateHz: 45) == nil)
    let loss = RateLosses.ofStarts(motionRateHz: 44.94)
    #expect(loss?.hasPrefix("the device motion has 44.9 Hz: expect starts and times to contact that err") == true)
  }
}
