import SPBasics
import SPRecordings

/// The meaning of the texts of labels.
///
/// Known words are `hit`, `miss`, `ignore` and `distractor`, the layout's own `1` and `0`, and a few obvious synonyms.
/// Further kinds are recognised by name if they are listed. Letter case and surrounding blanks do not matter.
public struct LabelWords: Hashable, Sendable {
  /// The kind of labels without a text.
  ///
  /// If this is nil, a label without a text is an error if another label of the file has a text. In a file without any
  /// text, labels are of the kind that `LabelCSV.exportedKind(at:)` gives, or else hits.
  public var unnamed: LabelKind?
  private var kinds: [String: LabelKind]

  private static let known: [LabelKind: [String]] = [
    .hit: ["hit", "1", "1.0", "true", "contact"], .miss: ["miss", "0", "0.0", "false"], .ignore: ["ignore", "ignored"],
    .distractor: ["distractor", "no swing"],
  ]

  /// An error for words that cannot be given a meaning.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault and the expected words.
    public let description: String
  }

  /// Makes a set of only the known words.
  public init() {
    kinds = Dictionary(uniqueKeysWithValues: Self.known.flatMap { kind, words in words.map { ($0, kind) } })
  }

  /// Adds the user's words to the known words. The user's words take precedence.
  /// - Parameters:
  ///   - mapped: the words of each kind.
  ///   - others: further kinds, recognised by name.
  ///   - unnamed: the kind of labels without a text; see ``unnamed``.
  /// - Throws: `Fault` for a word that is empty or has two meanings.
  public init(
    _ mapped: [LabelKind: [String]], others: [LabelKind] = [], unnamed: LabelKind? = nil
  ) throws(Fault) {
    self.init()
    self.unnamed = unnamed
    for kind in others { kinds[kind.rawValue] = kind }
    var own: [String: LabelKind] = [:]
    for kind in mapped.keys.sorted() {
      for word in mapped[kind, default: []] {
        let key = Self.normal(word)
        guard !key.isEmpty else {
          throw Fault(description: "a word for \(kind.rawValue) is empty; expected the text of labels")
        }
        if let other = own.updateValue(kind, forKey: key), other != kind {
          throw Fault(
            description: "\"\(word)\" is to mean \(other.rawValue) and \(kind.rawValue); expected one of them")
        }
      }
    }
    kinds.merge(own) { $1 }
  }

  /// The meaning of a text; nil if not known.
  package func kind(of text: String) -> LabelKind? { kinds[Self.normal(text)] }

  private static func normal(_ text: String) -> String {
    text.trimmed.lowercased()
  }
}
