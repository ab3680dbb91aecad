extension Pipeline {
  /// The pipeline without the stages that only take streams of a session's other devices, nor what follows from them.
  ///
  /// Stages that take no device's streams, or a whole session, stay.
  public func concerning(device: String?) -> Pipeline {
    var trace = DeviceTrace()
    for stage in stages { trace.add(stage.id, reads: stage.reads.values) }
    var kept: Set<String> = []
    for stage in stages.reversed() {
      let own = trace[stage.id]
      guard kept.contains(stage.id) || own.isEmpty || device.map(own.contains) == true else { continue }
      kept.insert(stage.id)
      kept.formUnion(stage.reads.values.map(\.stageID))
    }
    return kept.count == stages.count ? self : keeping { kept.contains($0.id) }
  }
}
