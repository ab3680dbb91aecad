import SPTables
import Testing

/// Expected texts are those of NumPy's datetime64[us] of the same numbers of microseconds.
struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000Z"), (951_782_399_999_999, "2000-02-28T23:59:59.999999Z"),
    (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"), (951_868_800_000_000, "2000-03-01T00:00:00.000000Z"),
    (1_795_253_400_123_456, "2026-11-21T09:30:00.123456Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
    (-1, "1969-12-31T23:59:59.999999Z"), (-2_203_891_200_000_000, "1900-03-01T00:00:00.000000Z"),
  ]) func isWrittenAsISO8601(microseconds: Int64, text: String) {
    #expect(Timestamp(microseconds: microseconds).description == text)
  }

  @Test func takesTheNearestMicrosecond() {
    #expect(Timestamp(secondsSince1970: 1.000_000_6)?.microseconds == 1_000_001)
    #expect(Timestamp(secondsSince1970: .nan) == nil)
    #expect(Timestamp(secondsSince1970: 1e300) == nil)
  }
}
