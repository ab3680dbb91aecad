/// The meaning of a label: `hit`, `miss`, `ignore`, `distractor`, or any other name, such as `dive` or
/// `step`.
public struct LabelKind: RawRepresentable, Hashable, Comparable, Sendable {
  /// A name of lower-case letters, digits and underscores that begins with a letter, of 40 characters at most.
  public let rawValue: String

  /// A contact with the ball.
  public static let hit = LabelKind(known: "hit")
  /// A motion that missed the ball.
  public static let miss = LabelKind(known: "miss")
  /// A moment on which a detector is not scored.
  package static let ignore = LabelKind(known: "ignore")
  /// A shock of another cause.
  package static let distractor = LabelKind(known: "distractor")

  /// A dive, from going under water to coming up.
  public static let dive = LabelKind(known: "dive")
  /// One repetition of an exercise.
  package static let repetition = LabelKind(known: "repetition")

  /// The kinds with fixed meanings, in the order in which they are listed.
  public static let known: [LabelKind] = [.hit, .miss, .ignore, .distractor]

  private static let longestName = 40

  /// Makes a kind from a name; nil for an invalid name, and for the name of a group that contains other kinds.
  public init?(rawValue: String) {
    let isName = rawValue.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || $0 == UInt8(ascii: "_")
    }
    guard isName, rawValue.first?.isLetter == true, rawValue.utf8.count <= Self.longestName,
      !LabelSet.known.contains(where: { $0.name == rawValue && $0.kinds.map(\.rawValue) != [rawValue] })
    else { return nil }
    self.rawValue = rawValue
  }

  private init(known name: String) { rawValue = name }

  /// The rules for names, for messages.
  package static let expectation =
    "a name of lower-case letters, digits and underscores that begins with a letter, as dive or step"

  /// Orders known kinds first, in their order, then further kinds by name.
  public static func < (first: LabelKind, second: LabelKind) -> Bool {
    func rank(_ kind: LabelKind) -> (Int, String) { (known.firstIndex(of: kind) ?? known.count, kind.rawValue) }
    return rank(first) < rank(second)
  }

  /// The set that the kind belongs to.
  public var set: LabelSet { .of(self) }

  /// Whether labels of this kind may have a start: all kinds but `ignore` and `distractor`, which are moments.
  public var mayHaveStart: Bool { self != .ignore && self != .distractor }
}

/// The kinds of labels that share a group in a file; a moment has only one of them.
public struct LabelSet: Hashable, Comparable, Sendable {
  /// The group's name under `annotations`.
  public let name: String
  /// The kinds; the position is the code in the file.
  public let kinds: [LabelKind]

  /// Misses and hits, which have the group `swings` in the file layout.
  package static let hitsAndMisses = LabelSet(name: "swings", kinds: [.miss, .hit])
  /// Moments on which a detector is not scored.
  package static let ignored = LabelSet(name: "ignore", kinds: [.ignore])
  /// Shocks of other causes.
  package static let distractors = LabelSet(name: "distractors", kinds: [.distractor])

  /// The sets with fixed groups in layout version 1.
  static let known = [hitsAndMisses, ignored, distractors]

  /// The set that a kind belongs to: one of the layout, or a group with the kind's name.
  public static func of(_ kind: LabelKind) -> LabelSet {
    known.first { $0.kinds.contains(kind) } ?? LabelSet(name: kind.rawValue, kinds: [kind])
  }

  /// Orders the layout's sets first, in their order, then further sets by name.
  public static func < (first: LabelSet, second: LabelSet) -> Bool {
    func rank(_ set: LabelSet) -> (Int, String) { (known.firstIndex(of: set) ?? known.count, set.name) }
    return rank(first) < rank(second)
  }

  /// The plural word for the labels of the set.
  public var plural: String { name.hasSuffix("s") ? name : name + "s" }

  /// Whether a recording may state that it has no labels of this set.
  var mayBeEmpty: Bool { self != .ignored && self != .distractors }

  /// The attribute of a group of further labels; it contains the kind's name and marks the group as labels.
  static let kindAttribute = "label_kind"
  /// The datasets of a group of intervals: starts and ends.
  static let intervalDatasets = ["start_time", "end_time"]
  /// The datasets of a group of moments.
  static let momentDatasets = ["time"]
}
