import SPHeadMotion
import SPSignals
import SPSimulation

/// Channels of samples that are put together by hand or by the simulator.
struct HeadSamples {
  var time: [Double] = []
  /// Rotation rate, gravity, user acceleration, attitude and bud: 14 values a row.
  var values: [Float] = []

  mutating func append(
    _ time: Double, _ attitude: Quaternion, rate: SIMD3<Double> = .zero, user: SIMD3<Double> = .zero,
    bud: BudLocation = .left
  ) {
    let gravity = attitude.conjugate.rotate([0, 0, -1])
    self.time.append(time)
    for value in [
      rate.x, rate.y, rate.z, gravity.x, gravity.y, gravity.z, user.x, user.y, user.z, attitude.scalar,
      attitude.vector.x, attitude.vector.y, attitude.vector.z, Double(bud.rawValue),
    ] { values.append(Float(value)) }
  }

  func block(_ rows: Range<Int>) -> SampleBlock {
    SampleBlock(
      times: time[rows],
      channels: (0..<14).map { SampleBlock.Channel(values, first: 14 * rows.lowerBound + $0, step: 14) })
  }

  /// What is found, fed in blocks of a size.
  func findings(
    _ rules: HeadRules, blockRows: Int = 4096, events: [ConnectionEvent] = [], poses: (any PoseStore)? = nil
  ) throws -> HeadFindings {
    var engine = HeadEngine(rules, poses: poses)
    for start in stride(from: 0, to: time.count, by: blockRows) {
      try engine.consume(block(start..<min(time.count, start + blockRows)))
    }
    return engine.finish(events: events)
  }
}

extension PoseRecords {
  /// A pose that is held.
  subscript(position: Int) -> HeadPose {
    guard let pose = try? read(position..<position + 1).first else { preconditionFailure("no pose \(position)") }
    return pose
  }
}

extension HeadBlock {
  var sampleBlock: SampleBlock {
    func triple(_ values: [Float]) -> [SampleBlock.Channel] {
      (0..<3).map { SampleBlock.Channel(values, first: $0, step: 3) }
    }
    return SampleBlock(
      times: time[...],
      channels: triple(rotationRate) + triple(gravity) + triple(userAcceleration)
        + (0..<4).map { SampleBlock.Channel(attitude, first: $0, step: 4) } + [SampleBlock.Channel(location)])
  }
}

extension HeadSession {
  var connectionEvents: [ConnectionEvent] {
    events.map { ConnectionEvent(time: $0.time, isConnected: $0.isConnected) }
  }

  /// What is found, fed in blocks of a size.
  func findings(_ rules: HeadRules, blockRows: Int = 4096) throws -> HeadFindings {
    var engine = HeadEngine(rules)
    for start in stride(from: 0, to: count, by: blockRows) {
      try engine.consume(rows(start..<min(count, start + blockRows)).sampleBlock)
    }
    return engine.finish(events: connectionEvents)
  }
}
