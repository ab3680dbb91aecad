extension String {
  /// The text as one word of a shell: as it is where that is plain, or else in quotes.
  ///
  /// An equals sign at the beginning is no plain one: zsh takes it for the name of a program.
  package var shellWord: String {
    if wholeMatch(of: /[A-Za-z0-9_.,:%\/-][A-Za-z0-9_.,:%\/=+-]*/) != nil { return self }
    return "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
