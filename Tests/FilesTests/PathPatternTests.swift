import Foundation
import SPBasics
import Testing

struct PathPatternTests {
  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for name in ["a/p1.h5", "a/p2.h5", "a/p10.h5", "b/p1.h5", "b/.hidden.h5", "c [x].h5", "q*.h5"] {
      try scratch.add(name)
    }
  }

  @Test(arguments: [
    ("a/*.h5", ["a/p1.h5", "a/p10.h5", "a/p2.h5"]),
    ("a/p?.h5", ["a/p1.h5", "a/p2.h5"]),
    ("a/p[2-9].h5", ["a/p2.h5"]),
    ("{none,b,a}/*1.h5", ["a/p1.h5", "b/p1.h5"]),
    ("?/p{2,1}.h5", ["a/p1.h5", "a/p2.h5", "b/p1.h5"]),
    ("[ab]", ["a", "b"]),
    ("b/*", ["b/p1.h5"]),
    ("*/*/*", []),
    ("c \\[x].*", ["c [x].h5"]),
    ("q\\*.h5", ["q*.h5"]),
    ("z*", []),
  ])
  func matches(_ pattern: String, _ expected: [String]) throws {
    let found = try PathPattern.matches(scratch.path(pattern))
    #expect(found == expected.map(scratch.path))
  }

  @Test func sortsByBytes() throws {
    for name in ["s/\u{ff5a}", "s/\u{1f3be}", "s/Z", "s/a"] { try scratch.add(name) }
    #expect(try PathPattern.matches(scratch.path("s/*")).map { $0.suffix(1) } == ["Z", "a", "\u{ff5a}", "\u{1f3be}"])
  }

  @Test(arguments: [("a*", true), ("a?", true), ("a[1]", true), ("a{b,c}", true), ("a ]},$~!.h5", false)])
  func tellsPatterns(_ text: String, _ isPattern: Bool) { #expect(PathPattern.isPattern(text) == isPattern) }
}
