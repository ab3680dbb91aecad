import SPPipelines
import SPRecordings
import SPSignals
import SPSubmersion

/// Options of `detectors.dive`.
package struct DiveOptions: StageOptions {
  var rules = SubmersionRules()

  package init() {}

  package static var fields: [OptionField<Self>] { depths + times + pressures + temperatures }

  private static var depths: [OptionField<Self>] {
    [
      .number(
        "max_depth_m", \.rules.limits.maxM, in: .above(0, through: 1000), unit: "m",
        help: "Depth beyond which a dive is past its maximum: 6 m, or 40 m for apps with the sensor's whole range."),
      .number(
        "approach_margin_m", \.rules.limits.approachMarginM, in: 0...1000, unit: "m",
        help: "How far above max_depth_m the approach to it begins."),
      .number(
        "shallow_depth_m", \.rules.limits.shallowM, in: .above(0, through: 100), unit: "m",
        help: "Down to this depth a submersion is shallow."),
      .number(
        "surface_depth_m", \.rules.surfaceDepthM, in: 0...100, unit: "m",
        help: "A depth up to this may be one at the surface; it matters where neither events nor states say so."),
    ]
  }

  private static var times: [OptionField<Self>] {
    [
      .number(
        "debounce_s", \.rules.debounceS, in: 0...86_400, unit: "s",
        help: "A surfacing that is shorter than this is part of the dive."),
      .number(
        "surface_time_s", \.rules.surfaceTimeS, in: 0...86_400, unit: "s",
        help: "A dive is over after depths at the surface, or no measurement or depth, for longer than this."),
      .number(
        "max_age_s", \.rules.maxAgeS, in: .above(0, through: 86_400), unit: "s",
        help: "For how long a measurement holds: after that the depth is not known until the next one."),
      .number(
        "rate_window_s", \.rules.rateWindowS, in: 0.1...3600, unit: "s",
        help: "Time over which rates of descent and ascent are taken."),
      .number(
        "max_ascent_rate_m_s", \.rules.maxAscentRateMS, in: .above(0, through: 100), unit: "m/s",
        help: "A faster ascent is flagged; 0.3 m/s are the 18 m/min of recreational training."),
    ]
  }

  private static var pressures: [OptionField<Self>] {
    [
      .choice(
        "density", \.rules.density,
        help: "Density of the water between depth and pressure: fresh 1000, en13319 1020, salt 1025 kg/m3."),
      .number(
        "surface_pressure_kpa", \.rules.surfacePressureKPa, in: .above(0, through: 200), unit: "kPa",
        help: "Pressure at the surface where the recording does not have it."),
      .number(
        "max_pressure_difference_m", \.rules.maxPressureDifferenceM, in: .above(0, through: 1000), unit: "m",
        help: "Depths that differ from those by pressure by more than this are flagged."),
    ]
  }

  private static var temperatures: [OptionField<Self>] {
    [
      .choice(
        "temperature", \.rules.temperature.choice,
        help: "Which temperature of the water is taken: of the fit, the settled one, or the best of them."),
      .number(
        "max_uncertainty_deg_c", \.rules.temperature.maxUncertaintyDegC, in: .above(0, through: 100), unit: "degC",
        help: "A temperature that is more uncertain than this is not taken."),
      .integer(
        "settled_samples", \.rules.temperature.sampleCount, in: 1...100_000,
        help: "Number of temperatures in a row that must be that certain for the first of them to count as settled."),
      .number(
        "fit_duration_s", \.rules.temperature.fitDurationS, in: .above(0, through: 86_400), unit: "s",
        help: "Time from a dive's first temperature that is fitted; later the water may have another temperature."),
    ]
  }

  /// The depths must ascend, and `surface_time_s` must be at least `debounce_s`.
  package func faults() -> [OptionFault] {
    let limits = rules.limits
    var faults: [OptionFault] = []
    if limits.maxM < limits.shallowM + limits.approachMarginM {
      faults.append(
        OptionFault(
          "max_depth_m",
          """
          expected at least shallow_depth_m and approach_margin_m together \
          (\(limits.shallowM + limits.approachMarginM) m), found \(limits.maxM) m
          """))
    }
    if rules.surfaceDepthM >= limits.shallowM {
      faults.append(
        OptionFault(
          "surface_depth_m", "expected less than shallow_depth_m (\(limits.shallowM) m), found \(rules.surfaceDepthM) m"
        ))
    }
    if rules.surfaceTimeS < rules.debounceS {
      faults.append(
        OptionFault(
          "surface_time_s", "expected at least debounce_s (\(rules.debounceS) s), found \(rules.surfaceTimeS) s"))
    }
    return faults
  }
}

extension Slot where Value == SubmersionFindings {
  /// Dives, states by depth and the times between the dives.
  package static let submersion = Slot(
    "submersion", summary: "dives, states by depth, and the times at the surface between the dives, by time")
}

