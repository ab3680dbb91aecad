extension SimulatedDives {
  /// The sensor measures down to this multiple of the maximum depth.
  static let sensorFraction = 1.2

  /// Timestamps, s, and codes of the stream `submersion_event`: 1 not submerged, 2 submerged. Empty if there is
  /// none.
  public var events: (time: [Double], state: [Float]) {
    guard settings.hasEvents else { return ([], []) }
    return (
      [bootS] + course.stays.flatMap { [timestamp($0.start), timestamp($0.end)] },
      [1] + course.stays.flatMap { _ in [2, 1] }
    )
  }

  /// All rows of the stream `submersion_measurement`.
  public var measurements: Measurements {
    let jitter = settings.random(.jitter)
    let (depthNoise, pressureNoise) = (settings.random(.depthNoise), settings.random(.pressureNoise))
    let pauses = pauses()
    var cursor = DiveCourse.Cursor()
    var pause = 0
    var rows = Measurements()
    for row in 0..<Int(course.durationS) {
      // At most a third of an interval, so that timestamps keep their order.
      let time = Double(row) + 0.5 + max(-0.3, min(0.3, 0.03 * jitter.bell(at: row)))
      let depth = course.depth(at: time, &cursor)
      while pause < pauses.count, pauses[pause].upperBound <= time { pause += 1 }
      if pause < pauses.count, pauses[pause].contains(time) { continue }
      let isMeasured = depth.map { $0 <= settings.maxDepthM * Self.sensorFraction } ?? false
      let measured = depth.map { max(0, $0 + settings.depthNoiseM * depthNoise.bell(at: row)) }
      rows.time.append(timestamp(time))
      rows.depth.append(isMeasured ? Float(measured ?? .nan) : .nan)
      // 0.02 kPa are 2 mm of water.
      let pressure = surfaceKPa + settings.water.kilopascalsPerMeter * (depth ?? 0) + 0.02 * pressureNoise.bell(at: row)
      rows.pressure.append(depth == nil || isMeasured ? Float(pressure) : .nan)
      rows.surfacePressure.append(Float(surfaceKPa))
      rows.depthState.append(settings.hasOwnStates ? code(isMeasured ? measured : nil, isSubmerged: depth != nil) : 0)
    }
    return rows
  }

  /// All rows of the stream `water_temperature`: there are some only under water.
  public var temperatures: Temperatures {
    let noise = settings.random(.temperatureNoise)
    var cursor = DiveCourse.Cursor()
    var phase = 0
    var rows = Temperatures()
    for row in 0..<Int(course.durationS / 3) {
      let time = 3 * Double(row) + 0.9
      guard course.depth(at: time, &cursor) != nil else { continue }
      let degC = watch.degC(at: time, &phase)
      rows.time.append(timestamp(time))
      rows.temperature.append(Float(degC + 0.03 * noise.bell(at: row)))
      // The uncertainty of a watch whose temperature still changes.
      rows.uncertainty.append(Float(0.2 + abs(degC - watch.waterDegC)))
    }
    return rows
  }

  private func timestamp(_ time: Double) -> Double { ((bootS + time) * 1e6).rounded() / 1e6 }

  private func code(_ depth: Double?, isSubmerged: Bool) -> Float {
    guard isSubmerged else { return 100 }
    guard let depth else { return 600 }
    if depth > settings.maxDepthM { return 500 }
    if depth > settings.maxDepthM - 1 { return 400 }
    return depth > 1 ? 300 : 200
  }

  /// Times without measurements, in s from the start.
  private func pauses() -> [Range<Double>] {
    var random = settings.random(.pauses)
    let starts = (0..<settings.pauseCount).map { _ in random.uniform(0...course.durationS) }.sorted()
    return starts.map { $0..<$0 + random.uniform(5...20) }
  }
}
