extension Pipeline {
  /// The pipeline without the stages that only take streams of a session's other devices, nor what follows from them.
  ///
  /// Stages that take no device's streams, or a whole session, stay.
  public func concerning(device: String?) -> Pipeline {
    var devices: [String: Set<String>] = [:]
    for stage in stages {
      devices[stage.id] = stage.reads.values.reduce(into: []) { devicesOfStage, source in
        if let own = source.device {
          devicesOfStage.insert(own)
        } else {
          devicesOfStage.formUnion(devices[source.stageID] ?? [])
        }
      }
    }
    var kept: Set<String> = []
    for stage in stages.reversed() {
      let own = devices[stage.id] ?? []
      guard kept.contains(stage.id) || own.isEmpty || device.map(own.contains) == true else { continue }
      kept.insert(stage.id)
      kept.formUnion(stage.reads.values.map(\.stageID))
    }
    return kept.count == stages.count ? self : keeping { kept.contains($0.id) }
  }
}