/// Finds the dives of a recording.
package struct DiveStage: Stage {
  package static let type: StageType = "detectors.dive"
  package static let summary = "Finds dives, states by depth and surface intervals of a watch or dive computer."
  package static let details = """
    A dive begins and ends with the recording's events, or else with its states, or else with its depths. A surfacing \
    shorter than `debounce_s` is part of it. If only depths show when the watch is under water, a dive ends with \
    depths of at most `surface_depth_m` for longer than `surface_time_s`, at the first of these depths.

    The depth is the measured depth, or else (pressure - surface pressure) / (density * 9.80665 m/s2). If a recording \
    has both, they are compared. The state of a depth d is `past_max_depth` for d > `max_depth_m`, \
    `approaching_max_depth` within `approach_margin_m` of it, `submerged_deep` beyond `shallow_depth_m`, and else \
    `submerged_shallow`. Without a depth under water it is `sensor_depth_error`. The states in the recording are \
    kept, too, and each interval says whether both states agree.

    A watch warms or cools to the water, so its temperature converges. T_end + (T_0 - T_end) exp(-t / tau) is fitted \
    to the first `fit_duration_s` of each dive. The settled temperature is the first of `settled_samples` in a row \
    with an uncertainty of at most `max_uncertainty_deg_c`. `best` takes the fitted temperature if its uncertainty is \
    as small as that, and else the settled temperature.
    """

  private let rules: SubmersionRules

  package static func ports(_ options: DiveOptions) -> Ports {
    Ports(
      reads: [
        .optionalPassing(.submersionMeasurement), .optionalPassing(.submersionEvent),
        .optionalPassing(.waterTemperature),
      ],
      writes: [.required(.submersion)])
  }

  package init(_ options: DiveOptions) { rules = options.rules }

  /// Rejects a recording without a stream that shows submersion.
  package func plan(_ plan: inout PlanContext) throws {
    let hasMeasurements = try plan.factsIfPresent(.submersionMeasurement) != nil
    let hasEvents = try plan.factsIfPresent(.submersionEvent) != nil
    if !hasMeasurements && !hasEvents {
      plan.fault(
        """
        the recording has neither the stream submersion_measurement (with depth, pressure or depth_state) nor the stream \
        submersion_event; expected one of them
        """)
    }
  }

  /// Finds the dives as the samples pass.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let measurement = try SubmersionMeasurement(
      rules,
      [
        .measurement: try workspace.sourceIfPresent(of: .submersionMeasurement),
        .event: try workspace.sourceIfPresent(of: .submersionEvent),
        .temperature: try workspace.sourceIfPresent(of: .waterTemperature),
      ].compactMapValues { $0 })
    return AtEnd { workspace in
      let findings = measurement.findings
      workspace.note("dives", findings.dives.count)
      if findings.ignoredRows > 0 {
        workspace.note("ignored_rows", findings.ignoredRows)
        workspace.warn(
          "\(findings.ignoredRows) rows were left out: their timestamps are not numbers, or not after those before them"
        )
      }
      try workspace.set(.submersion, findings)
    }
  }
}

extension DiveStage: ExplainingStage {
  /// `submersion`.
  package var explainedSlot: String { Slot.submersion.name }

  /// The dive at a time, or the nearest dive, with the events that opened and closed it and the source of its
  /// temperature.
  package func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let findings = value as? SubmersionFindings else { return nil }
    let told = DiveExplanation(at: time, in: findings)
    guard let dive = told.dive, let index = told.index else {
      return StageExplanation(verdict: "no dive was found", reasons: state(told))
    }
    let distance = max(dive.startTime - time, time - dive.endTime)
    let verdict =
      told.isInside
      ? "dive \(index), \(ExplainedNumber.seconds(time - dive.startTime)) after its start"
      : "in no dive; dive \(index) is \(ExplainedNumber.seconds(distance)) \(time < dive.startTime ? "later" : "earlier")"
    return StageExplanation(verdict: verdict, reasons: state(told) + reasons(dive, told))
  }

  private func state(_ told: DiveExplanation) -> [String] {
    guard let state = told.state else { return ["no measurement holds at the moment"] }
    let own = state.agrees == nil ? "" : ", the recording's own state \(state.ownState.name)"
    return ["state by depth \(state.state.name)\(own)"]
  }

  private func reasons(_ dive: Dive, _ told: DiveExplanation) -> [String] {
    var lines = [
      "start \(ExplainedNumber.clock(dive.startTime)), by \(words(dive.opening.rawValue))",
      "end \(ExplainedNumber.clock(dive.endTime)), by \(words(dive.closing.rawValue)), after "
        + ExplainedNumber.seconds(dive.endTime - dive.startTime),
    ]
    if let depth = dive.maxDepthM { lines.append("largest depth \(ExplainedNumber.text(depth)) m") }
    if let temperature = dive.temperature {
      lines.append(
        "water temperature \(ExplainedNumber.text(temperature.degC)) °C, uncertain by "
          + "\(ExplainedNumber.text(temperature.uncertaintyDegC)) °C, found by \(words(temperature.method.rawValue))")
    }
    if let before = told.surfaceBefore {
      lines.append("at the surface for \(ExplainedNumber.seconds(before.endTime - before.startTime)) before")
    }
    if let after = told.surfaceAfter {
      lines.append("at the surface for \(ExplainedNumber.seconds(after.endTime - after.startTime)) after")
    }
    lines += told.disagreements.map { state in
      "the recording says \(state.ownState.name) from \(ExplainedNumber.clock(state.startTime)) to "
        + "\(ExplainedNumber.clock(state.endTime)), its depth \(state.state.name)"
    }
    if !dive.flags.isEmpty {
      lines.append("flags: " + dive.flags.map(\.rawValue).sorted().map(words).joined(separator: ", "))
    }
    return lines
  }

  private func words(_ name: String) -> String { name.replacing("_", with: " ") }
}

/// Feeds the engine of submersion from streams as they pass.
final class SubmersionMeasurement {
  private var engine: SubmersionEngine

  /// Feeds the engine from each stream that contains at least one of the engine's quantities.
  ///
  /// - Throws: `RecordingError` for streams without any quantity that shows submersion, or `SubmersionError` for
  ///   invalid rules.
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
