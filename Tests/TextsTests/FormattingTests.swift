import SPBasics
import Testing

/// Texts.
struct FormattingTests {
  /// What Python's `%` operator gives for the same formats.
  @Test("Numbers are written as C writes them")
  func numbers() {
    #expect(String(printf: "%.3f s", 1.23456) == "1.235 s")
    #expect(String(printf: "%+.2f|%g|%.3g|%.4e", -0.001, 30.0, 123456.0, 0.000123456) == "-0.00|30|1.23e+05|1.2346e-04")
    #expect(String(printf: "%6ld  %%", 42) == "    42  %")
    #expect(String(printf: "%g %g", Double.nan, -Double.infinity) == "nan -inf")
    #expect(String(printf: "%.300f", 0.5) == "0.5" + String(repeating: "0", count: 299))
  }

  @Test(
    "White space goes from both ends, and stays within",
    arguments: [(" a b\t", "a b"), ("\r\nx\r\n", "x"), ("\u{A0}ä\u{A0}", "ä"), (" \t\n", ""), ("", ""), ("a", "a")])
  func trimming(text: String, trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect(text[...].trimmed == trimmed)
  }

  @Test("A text is padded to a number of characters, and never cut")
  func padding() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("e\u{301}".padded(to: 2) == "e\u{301} ")
    #expect("abc".padded(to: 2) == "abc")
  }
}
