import JSON

extension BatchPlan {
  /// An identifier that no recording of the plan has.
  public struct UnknownRecording: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which, and what was probably meant.
    public let description: String
  }

  /// Leaves all recordings to others but some.
  /// - Throws: ``UnknownRecording``.
  public mutating func select(ids: [String]) throws(UnknownRecording) {
    let known = list.items.map(\.recordingID)
    for id in ids where !known.contains(id) {
      let advice = NearestName.advice(id, in: known, otherwise: "swingpipe plan lists their ids")
      throw UnknownRecording(description: "no recording has the id \"\(id)\"; \(advice)")
    }
    select { ids.contains($0.work.recordingID) }
  }

  /// Leaves all recordings to others but those that failed in the last run.
  public mutating func selectFailed() { select { $0.decision.previous?.status == .failed } }

  /// Leaves all recordings to others but those of one shard; which these are is a function of the list alone.
  public mutating func select(_ shard: ShardSelection) {
    let sizes = list.items.map { (id: $0.recordingID, bytes: $0.sizeBytes) }
    let shards = Shards.assign(sizes: sizes, count: shard.count)
    let selected = Set(zip(list.items, shards).filter { $1 == shard.index }.map(\.0.recordingID))
    select { selected.contains($0.work.recordingID) }
  }
}
