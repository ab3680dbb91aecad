/// What a label says: `hit`, `miss`, `ignore`, `distractor`, or any other name, such as `dive` or `step`.
public struct LabelKind: RawRepresentable, Hashable, Comparable, Sendable {
  /// A name of lower-case letters, digits and underscores that begins with a letter, of 40 characters at most.
  public let rawValue: String

  /// A swing that met the ball.
  public static let hit = LabelKind(known: "hit")
  /// A swing that missed it.
  public static let miss = LabelKind(known: "miss")
  /// A moment that counts neither for nor against a detector.
  public static let ignore = LabelKind(known: "ignore")
  /// A shock that is no swing.
  public static let distractor = LabelKind(known: "distractor")

  /// From going under water to coming up.
  public static let dive = LabelKind(known: "dive")
  /// One repetition of an exercise.
  public static let repetition = LabelKind(known: "repetition")

  /// The kinds that have meanings and groups of their own in a file, in the order in which they are told of.
  public static let known: [LabelKind] = [.hit, .miss, .ignore, .distractor]

  private static let longestName = 40

  /// Takes a name; nil for one that is no name of a kind, or that of a group which holds other kinds.
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

  /// What a name has to be, for messages.
  public static let expectation =
    "a name of lower-case letters, digits and underscores that begins with a letter, as dive or step"

  /// Known kinds first, in their order, then the others by their names.
  public static func < (first: LabelKind, second: LabelKind) -> Bool {
    func rank(_ kind: LabelKind) -> (Int, String) { (known.firstIndex(of: kind) ?? known.count, kind.rawValue) }
    return rank(first) < rank(second)
  }

  /// The kinds of labels that it belongs to.
  public var set: LabelSet { .of(self) }

  /// Whether labels of it may have a start: all but single moments.
  public var mayHaveStart: Bool { self != .ignore && self != .distractor }
}

/// Kinds of labels that lie in one group of a file, and of which a moment has one.
public struct LabelSet: Hashable, Comparable, Sendable {
  /// The group's name under `annotations`.
  public let name: String
  /// The kinds; a label says which by its position.
  public let kinds: [LabelKind]

  /// Swings: misses and hits.
  public static let swings = LabelSet(name: "swings", kinds: [.miss, .hit])
  /// Moments that count neither way.
  public static let ignored = LabelSet(name: "ignore", kinds: [.ignore])
  /// Shocks that are no swing.
  public static let distractors = LabelSet(name: "distractors", kinds: [.distractor])

  /// The sets with groups of their own in layout version 1.
  static let known = [swings, ignored, distractors]

  /// The set that a kind belongs to: one of the layout, or a group with the kind's name.
  public static func of(_ kind: LabelKind) -> LabelSet {
    known.first { $0.kinds.contains(kind) } ?? LabelSet(name: kind.rawValue, kinds: [kind])
  }

  /// Those of the layout first, in their order, then the others by their names.
  public static func < (first: LabelSet, second: LabelSet) -> Bool {
    func rank(_ set: LabelSet) -> (Int, String) { (known.firstIndex(of: set) ?? known.count, set.name) }
    return rank(first) < rank(second)
  }

  /// The word for several of its labels.
  public var plural: String { name.hasSuffix("s") ? name : name + "s" }

  /// Whether a recording may say that it has none of them.
  var mayBeEmpty: Bool { self != .ignored && self != .distractors }

  /// The attribute of a group with labels of a further kind: its name, by which it is told from other data.
  static let kindAttribute = "label_kind"
  /// The datasets of a group of intervals: starts and ends.
  static let intervalDatasets = ["start_time", "end_time"]
  /// Those of a group of moments.
  static let momentDatasets = ["time"]
}
