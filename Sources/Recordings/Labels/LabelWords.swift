import Foundation

/// What the texts of labels mean.
///
/// Known are `hit`, `miss`, `ignore` and `distractor`, the layout's own `1` and `0`, and a few obvious others; further kinds
/// are known by their names once they are listed. Letter case and blanks around a text do not matter.
public struct LabelWords: Hashable, Sendable {
  /// What labels without a text are. With nil they are hits where no label of the file has one, else an error.
  public var unnamed: LabelKind?
  private var kinds: [String: LabelKind]

  private static let known: [LabelKind: [String]] = [
    .hit: ["hit", "1", "1.0", "true", "contact"], .miss: ["miss", "0", "0.0", "false"], .ignore: ["ignore", "ignored"],
    .distractor: ["distractor", "no swing"],
  ]

  /// Words that cannot be given a meaning.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what was expected.
    public let description: String
  }

  /// The known words alone.
  public init() {
    kinds = Dictionary(uniqueKeysWithValues: Self.known.flatMap { kind, words in words.map { ($0, kind) } })
  }

  /// Words of one's own beside the known ones, over which they go.
  /// - Parameters:
  ///   - mapped: the words of each kind.
  ///   - others: further kinds, known by their names.
  ///   - unnamed: what labels without a text are; see ``unnamed``.
  /// - Throws: ``Fault`` for a word that is empty or has two meanings.
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

  /// What a text means; nil where that is not known.
  public func kind(of text: String) -> LabelKind? { kinds[Self.normal(text)] }

  private static func normal(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
  }
}
