import SPBasics
import Testing

/// Times on a local clock.
struct LocalTimeTests {
  @Test(
    "A day, perhaps with hours and minutes, is read as it is written", arguments: ["2026-11-22", "2026-11-22T07:30"])
  func texts(text: String) { #expect(LocalTime(text)?.description == text) }

  @Test(
    "Days and times are read strictly",
    arguments: [
      "2026-02-29", "2026-13-01", "2026-1-01", "2026-11-22T24:00", "2026-11-22T7:00", "2026-11-22T", "+026-01-01", "x",
    ])
  func refused(text: String) { #expect(LocalTime(text) == nil) }
}
