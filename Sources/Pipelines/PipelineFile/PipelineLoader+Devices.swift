import JSON

extension PipelineLoader {
  /// The slots that a stage reads from the device that its member `device` names, by port; empty without that member.
  /// Nil if the device is at fault, so that what else is missing for want of it is not a fault, too.
  ///
  /// A device is that of the streams alone: what earlier stages made of them, such as a filtered acceleration, has no
  /// device in its name, and is found by name as always.
  mutating func deviceReads(of index: Int, in drafts: [StageDraft]) -> [String: SlotReference]? {
    let (draft, earlier) = (drafts[index], drafts[..<index])
    guard let node = draft.node.member("device")?.node, !node.isInvalid else { return [:] }
    guard let device = node.string, !device.isEmpty else {
      let expected = "\"device\": expected the name of a device of the session, found \(node.summary)"
      diagnostics.append(draft.diagnostic(expected, at: node.location))
      return nil
    }
    // A stage of unknown type could write anything.
    guard let ports = draft.ports?.reads, earlier.allSatisfy({ $0.ports != nil }) else { return [:] }
    let devices = Self.devices(of: earlier)
    guard devices.contains(device) else {
      let nearest = NearestName.find(device, in: devices)
      let list = devices.map { "\"\($0)\"" }.joined(separator: ", ")
      let expected =
        devices.isEmpty
        ? "; expected a reader of sessions whose option \"devices\" names it"
        : nearest == nil ? "; expected one of \(list)" : ""
      diagnostics.append(
        draft.diagnostic(
          "\"device\": no earlier stage writes streams of a device \"\(device)\"\(expected)", at: node.location,
          suggestion: nearest))
      return nil
    }
    var reads: [String: SlotReference] = [:]
    for port in ports {
      guard let found = Self.writer(of: port, from: device, among: earlier) else { continue }
      reads[port.name] = connect(port, to: found.port, found.reference, at: node.location, of: draft)
    }
    if reads.isEmpty {
      let names = ports.map { "\"\($0.name)\"" }.joined(separator: ", ")
      let message = "\"device\": the stage reads no stream of a device, only \(names.isEmpty ? "nothing" : names)"
      diagnostics.append(draft.diagnostic(message, at: node.location))
    }
    return reads
  }

  /// The devices of which stages write certain slots, in the order of those.
  static func devices(of drafts: ArraySlice<StageDraft>, where isMeant: (Port) -> Bool = { _ in true }) -> [String] {
    var devices: [String] = []
    for port in drafts.flatMap({ $0.ports?.writes ?? [] }) where isMeant(port) {
      if let device = port.device, !devices.contains(device) { devices.append(device) }
    }
    return devices
  }

  /// The slot of a device that has a port's values.
  private static func writer(
    of port: Port, from device: String, among drafts: ArraySlice<StageDraft>
  ) -> (port: Port, reference: SlotReference)? {
    for draft in drafts.reversed() {
      guard let written = draft.ports?.writes.first(where: { $0.name == port.name(of: device) }) else { continue }
      return (written, SlotReference(stageID: draft.id, slot: written.name))
    }
    return nil
  }
}
