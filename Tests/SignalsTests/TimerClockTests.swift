import Testing

@testable import SPSignals

/// A timer that runs in stretches.
struct TimerClockTests {
  private let clock = TimerClock([10...14, 20...20, 30...33])

  @Test(
    "It stands still before, between and after them",
    arguments: [(9, 0), (10, 0), (12, 2), (14, 4), (17, 4), (20, 4), (31.5, 5.5), (33, 7), (99, 7)])
  func shows(time: Double, timerS: Double) {
    #expect(clock.timerS(at: time) == timerS)
    #expect(clock.wholeS == 7)
  }

  @Test(
    "A time is first shown as the timer gets there; rounding at the end is allowed for",
    arguments: [(0, 10), (2, 12), (4, 14), (5.5, 31.5), (7, 33), (7 + 1e-7, 33), (7.1, nil)] as [(Double, Double?)])
  func firstShown(timerS: Double, time: Double?) {
    #expect(clock.time(ofTimerS: timerS) == time)
  }

  @Test("Without stretches it shows 0 for ever")
  func empty() {
    let clock = TimerClock([])
    #expect(clock.timerS(at: 5) == 0 && clock.wholeS == 0)
    #expect(clock.time(ofTimerS: 0) == nil)
  }
}
