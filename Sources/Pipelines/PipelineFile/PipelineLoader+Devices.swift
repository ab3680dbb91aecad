import SPBasics

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
      return followedDevice(of: draft, among: earlier, explicit: explicit, trace)
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

  /// The only device that what a stage reads is made from, nil for none; of what is wired in `reads` only if the rest
  /// is of no device.
  private mutating func followedDevice(
    of draft: StageDraft, among earlier: ArraySlice<StageDraft>, explicit: [String: JSONNode], _ trace: DeviceTrace
  ) -> DeviceChoice {
    /// The slots by device; what is made from several is of none in particular.
    func devices(_ slots: [(port: Port, slot: SlotReference)]) -> [String: String] {
      slots.reduce(into: [:]) { devices, read in
        let made = trace[read.slot]
        if made.count == 1, let device = made.first, devices[device] == nil { devices[device] = read.port.name }
      }
    }
    let ports = draft.ports?.reads ?? []
    let named = ports.filter { explicit[$0.name] == nil }
    let found = devices(named.compactMap { port in Self.latest(port, among: earlier).map { (port, $0) } })
    if found.count > 1 {
      let list = found.sorted { $0.key < $1.key }.map { "\"\($0.value)\" of \"\($0.key)\"" }
      diagnostics.append(
        draft.diagnostic(
          "takes \(list.joined(separator: " and ")); expected \"device\" to say which is meant, or \"reads\" for each"))
      return .faulty
    }
    let wired = devices(
      ports.compactMap { port in
        explicit[port.name]?.string.flatMap(SlotReference.init).map { (port, $0) }
      })
    return .device(found.keys.first ?? (wired.count == 1 ? wired.keys.first : nil))
  }

  /// Warns of devices that no stage takes a stream of, and of stages that take only the facts of a whole session.
  mutating func warnAboutDevices(_ drafts: [StageDraft], _ wiring: [[String: SlotReference]]) {
    let read = Set(wiring.flatMap(\.values).compactMap(\.device))
    for (index, draft) in drafts.enumerated() {
      for device in Self.devices(of: drafts[index...index]) where !read.contains(device) {
        let message = "no stage takes a stream of the device \"\(device)\""
        diagnostics.append(draft.diagnostic(message, severity: .warning, at: draft.location(of: "devices")))
      }
      let slots = wiring[index].filter { Self.devices(of: drafts[..<index], where: $0.key).isEmpty == false }
      guard !slots.isEmpty, slots.count == wiring[index].count, slots.values.allSatisfy({ $0.device == nil }) else {
        continue
      }
      let devices = Self.devices(of: drafts[..<index]).map { "\"\($0)\"" }.joined(separator: " or ")
      let names = slots.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      let message = "takes \(names) of the whole session, which has no times of its own; \"device\" may be \(devices)"
      diagnostics.append(draft.diagnostic(message, severity: .warning))
    }
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

  /// Recordings of several devices pass one after another, and each has a clock of its own.
  mutating func checkRecording(of draft: StageDraft, _ reads: [String: SlotReference], _ trace: DeviceTrace) {
    let windows = draft.ports?.reads.filter(\.isWindowed) ?? []
    let devices = windows.reduce(into: [String: String]()) { found, port in
      for device in reads[port.name].map({ trace[$0] }) ?? [] where found[device] == nil { found[device] = port.name }
    }
    guard devices.count > 1 else { return }
    let list = devices.sorted { $0.key < $1.key }.map { "\"\($0.value)\" of \"\($0.key)\"" }.joined(separator: " and ")
    let message = "looks at \(list) together; expected samples of one device, since each has a clock of its own"
    diagnostics.append(draft.diagnostic(message, at: draft.node.member("reads")?.node.location))
  }

  /// The devices of which stages write a slot of a name, in the order of those.
  private static func devices(of drafts: ArraySlice<StageDraft>, where name: String) -> [String] {
    devices(of: drafts) { $0.name == $0.device.map { "\($0)/\(name)" } }
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
