import SPBasics

extension PipelineLoader {
  /// Finds the slot for every read port; the result has one map for each draft.
  mutating func wire(_ drafts: inout [StageDraft]) -> [[String: SlotReference]] {
    var wiring: [[String: SlotReference]] = []
    var trace = DeviceTrace()
    for index in drafts.indices {
      let explicit = explicitReads(of: drafts[index])
      let choice = device(of: index, in: drafts, explicit: explicit, trace)
      if case .device(let device) = choice { drafts[index].device = device }
      var reads: [String: SlotReference] = [:]
      for port in drafts[index].ports?.reads ?? [] {
        if let node = explicit[port.name] {
          reads[port.name] = follow(node, from: port, of: index, in: drafts)
        } else if case .device(let device) = choice {
          reads[port.name] = findWriter(for: port, from: device, of: index, in: drafts, trace)
        }
      }
      checkDevice(of: drafts[index], reads, trace)
      checkRecording(of: drafts[index], reads, trace)
      trace.add(drafts[index].id, reads: reads.values)
      wiring.append(reads)
    }
    warnAboutUnread(drafts, wiring)
    return wiring
  }

  /// The members of `reads` that name ports of the stage.
  private mutating func explicitReads(of draft: StageDraft) -> [String: JSONNode] {
    guard let node = draft.node.member("reads")?.node, !node.isInvalid else { return [:] }
    guard let members = node.members else {
      let expected = "\"reads\": expected an object such as { \"slot\": \"stage.slot\" }, found \(node.summary)"
      diagnostics.append(draft.diagnostic(expected, at: node.location))
      return [:]
    }
    var reads: [String: JSONNode] = [:]
    for member in members {
      guard let ports = draft.ports?.reads else { break }
      if ports.contains(where: { $0.name == member.key }) {
        reads[member.key] = member.node
        continue
      }
      let names = ports.map(\.name)
      let nearest = NearestName.find(member.key, in: names)
      let list = names.isEmpty ? "none" : "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
      let message = "unknown slot \"\(member.key)\" in \"reads\"" + (nearest == nil ? "; expected \(list)" : "")
      diagnostics.append(draft.diagnostic(message, at: member.keyLocation, suggestion: nearest))
    }
    return reads
  }

  // MARK: Explicit wiring

  private mutating func follow(
    _ node: JSONNode, from port: Port, of index: Int, in drafts: [StageDraft]
  ) -> SlotReference? {
    guard !node.isInvalid else { return nil }
    let draft = drafts[index]
    func fault(_ message: String, suggestion: String? = nil) -> Diagnostic {
      draft.diagnostic("slot \"\(port.name)\": \(message)", at: node.location, suggestion: suggestion)
    }
    guard let text = node.string, let reference = SlotReference(text) else {
      diagnostics.append(fault("expected \"stage.slot\", found \(node.summary)"))
      return nil
    }
    guard let source = drafts.firstIndex(where: { $0.id == reference.stageID }) else {
      let nearest = NearestName.find(reference.stageID, in: drafts[..<index].map(\.id))
      let slots = drafts[..<index].first { $0.id == nearest }?.ports?.writes.map(\.name) ?? []
      let slot = slots.contains(reference.slot) ? reference.slot : NearestName.find(reference.slot, in: slots)
      // Only existing slots are suggested.
      let suggestion = nearest.flatMap { stage in slot.map { "\(stage).\($0)" } }
      let advice = nearest.flatMap { suggestion == nil ? "; stage \"\($0)\" writes \(Self.list(slots))" : nil } ?? ""
      diagnostics.append(fault("unknown stage \"\(reference.stageID)\"\(advice)", suggestion: suggestion))
      return nil
    }
    guard source < index else {
      let place = source == index ? "is the stage itself" : "comes later"
      diagnostics.append(fault("expected an earlier stage, but \"\(reference.stageID)\" \(place)"))
      return nil
    }
    guard let writes = drafts[source].ports?.writes else { return nil }
    guard let written = writes.first(where: { $0.name == reference.slot }) else {
      let nearest = NearestName.find(reference.slot, in: writes.map(\.name)).map { "\(reference.stageID).\($0)" }
      let detail = nearest == nil ? "; it writes \(Self.list(writes.map(\.name)))" : ""
      let message = "stage \"\(reference.stageID)\" does not write \"\(reference.slot)\"\(detail)"
      diagnostics.append(fault(message, suggestion: nearest))
      return nil
    }
    return connect(port, to: written, reference, at: node.location, of: draft)
  }

