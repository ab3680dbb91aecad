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
}
