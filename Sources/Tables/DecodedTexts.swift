import Synchronization

/// Keeps the meanings of the last few texts. A batch has the same texts in thousands of files, and decoding a text
/// takes longer than reading a short table.
struct DecodedTexts<Meaning: Sendable>: ~Copyable, Sendable {
  /// Enough for the tables of a run.
  private static var mostKept: Int { 16 }
  private let kept = Mutex<[(text: [UInt8], meaning: Meaning)]>([])

  /// The meaning of a text.
  /// - Parameters:
  ///   - text: the text, compared byte by byte.
  ///   - decode: finds the meaning of a text that is not kept.
  func meaning(of text: [UInt8], decode: () -> Meaning) -> Meaning {
    if let known = kept.withLock({ kept in kept.first { $0.text == text }?.meaning }) { return known }
    let meaning = decode()
    kept.withLock { kept in
      if kept.count == Self.mostKept { kept.removeFirst() }
      kept.append((text, meaning))
    }
    return meaning
  }
}
