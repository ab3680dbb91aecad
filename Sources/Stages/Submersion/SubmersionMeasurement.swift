import Recordings
import Signals
import Submersion

/// Feeds the engine of submersion from streams as they pass.
final class SubmersionMeasurement {
  private var engine: SubmersionEngine

  /// Takes what the streams have.
  ///
  /// - Throws: `RecordingError` for streams that do not show what is under water, or `SubmersionError` for invalid rules.
  init(_ rules: SubmersionRules, _ streams: [SubmersionEngine.Stream: PassingStream]) throws {
    let taken = Self.sources.compactMap { source -> (SubmersionEngine.Stream, PassingStream, [String])? in
      guard let stream = streams[source.stream] else { return nil }
      let datasets = source.datasets.filter(stream.stream.datasetNames.contains)
      return datasets.contains(where: source.isUseful) ? (source.stream, stream, datasets) : nil
    }
    engine = try SubmersionEngine(rules, streams: Set(taken.map(\.0)))
    if let recording = (streams[.measurement] ?? streams[.event])?.recording,
      !taken.contains(where: { $0.0 != .temperature })
    {
      throw RecordingError(
        path: recording.path, object: nil,
        """
        nothing says what is under water; expected depth, pressure or depth_state in the stream submersion_measurement, \
        or the stream submersion_event
        """)
    }
    for (stream, source, datasets) in taken {
      try source.read(datasets) { [unowned self] block in
        take(block, datasets, stream)
      } ended: { [unowned self] in
        engine.end(stream)
      }
    }
  }

  /// The datasets read from each stream, and whether one of them is enough to use the stream.
  private static let sources:
    [(stream: SubmersionEngine.Stream, datasets: [String], isUseful: @Sendable (String) -> Bool)] = [
      (.event, ["state"], { _ in true }),
      (.measurement, ["depth", "pressure", "surface_pressure", "depth_state"], { $0 != "surface_pressure" }),
      (.temperature, ["temperature", "uncertainty"], { $0 == "temperature" }),
    ]

  private func take(_ block: SampleBlock, _ datasets: [String], _ stream: SubmersionEngine.Stream) {
    func column(_ name: String) -> SampleBlock.Channel? { datasets.firstIndex(of: name).map { block.channels[$0] } }
    let rows = zip(0..., block.times)
    switch stream {
    case .event:
      let states = column("state")
      engine.consume(
        rows.map { row, time in
          SubmersionEvent(time: time, state: Self.state(states.value(at: row)))
        })
    case .measurement:
      let (depths, pressures) = (column("depth"), column("pressure"))
      let (surfaces, states) = (column("surface_pressure"), column("depth_state"))
      engine.consume(
        rows.map { row, time in
          DepthMeasurement(
            time: time, depthM: Double(depths.value(at: row)), pressureKPa: Double(pressures.value(at: row)),
            surfacePressureKPa: Double(surfaces.value(at: row)), ownState: DepthState(code: states.value(at: row)))
        })
    case .temperature:
      let (temperatures, uncertainties) = (column("temperature"), column("uncertainty"))
      engine.consume(
        rows.map { row, time in
          TemperatureSample(
            time: time, degC: Double(temperatures.value(at: row)),
            uncertaintyDegC: Double(uncertainties.value(at: row)))
        })
    }
  }

  /// The results, once all samples have passed.
  var findings: SubmersionFindings {
    let measured = engine
    return measured.finish()
  }

  private static func state(_ code: Float) -> SubmersionEvent.State {
    UInt8(exactly: code).flatMap(SubmersionEvent.State.init(rawValue:)) ?? .unknown
  }
}

extension SampleBlock.Channel? {
  /// A value of a block; NaN if the dataset is missing.
  fileprivate func value(at row: Int) -> Float { self.map { $0.values[$0.first + row * $0.step] } ?? .nan }
}
