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
      // Only what exists is suggested.
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

  /// The slot for a port. The latest slot from the stage's device has priority. If there is none, it is the latest slot of
  /// the port's name, except slots that come only from other devices.
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

  mutating func connect(
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
    // With another fault the wiring is incomplete, and a warning could be wrong.
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
