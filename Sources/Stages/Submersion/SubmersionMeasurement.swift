import Pipelines
import Recordings
import Signals
import Submersion

/// Feeds the engine of submersion from a pass over a recording.
///
/// It is `@unchecked Sendable` because the stages of one run, which share it, run one after another.
final class SubmersionMeasurement: StreamConsumer, @unchecked Sendable {
  let selections: [StreamSelection]
  /// The results, once all samples have passed.
  private(set) var findings: SubmersionFindings?
  private let streams: [SubmersionEngine.Stream]
  private var engine: SubmersionEngine

  /// - Parameters:
  ///   - rules: what to look for.
  ///   - recording: the recording that passes.
  ///   - names: the streams to read.
  /// - Throws: ``RecordingError`` for a recording without a stream that shows what is under water, or
  ///   ``SubmersionError`` for invalid rules.
  init(_ rules: SubmersionRules, of recording: Recording, streams names: Set<StreamName>) throws {
    let taken = Self.sources.compactMap { source -> (SubmersionEngine.Stream, StreamSelection)? in
      guard names.contains(source.name), let stream = recording.streams[source.name] else { return nil }
      let datasets = source.datasets.filter(stream.datasetNames.contains)
      return datasets.contains(where: source.isUseful) ? (source.stream, StreamSelection(source.name, datasets)) : nil
    }
    guard taken.contains(where: { $0.0 != .temperature }) else {
      throw RecordingError(
        path: recording.path, object: nil,
        """
        nothing says what is under water; expected depth, pressure or depth_state in the stream submersion_measurement, \
        or the stream submersion_event
        """)
    }
    streams = taken.map(\.0)
    selections = taken.map(\.1)
    engine = try SubmersionEngine(rules, streams: Set(streams))
  }

  /// The datasets read from each stream, and whether one of them is enough to use the stream.
  private static let sources:
    [(
      stream: SubmersionEngine.Stream, name: StreamName, datasets: [String], isUseful: @Sendable (String) -> Bool
    )] = [
      (.event, .submersionEvent, ["state"], { _ in true }),
      (
        .measurement, .submersionMeasurement, ["depth", "pressure", "surface_pressure", "depth_state"],
        { $0 != "surface_pressure" }
      ),
      (.temperature, .waterTemperature, ["temperature", "uncertainty"], { $0 == "temperature" }),
    ]

  func consume(_ block: SampleBlock, of place: Int) {
    let names = selections[place].datasets
    func column(_ name: String) -> SampleBlock.Channel? { names.firstIndex(of: name).map { block.channels[$0] } }
    let rows = zip(0..., block.times)
    switch streams[place] {
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

  func end(of place: Int) { engine.end(streams[place]) }

  func finish() { findings = engine.finish() }

  private static func state(_ code: Float) -> SubmersionEvent.State {
    UInt8(exactly: code).flatMap(SubmersionEvent.State.init(rawValue:)) ?? .unknown
  }
}

extension SampleBlock.Channel? {
  /// A value of a block; NaN if the dataset is missing.
  fileprivate func value(at row: Int) -> Float { self.map { $0.values[$0.first + row * $0.step] } ?? .nan }
}
