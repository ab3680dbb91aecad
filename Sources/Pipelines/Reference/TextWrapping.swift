extension String {
  /// The text in lines of at most `width` characters, the first with `first` ahead of it and the others with `rest`.
  ///
  /// Lines break at spaces, and several spaces count as one; a word longer than a line stands alone.
  public func wrapped(width: Int, first: String, rest: String) -> [String] {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + (isEmpty ? [] : [line])
  }
}
