import SPRecordings
import SPSignals
import SPSimulation
import SPStages
import SPSwings
import SPTables
import TestSupport
import Testing

@testable import SPPipelines

/// Any valid pipeline is one graph, with any filters, detectors and wiring. It decodes each sample once. Its tables do not
/// depend on the blocks of samples, and are the same for a file and for live samples.
/// Random pipelines on random recordings.
struct RandomPipelineTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A random pipeline, but for its reader.
  private struct Draft {
    var stages: [String] = []
    var tables: [SlotReference] = []
    private var random: SeededGenerator

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
      // Filters in series or in parallel. Filters for low bands have the longest delays.
      var bands = ["in.accelerometer"]
      for number in 0..<Int.random(in: 1...3, using: &random) {
        let stop = one(of: [0.6, 3, 10, 20, 40])
        stages.append(
          #"""
          "id": "hp\#(number)", "type": "filters.high_pass", "stop_hz": \#(stop), "pass_hz": \#(2 * stop),
          "reads": { "accelerometer": "\#(one(of: bands))" }
          """#)
        bands.append("hp\(number).acceleration")
      }
      var detectors: [String] = []
      for id in ["hit0", "hit1"].prefix(Int.random(in: 1...2, using: &random)) {
        let axis = one(of: ["x", "y", "z", "z"])
        stages.append(
          #"""
          "id": "\#(id)", "type": "detectors.impact", "axis": "\#(axis)", "threshold_g": \#(one(of: [0.8, 1.5])),
          "threshold_sigma": \#(one(of: [2, 6])),
          "noise_window_s": \#(one(of: [2, 10])), "reads": { "acceleration": "\#(one(of: bands))" }
          """#)
        detectors.append(id)
      }
      let detector = detectors.randomElement(using: &random) ?? detectors[0]
      var later: [[String]] = [swings(of: detector, bands)]
      for id in detectors where Bool.random(using: &random) { later.append([impacts(of: id, bands)]) }
      // Features of impacts before the stages of swings, between them, or after them.
      while !later.isEmpty {
        let chain = Int.random(in: 0..<later.count, using: &random)
        stages.append(later[chain].removeFirst())
        later.removeAll(where: \.isEmpty)
      }
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// The features of a detector's impacts.
    private mutating func impacts(of detector: String, _ bands: [String]) -> String {
      let id = "of_\(detector)"
      tables.append(SlotReference(stageID: id, slot: "table"))
      return #"""
        "id": "\#(id)", "type": "features.impact",
        "reads": { "impacts": "\#(detector).impacts", "acceleration": "\#(one(of: bands))" }
        """#
    }

    /// Stages from the impacts of a detector to tables, in an order in which they can run.
    private mutating func swings(of detector: String, _ bands: [String]) -> [String] {
      var chain = [
        #"""
        "id": "start", "type": "detectors.swing_start", "sport": "tennis", "max_duration_s": \#(one(of: [1, 1.2, 8])),
        "reads": { "impacts": "\#(detector).impacts" }
        """#
      ]
      /// A classifier with its table, which some pipelines have twice.
      func label(_ id: String, after swings: String, _ band: String, _ other: String, _ probability: Double) -> [String]
      {
        [
          #"""
          "id": "\#(id)", "type": "classifiers.hit_miss", "min_probability": \#(probability), "reads": {
            "swings": "\#(swings).swings", "acceleration": "\#(band)",
            "impact_axis": "\#(detector).impact_axis", "rejected": "\#(swings).rejected" }
          """#,
          #"""
          "id": "table_\#(id)", "type": "features.swing",
          "reads": { "labelled_swings": "\#(id).labelled_swings", "acceleration": "\#(other)" }
          """#,
        ]
      }
      var labels = ["label0"]
      var last = "start"
      if Bool.random(using: &random) {
        chain += label("label1", after: "start", one(of: bands), one(of: bands), one(of: [0.2, 0.5]))
        labels.append("label1")
      }
      if Int.random(in: 0..<4, using: &random) > 0 {
        chain.append(
          #"""
          "id": "air", "type": "detectors.air_swing", "sport": "tennis", "reads": {
            "impacts": "\#(detector).impacts", "weak_impacts": "\#(detector).weak_impacts", "swings": "start.swings",
            "rejected": "start.rejected" }
          """#)
        last = "air"
      }
      chain += label("label0", after: last, one(of: bands), one(of: bands), one(of: [0.5, 0.8]))
      tables += labels.map { SlotReference(stageID: "table_\($0)", slot: "table") }
      if Bool.random(using: &random) {
        chain.append(
          #""id": "refused", "type": "features.rejected", "reads": { "rejected": "label0.rejected" }"#)
        tables.append(SlotReference(stageID: "refused", slot: "table"))
      }
      return chain
    }

    /// The pipeline behind a reader.
    func pipeline(_ reader: String) throws -> Pipeline {
      let all = ([reader] + stages).map { "{ \($0) }" }.joined(separator: ",\n")
      return try Pipeline.load(
        text: "{ \"version\": 1, \"stages\": [\n\(all)\n] }", file: "random.json",
        registry: StageRegistry(stages: StandardStages.all + [LiveReader.self]))
    }
  }

  /// Half a minute of tennis with some of the faults that sensors have.
  private func recording(seed: Int) throws -> SensorSamples {
    var random = SeededGenerator(seed: seed &+ 7)
    var settings = SimulationSettings(sport: .tennis, seed: UInt64(seed))
    settings.durationS = 36
    settings.pace = .rally
    settings.swingsPerMinute = 34
    settings.distractorsPerMinute = 0
    settings.missShare = 0.3
    if Bool.random(using: &random) { (settings.gapCount, settings.gapLengthRangeS) = (2, 0.1...1) }
    if Bool.random(using: &random) { settings.jitterUS = 200 }
    var samples = SensorSamples(try SimulatedSession(settings))
    if Bool.random(using: &random) {
      samples.acceleration = samples.acceleration.missing { row, _ in row % 997 == 500 ? 3 : row % 1009 == 3 ? 1 : 0 }
      samples.motion = samples.motion.missing { row, _ in row % 499 == 100 ? 4 : 0 }
    }
    // Both clocks go back together, or each by itself, up to twice; either may also end early.
    let (first, last) = (samples.motion.time[0], samples.motion.time[samples.motion.time.count - 1])
    func steps(_ count: Int) -> [(at: Double, byS: Double)] {
      (0..<count).map { _ in
        (Double.random(in: first + 3...last - 3, using: &random), Double.random(in: 0.1...15, using: &random))
      }
    }
    func stepping(_ samples: StreamSamples, _ steps: [(at: Double, byS: Double)]) -> StreamSamples {
      var stepped = samples
      for row in samples.time.indices {
        for step in steps where samples.time[row] >= step.at { stepped.time[row] -= step.byS }
      }
      return stepped
    }
    let together = steps([0, 0, 1, 2][Int.random(in: 0..<4, using: &random)])
    let alone = (0..<2).map { _ in steps([0, 0, 0, 1, 2][Int.random(in: 0..<5, using: &random)]) }
    let end = Double.random(in: first + 10...last + 40, using: &random)
    if Bool.random(using: &random) {
      samples.motion = samples.motion.filtered { _, time in time < end }
    } else {
      samples.acceleration = samples.acceleration.filtered { _, time in time < end }
    }
    samples.acceleration = stepping(samples.acceleration, together + alone[0])
    samples.motion = stepping(samples.motion, together + alone[1])
    return samples
  }

  /// The tables of a run, as text, and how often the most decoded dataset was decoded.
  private func tables(
    _ draft: Draft, _ reader: String, on path: String
  ) throws -> (tables: [SlotReference: [String]], passes: Double) {
    let pipeline = try draft.pipeline(reader)
    var cost = RecordingCost()
    let result = try pipeline.execute(
      pipeline.plan(path), environment: RunEnvironment(), keeping: Set(draft.tables), cost: &cost
    ).result
    var texts: [SlotReference: [String]] = [:]
    for reference in draft.tables {
      let rows: TableRows = try #require(result.value(.table, at: reference))
      let text = CSV.encode(try rows.table())
      texts[reference] = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
    let passes = cost.datasets.values.map { Double($0.rows) / Double($0.rowCount) }.max() ?? 0
    return (texts, passes)
  }

  @Test(
    "Decoded once, in whatever pieces, from a file or live",
    arguments: 1...10)
  func equal(seed: Int) throws {
    let (draft, samples) = (Draft(seed: seed), try recording(seed: seed))
    // Whatever the clocks say.
    let reader = #""id": "in", "type": "readers.hdf5", "contradictions": "accept""#
    let path = folder("a.h5")
    try samples.write(to: path, recordingID: "random")
    let expected = try tables(draft, reader, on: path)
    #expect(expected.passes <= 1.02)
    #expect(expected.tables.values.contains { $0.count > 1 })
    func expectSame(_ found: [SlotReference: [String]], _ source: String) {
      for (slot, rows) in expected.tables {
        let others = found[slot] ?? []
        let first =
          zip(rows, others).first { $0 != $1 }.map { "\($0)\n\($1)" } ?? "\(rows.count) and \(others.count) rows"
        if rows != others { Issue.record("\(source), \(slot): \(first)\n\(draft.stages.joined(separator: "\n"))") }
      }
    }
    for storage in [RecordingStorage.gzipBySecond, .contiguous] {
      let other = folder("\(storage.rawValue).h5")
      try samples.write(to: other, recordingID: "random", storage: storage)
      let found = try tables(draft, reader, on: other)
      #expect(found.passes <= 1.02)
      expectSame(found.tables, storage.rawValue)
    }
    for cut in 0..<3 {
      let live = try tables(draft, #""id": "in", "type": "readers.live_test", "seed": \#(cut)"#, on: path)
      expectSame(live.tables, "live \(cut)")
    }
  }
}

/// Passes the samples of a recording as a watch would deliver them, in pieces of random lengths.
private struct LiveReader: Stage {
  struct Options: StageOptions {
    var seed = 0
    static var fields: [OptionField<Self>] { [.integer("seed", \.seed, in: 0...1000, help: "Of the lengths.")] }
  }

  static let type: StageType = "readers.live_test"
  static let summary = "Passes samples live."
  static let details = "For tests."

  private let seed: Int

  static func ports(_ options: Options) -> Ports {
    Ports(writes: [.required(.recording), .passing(.accelerometer), .passing(.deviceMotion)])
  }

  init(_ options: Options) { seed = options.seed }

  func plan(_ plan: inout PlanContext) throws {
    try plan.setFacts(.accelerometer, SlotFacts(rateHz: 800))
    try plan.setFacts(.deviceMotion, SlotFacts(rateHz: 200))
  }

  func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let recording = try Recording(opening: workspace.environment.inputPath)
    let prologues = try RecordingFeed(
      recording,
      [StreamSelection(.accelerometer, ["acceleration"]), StreamSelection(.deviceMotion, ["rotation_rate"])])
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    let stream = try recording.stream(.deviceMotion)
    let motion = try ["rotation_rate", "gravity", "user_acceleration", "attitude"].flatMap(stream.signals)
    let flow = Dataflow()
    let fast = flow.addStream(units: acceleration.axes.map(\.unit), try prologues.prologue(of: 0))
    let slow = flow.addStream(units: motion.map(\.unit), try prologues.prologue(of: 1), weight: 4)
    try workspace.provide(.accelerometer, PassingVectors(SourceWindow(fast)))
    try workspace.provide(.deviceMotion, MotionWindow(slow, MotionLayout()))
    var facts = RecordingFacts(
      identity: RecordingIdentity(recordingID: recording.attributes.recordingID, startTime: try recording.startTime()))
    facts.rangeG = recording.streams[.accelerometer]?.rangeG
    try workspace.set(.recording, facts)
    workspace.setPass {
      try Self.pass([(acceleration.axes, fast), (motion, slow)], SeededGenerator(seed: seed))
      try flow.finish()
    }
    return AtEnd { workspace in
      try workspace.set(.recording, facts)
      try workspace.set(.accelerometer, acceleration)
      try workspace.set(
        .deviceMotion,
        MotionSignals(
          rotationRate: try recording.triaxial("rotation_rate", of: .deviceMotion), gravity: try recording.gravity()))
    }
  }

  /// Passes streams as far as each has come at a moment, whatever the stamps say.
  private static func pass(_ streams: [(signals: [any Signal], stream: FlowStream)], _ generator: SeededGenerator)
    throws
  {
    var random = generator
    let feed = BlockFeed(streams[0].stream.flow)
    var next = streams.map { _ in 0 }
    var share = 0.0
    let longest = [0.0005, 0.01, 0.2][Int.random(in: 0..<3, using: &random)]
    while share < 1 {
      share = min(1, share + Double.random(in: 0...longest, using: &random))
      for place in streams.indices {
        let (signals, stream) = streams[place]
        // Either may lag behind a little.
        let count = Double(signals[0].count) * (share - (share < 1 ? Double.random(in: 0...0.01, using: &random) : 0))
        let rows = next[place]..<max(next[place], Int(count))
        guard !rows.isEmpty else { continue }
        next[place] = rows.upperBound
        try feed.take(
          SampleBlock(
            times: try signals[0].timeBase.times(rows)[...],
            channels: try signals.map { SampleBlock.Channel(try $0.samples(rows)) }), of: stream)
      }
    }
    for (_, stream) in streams { try feed.end(stream) }
  }
}
