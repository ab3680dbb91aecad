import SPBasics
import Testing

struct NearestNameTests {
  @Test(
    "Distances count insertions, deletions, substitutions and swaps",
    arguments: [
      ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("cutof", "cutoff", 1), ("ca", "abc", 3),
      ("same", "same", 0),
    ])
  func distance(first: String, second: String, distance: Int) {
    // "ca" to "abc" is 2 in the unrestricted form and 3 in this one (Boytsov 2011).
    #expect(NearestName.distance(first, second) == distance)
    #expect(NearestName.distance(second, first) == distance)
  }

  @Test(
    "The nearest name is found only if it is near",
    arguments: [
      ("cutof_hz", "cutoff_hz"), ("cutoff", "cutoff_hz"), ("Axis", "axis"), ("axsi", "axis"), ("q", nil), ("", nil),
      ("threshold", nil), ("axes", "axis"), ("cut", "cutoff_hz"), ("cu", nil),
    ])
  func nearest(name: String, expected: String?) {
    #expect(NearestName.find(name, in: ["cutoff_hz", "axis", "x"]) == expected)
  }

  @Test("A slip in the first part of a long name is near it, one in a short name is not")
  func firstPart() {
    let sports = ["tennis", "table_tennis", "golf"]
    #expect(NearestName.find("tabel", in: sports) == "table_tennis")
    #expect(NearestName.find("tab", in: sports) == "table_tennis")
    #expect(NearestName.find("tba", in: sports) == nil)
    #expect(NearestName.find("padel", in: sports) == nil)
  }
}
