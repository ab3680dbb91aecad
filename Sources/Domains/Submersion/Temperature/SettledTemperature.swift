/// Finds the first temperature whose uncertainty stays below a limit for some samples, one sample at a time.
struct SettledTemperature: Sendable {
  private let rules: TemperatureRules
  private var candidate: TemperatureSample?
  private var count = 0
  /// The result, which does not change any more.
  private(set) var found: WaterTemperature?

  init(_ rules: TemperatureRules) { self.rules = rules }

  /// Takes the next temperature.
  mutating func add(_ sample: TemperatureSample) {
    guard found == nil else { return }
    // False for NaN as well: a value of unknown uncertainty is never certain enough.
    guard sample.uncertaintyDegC <= rules.maxUncertaintyDegC else {
      candidate = nil
      count = 0
      return
    }
    let first = candidate ?? sample
    candidate = first
    count += 1
    guard count == rules.sampleCount else { return }
    found = WaterTemperature(
      degC: first.degC, uncertaintyDegC: first.uncertaintyDegC, method: .settled, timeConstantS: nil, startDegC: nil,
      sampleCount: count, time: first.time)
  }
}
