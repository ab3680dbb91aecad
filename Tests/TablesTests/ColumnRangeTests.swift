import SPTables
import Testing

struct ColumnRangeTests {
  @Test func holdsItsBoundsAndNothingBeyond() {
    #expect(ColumnRange.between(0, 1).contains(0) && ColumnRange.between(0, 1).contains(1))
    #expect(!ColumnRange.between(0, 1).contains(1.0.nextUp) && !ColumnRange.between(0, 1).contains(-0.1))
    #expect(ColumnRange.atLeast(2).contains(1e300) && !ColumnRange.atLeast(2).contains(1.9))
    #expect(ColumnRange.atMost(2).contains(-1e300) && !ColumnRange.atMost(2).contains(2.1))
    #expect(!ColumnRange.atLeast(0).contains(.nan))
    #expect(ColumnRange.oneOf(["hit", "miss"]).contains("hit") && !ColumnRange.oneOf(["hit", "miss"]).contains("Hit"))
  }

  @Test func readsAsPeopleSayIt() {
    #expect(ColumnRange.between(0, 1).text == "0 to 1")
    #expect(ColumnRange.between(-0.2, 0.2).text == "-0.2 to 0.2")
    #expect(ColumnRange.atLeast(0).text == "at least 0")
    #expect(ColumnRange.atMost(1.5).text == "at most 1.5")
    #expect(ColumnRange.oneOf(["a"]).text == "a")
    #expect(ColumnRange.oneOf(["a", "b", "c"]).text == "a, b or c")
  }
}
