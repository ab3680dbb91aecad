import JSON

extension PipelineLoader {
  /// The device of a session whose streams a stage takes.
  enum DeviceChoice {
    /// The one that its member `device` names, or else the only one that what it reads is made from; nil for none.
    case device(String?)
    /// The member is at fault. What else is missing for want of the device is no fault of its own.
    case faulty
  }

  /// The device whose streams a stage takes.
  ///
  /// - Parameters:
  ///   - explicit: the members of `reads`, by port.
  ///   - trace: the devices of the earlier stages.
  mutating func device(
    of index: Int, in drafts: [StageDraft], explicit: [String: JSONNode], _ trace: DeviceTrace
  ) -> DeviceChoice {
    let (draft, earlier) = (drafts[index], drafts[..<index])
    guard let node = draft.node.member("device")?.node else {
      let slots = (draft.ports?.reads ?? []).compactMap { port in
        explicit[port.name].map { $0.string.flatMap(SlotReference.init) } ?? Self.latest(port, among: earlier)
      }
      let devices = slots.reduce(into: Set()) { $0.formUnion(trace[$1]) }
      return .device(devices.count == 1 ? devices.first : nil)
    }
    guard !node.isInvalid else { return .faulty }
    guard let device = node.string, !device.isEmpty else {
      let expected = "\"device\": expected the name of a device of the session, found \(node.summary)"
      diagnostics.append(draft.diagnostic(expected, at: node.location))
      return .faulty
    }
    let devices = Self.devices(of: earlier)
    // A stage of unknown type could write anything.
    if devices.contains(device) || earlier.contains(where: { $0.ports == nil }) { return .device(device) }
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
    return .faulty
  }

  /// A device for a stage that reads nothing of it is a mistake.
  mutating func checkDevice(of draft: StageDraft, _ reads: [String: SlotReference], _ trace: DeviceTrace) {
    guard let node = draft.node.member("device")?.node, let device = node.string, let ports = draft.ports?.reads,
      !diagnostics.hasErrors, !reads.values.contains(where: { trace[$0].contains(device) })
    else { return }
    let names = ports.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let message = "\"device\": the stage reads nothing of \"\(device)\", only \(names.isEmpty ? "nothing" : names)"
    diagnostics.append(draft.diagnostic(message, at: node.location))
  }

  /// The devices of which stages write certain slots, in the order of those.
  static func devices(of drafts: ArraySlice<StageDraft>, where isMeant: (Port) -> Bool = { _ in true }) -> [String] {
    var devices: [String] = []
    for port in drafts.flatMap({ $0.ports?.writes ?? [] }) where isMeant(port) {
      if let device = port.device, !devices.contains(device) { devices.append(device) }
    }
    return devices
  }

  /// The latest slot for a port that is of a device, or made from it; nil for no device.
  static func writer(
    of port: Port, from device: String?, among drafts: ArraySlice<StageDraft>, _ trace: DeviceTrace
  ) -> (port: Port, reference: SlotReference)? {
    guard let device else { return nil }
    for draft in drafts.reversed() {
      let written = draft.ports?.writes.first { written in
        written.name == port.name(of: device)
          || (written.name == port.name && written.valueType == port.valueType && trace[draft.id].contains(device))
      }
      if let written { return (written, SlotReference(stageID: draft.id, slot: written.name)) }
    }
    return nil
  }

  /// The slot that a port takes by name and type alone.
  private static func latest(_ port: Port, among drafts: ArraySlice<StageDraft>) -> SlotReference? {
    let source = drafts.last { draft in
      draft.ports?.writes.contains { $0.name == port.name && $0.valueType == port.valueType } ?? false
    }
    return source.map { SlotReference(stageID: $0.id, slot: port.name) }
  }
}
