import SPBasics

extension BatchPlan {
  /// An error for an identifier that is not in the plan.
  public struct UnknownRecording: Error, Hashable, Sendable, CustomStringConvertible {
    /// The identifier, and the one probably meant.
    public let description: String
  }

  /// Selects only some recordings.
  /// - Throws: ``UnknownRecording``.
  public mutating func select(ids: [String]) throws(UnknownRecording) {
    let known = list.items.map(\.recordingID)
    for id in ids where !known.contains(id) {
      let advice = NearestName.advice(id, in: known, otherwise: "swingpipe plan lists their ids")
      throw UnknownRecording(description: "no recording has the id \"\(id)\"; \(advice)")
    }
    select { ids.contains($0.work.recordingID) }
  }

  /// Selects only recordings that failed in the last run.
  public mutating func selectFailed() { select { $0.decision.previousEnding == .failed } }

  /// Selects only recordings of one shard, which depends on the list alone.
  public mutating func select(_ shard: ShardSelection) {
    let sizes = list.items.map { (id: $0.recordingID, bytes: $0.sizeBytes) }
    let shards = Shards.assign(sizes: sizes, count: shard.count)
    let selected = Set(zip(list.items, shards).filter { $1 == shard.index }.map(\.0.recordingID))
    select { selected.contains($0.work.recordingID) }
  }
}
