import Signals

/// The acceleration of a stretch under way: its last samples, the same after the filter, and the peaks found in them.
struct AccelerationTrack {
  static let units = [Unit](repeating: .g, count: 3)

  let ring: StreamRing
  private(set) var peaks: PeakStream
  private let rules: SwingRules
  private let filter: FilterStream?
  private let kernel: FIRKernel?

  init(_ rules: SwingRules, _ prologue: Prologue) throws {
    self.rules = rules
    ring = StreamRing(units: Self.units, prologue: prologue)
    // Without a rate there is nothing to design a filter for, as of one sample or none.
    kernel = prologue.rateHz > 0 ? try rules.filter.kernel(rate: prologue.rateHz) : nil
    let channel = Axis.allCases.firstIndex(of: rules.impacts.axis) ?? 2
    filter = try kernel.map { [ring] in try FilterStream(ring, channel: channel, kernel: $0) }
    peaks = PeakStream(rules.impacts.finder, rate: prologue.rateHz)
  }

  /// The number of samples that have been looked for peaks.
  var scannedCount: Int { filter?.count ?? ring.count }

  /// Half the filter's length, in samples.
  var halfLength: Int { kernel?.halfLength ?? 0 }

  /// Filters and scans the new samples; returns the peaks that they decide.
  mutating func advance(isEnded: Bool) throws -> [Peak] {
    guard let filter else { return [] }
    try filter.advance(isEnded: isEnded)
    try peaks.advance(over: filter.signal, isEnded: isEnded)
    return peaks.takePeaks().map(\.peak)
  }

  /// What is held now, to be read while the stream goes on: as recorded, and after the filter, which was applied to the
  /// axis that impacts are detected on and is to the others where they are read.
  func frozen() -> (raw: Triaxial, filtered: Triaxial) {
    let timeBase = ring.frozenTimeBase()
    let raw = (0..<3).map { ring.signal($0).frozen(timeBase) }
    let axes = Triaxial(x: raw[0], y: raw[1], z: raw[2])
    guard let filter, let kernel else { return (axes, axes) }
    let found = filter.signal.frozen(timeBase)
    func axis(_ axis: Axis, _ channel: Int) -> any Signal {
      axis == rules.impacts.axis ? found : DirectlyFilteredSignal(raw[channel], kernel: kernel)
    }
    return (axes, Triaxial(x: axis(.x, 0), y: axis(.y, 1), z: axis(.z, 2)))
  }

  /// The axis that impacts are detected on after the filter, summed up sample by sample: up to the newest ones.
  var newest: (any Signal)? {
    let channel = Axis.allCases.firstIndex(of: rules.impacts.axis) ?? 2
    return kernel.map { DirectlyFilteredSignal(ring.signal(channel), kernel: $0) }
  }

  /// Drops what lies before a sample, as far as nothing that is under way needs it.
  func drop(before number: Int) {
    let scanned = min(peaks.firstNeeded, scannedCount)
    filter?.drop(before: min(number, scanned))
    ring.drop(before: min(number, scannedCount - halfLength - 1))
  }

  mutating func restart() {
    ring.restart()
    filter?.restart()
    peaks = PeakStream(rules.impacts.finder, rate: ring.prologue.rateHz)
  }
}
