/// Which devices of a session the results of each stage are made from.
struct DeviceTrace {
  private var devices: [String: Set<String>] = [:]

  /// Adds a stage, after all that it reads from.
  mutating func add(_ stageID: String, reads: some Sequence<SlotReference>) {
    devices[stageID] = reads.reduce(into: []) { $0.formUnion(self[$1]) }
  }

  /// The devices that a slot's values are made from; empty for values of no device, and for those of a whole session.
  subscript(slot: SlotReference) -> Set<String> { slot.device.map { [$0] } ?? self[slot.stageID] }

  /// The devices that a stage's results are made from.
  subscript(stageID: String) -> Set<String> { devices[stageID] ?? [] }

  /// Whether a stage's results are made from other devices alone.
  func isForeign(_ stageID: String, to device: String?) -> Bool {
    guard let device, !self[stageID].isEmpty else { return false }
    return !self[stageID].contains(device)
  }
}
