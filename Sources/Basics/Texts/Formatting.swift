import Glibc

extension String {
  /// Numbers as C's `printf` writes them, such as `String(printf: "%.3f s", seconds)`, always with a decimal point.
  ///
  /// The whole of Foundation has the same, but brings in tables of all languages, which double the size of the tool.
  /// - Parameters:
  ///   - format: a text with a conversion, such as `%.3g`, for each argument.
  ///   - arguments: numbers of the kinds that the conversions expect.
  package init(printf format: String, _ arguments: any CVarArg...) {
    let count = withVaList(arguments) { vsnprintf(nil, 0, format, $0) }
    // With room for the zero that ends it in C.
    self.init(unsafeUninitializedCapacity: Int(count) + 1) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        Int(withVaList(arguments) { vsnprintf(characters.baseAddress, characters.count, format, $0) })
      }
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// The text with blanks behind it, if it has fewer characters than `count`.
  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, count - self.count))
  }
}

/// A count with its noun, in the plural unless the count is one: `1 row`, `2 rows`, `3 batches`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(inflected(noun, for: Double(count)))" }

/// A noun in the plural, unless the count is one.
package func inflected(_ noun: String, for count: Double) -> String {
  count == 1 ? noun : noun + (noun.hasSuffix("s") || noun.hasSuffix("ch") ? "es" : "s")
}

extension String {
  /// The text as one word of a shell: unchanged if it is plain, or else in quotes.
  ///
  /// A leading equals sign is not plain: zsh takes it for the name of a program.
  package var shellWord: String {
    if wholeMatch(of: /[A-Za-z0-9_.,:%\/-][A-Za-z0-9_.,:%\/=+-]*/) != nil { return self }
    // By code units: a mark that combines with an apostrophe makes one Character of both.
    let quoted = utf8.flatMap { $0 == UInt8(ascii: "'") ? Array(#"'\''"#.utf8) : [$0] }
    return "'" + String(decoding: quoted, as: UTF8.self) + "'"
  }

  /// The text without a prefix; the whole text if it does not begin with the prefix.
  package func withoutPrefix(_ prefix: String) -> String { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self }
}