  private static func list(_ slots: [String]) -> String {
    slots.isEmpty ? "nothing" : slots.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  // MARK: Wiring by name

  /// The slot for a port. The latest slot from the stage's device has priority. Without such a slot it is the latest
  /// slot of the port's name, except slots that come only from other devices.
  private mutating func findWriter(
    for port: Port, from device: String?, of index: Int, in drafts: [StageDraft], _ trace: DeviceTrace
  ) -> SlotReference? {
    let place = drafts[index].node.location
    if let found = Self.writer(of: port, from: device, among: drafts[..<index], trace) {
      return connect(port, to: found.port, found.reference, at: place, of: drafts[index])
    }
    var other: (SlotReference, Port)?
    for source in drafts[..<index].reversed() {
      // A stage of unknown type could write anything.
      guard let writes = source.ports?.writes else { return nil }
      guard let written = writes.first(where: { $0.name == port.name }), !trace.isForeign(source.id, to: device) else {
        continue
      }
      let reference = SlotReference(stageID: source.id, slot: port.name)
      if written.valueType == port.valueType {
        return connect(port, to: written, reference, at: place, of: drafts[index])
      }
      other = other ?? (reference, written)
    }
    guard !port.isOptional else { return nil }
    if let (reference, written) = other {
      return connect(port, to: written, reference, at: place, of: drafts[index])
    }
    diagnostics.append(missing(port, from: device, of: index, in: drafts))
    return nil
  }

  /// The fault of a port that no earlier stage writes.
  private func missing(_ port: Port, from device: String?, of index: Int, in drafts: [StageDraft]) -> Diagnostic {
    let later = drafts[(index + 1)...].first { $0.ports?.writes.contains { $0.name == port.name } ?? false }
    var message = "no earlier stage writes slot \"\(port.name)\" (\(port.typeName))"
    let types = registry.types(writing: { $0.name == port.name && $0.valueType == port.valueType })
    let foreign = drafts[..<index].last { $0.ports?.writes.contains { $0.name == port.name } ?? false }
    let devices = Self.devices(of: drafts[..<index]) { $0.name == port.name(of: $0.device ?? "") }
    if let later {
      message += "; stage \"\(later.id)\" does, but comes later"
    } else if let foreign, let device {
      message += " from \"\(device)\"; stage \"\(foreign.id)\" makes it from another device"
    } else if let device = devices.first {
      message += " of no device in particular; expected \"device\": \"\(device)\""
      if devices.count > 1 { message += ", or another of the session's devices" }
    } else if !types.isEmpty {
      message += "; stages that write it: " + types.joined(separator: ", ")
    }
    return drafts[index].diagnostic(message)
  }

  private mutating func connect(
    _ port: Port, to written: Port, _ reference: SlotReference, at location: SourcePlace, of draft: StageDraft
  ) -> SlotReference? {
    if port.valueType != written.valueType {
      let message = "slot \"\(port.name)\": expected values of type \(port.typeName), but \"\(reference)\" has"
      diagnostics.append(draft.diagnostic("\(message) \(written.typeName)", at: location))
      return nil
    }
    if port.isPassing, !written.isPassing {
      let message =
        "slot \"\(port.name)\": it is needed while the samples pass, but \"\(reference)\" is written once they have passed; "
        + "expected a slot that an earlier stage passes on"
      diagnostics.append(draft.diagnostic(message, at: location))
      return nil
    }
    if let expected = port.unit, let found = written.unit, expected != found {
      let message = "slot \"\(port.name)\": expected unit \"\(expected)\", but \"\(reference)\" is in \"\(found)\""
      diagnostics.append(draft.diagnostic(message, at: location))
      return nil
    }
    return reference
  }

  private mutating func warnAboutUnread(_ drafts: [StageDraft], _ wiring: [[String: SlotReference]]) {
    // With another fault the wiring is incomplete, so a warning could be wrong.
    guard !diagnostics.hasErrors else { return }
    warnAboutDevices(drafts, wiring)
    let read = Set(wiring.flatMap(\.values).map(\.stageID))
    for draft in drafts {
      guard let writes = draft.ports?.writes, !writes.isEmpty, !read.contains(draft.id) else { continue }
      guard !draft.type.hasPrefix(StageType.writerFamily + ".") else { continue }
      let names = writes.map { "\"\($0.name)\"" }.joined(separator: ", ")
      diagnostics.append(draft.diagnostic("no stage reads what it writes (\(names))", severity: .warning))
    }
  }
}

// MARK: Devices

extension PipelineLoader {
  /// The device of a session whose streams a stage takes.
  private enum DeviceChoice {
    /// The device that the member `device` names. Without this member, the only device whose data the stage reads; nil
    /// for none.
    case device(String?)
    /// The device cannot be determined, and a fault reports this. Slots that are missing as a result are not reported.
    case faulty
  }

