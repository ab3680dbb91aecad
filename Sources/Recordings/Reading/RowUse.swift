/// How the rows of a dataset are going to be read, which says what of them is worth memory.
public enum RowUse: Sendable {
  /// Once from front to end, or in windows in about that order: a few blocks stay decoded.
  case once
  /// In several passes: all of the dataset stays decoded, where decoding is costly and a third of the room is enough.
  case repeatedly
  /// Once, with looks back at what was passed a moment ago: more blocks stay decoded.
  case lookingBack

  /// What the blocks that were last decoded take at the most, in bytes.
  ///
  /// Workers read several parts ahead of the one that is looked at, so that a look back reaches over all of these.
  var recentBytes: Int { self == .lookingBack ? 4 << 20 : 1 << 20 }
}
