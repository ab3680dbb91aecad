/// Texts that are made to do harm: markup, quotes, control characters and marks that turn the direction of writing.
public enum Hostile {
  private static let parts = [
    "<script>", "</title>", "\"", "'", "&", "=1+1", ",", ";", "\\", "../", "\0", "\u{1B}[31m", "\u{7F}", "\u{9B}", "\r",
    "\n", "\t", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}",
    "\u{2069}",
    "\u{FFFE}", "e\u{301}", "球", "🏓", "a",
  ]

  /// The same texts every time.
  public static let texts: [String] = {
    var state: UInt64 = 1
    return (0..<500).map { _ in
      (0..<8).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return parts[Int(state >> 33) % parts.count]
      }.joined()
    }
  }()

  /// Whether a character is obeyed rather than shown.
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
      || ["\u{2028}", "\u{2029}"].contains(scalar)
  }
}
