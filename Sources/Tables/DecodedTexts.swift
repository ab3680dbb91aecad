import Synchronization

/// What the last few texts mean, since a batch has the same ones in thousands of files, and to decode one takes longer
/// than to read a short table.
struct DecodedTexts<Meaning: Sendable>: ~Copyable, Sendable {
  /// As many as a run has tables.
  private static var mostKept: Int { 16 }
  private let kept = Mutex<[(text: [UInt8], meaning: Meaning)]>([])

  /// The meaning of a text.
  /// - Parameters:
  ///   - text: the text, compared byte by byte.
  ///   - decode: finds the meaning of one that is not known.
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