  /// The device whose streams a stage takes.
  ///
  /// - Parameters:
  ///   - explicit: The members of `reads`, by port.
  ///   - trace: The devices of the earlier stages.
  private mutating func device(
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

  /// The only device whose data a stage reads; nil for none. Slots wired in `reads` count only if the remaining slots
  /// come from no device.
  private mutating func followedDevice(
    of draft: StageDraft, among earlier: ArraySlice<StageDraft>, explicit: [String: JSONNode], _ trace: DeviceTrace
  ) -> DeviceChoice {
    /// The slots by device, without slots that are made from several devices.
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

  /// Warns of devices whose streams no stage takes, and of stages that take only the facts of a whole session.
  private mutating func warnAboutDevices(_ drafts: [StageDraft], _ wiring: [[String: SlotReference]]) {
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

  /// Reports a stage with a device from which it reads nothing.
  private mutating func checkDevice(of draft: StageDraft, _ reads: [String: SlotReference], _ trace: DeviceTrace) {
    guard let node = draft.node.member("device")?.node, let device = node.string, let ports = draft.ports?.reads,
      !diagnostics.hasErrors, !reads.values.contains(where: { trace[$0].contains(device) })
    else { return }
    let names = ports.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let message = "\"device\": the stage reads nothing of \"\(device)\", only \(names.isEmpty ? "nothing" : names)"
    diagnostics.append(draft.diagnostic(message, at: node.location))
  }

  /// Reports a stage that looks at several devices together. Their recordings pass one after another, with separate
  /// clocks.
  private mutating func checkRecording(of draft: StageDraft, _ reads: [String: SlotReference], _ trace: DeviceTrace) {
    let windows = draft.ports?.reads.filter(\.isWindowed) ?? []
    let devices = windows.reduce(into: [String: String]()) { found, port in
      for device in reads[port.name].map({ trace[$0] }) ?? [] where found[device] == nil { found[device] = port.name }
    }
    guard devices.count > 1 else { return }
    let list = devices.sorted { $0.key < $1.key }.map { "\"\($0.value)\" of \"\($0.key)\"" }.joined(separator: " and ")
    let message = "looks at \(list) together; expected samples of one device, since each has a clock of its own"
    diagnostics.append(draft.diagnostic(message, at: draft.node.member("reads")?.node.location))
  }

  /// The devices whose slots of a name are written, in the order of the stages.
  private static func devices(of drafts: ArraySlice<StageDraft>, where name: String) -> [String] {
    devices(of: drafts) { $0.name == $0.device.map { "\($0)/\(name)" } }
  }

  /// The devices whose slots are written, for certain slots, in the order of the stages.
  private static func devices(of drafts: ArraySlice<StageDraft>, where isMeant: (Port) -> Bool = { _ in true })
    -> [String]
  {
    var devices: [String] = []
    for port in drafts.flatMap({ $0.ports?.writes ?? [] }) where isMeant(port) {
      if let device = port.device, !devices.contains(device) { devices.append(device) }
    }
    return devices
  }

  /// The latest slot for a port that belongs to a device, or is made from its data; nil for no device.
  private static func writer(
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

/// The devices of a session that the results of each stage are made from.
struct DeviceTrace {
  private var devices: [String: Set<String>] = [:]

  /// Adds a stage, after all stages that it reads from.
  mutating func add(_ stageID: String, reads: some Sequence<SlotReference>) {
    devices[stageID] = reads.reduce(into: []) { $0.formUnion(self[$1]) }
  }

  /// The devices that a slot's values are made from; empty for values of no device or of a whole session.
  subscript(slot: SlotReference) -> Set<String> { slot.device.map { [$0] } ?? self[slot.stageID] }

  /// The devices that a stage's results are made from.
  subscript(stageID: String) -> Set<String> { devices[stageID] ?? [] }

  /// Whether a stage's results are made only from other devices.
  func isForeign(_ stageID: String, to device: String?) -> Bool {
    guard let device, !self[stageID].isEmpty else { return false }
    return !self[stageID].contains(device)
  }
}
