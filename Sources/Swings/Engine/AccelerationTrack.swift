import Signals

/// The acceleration of the current stretch: its last samples, the filtered samples, and the peaks found in them.
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
    // Without a rate, as with one sample or none, no filter can be designed.
    kernel = prologue.rateHz > 0 ? try rules.filter.kernel(rate: prologue.rateHz) : nil
    let channel = Axis.allCases.firstIndex(of: rules.impacts.axis) ?? 2
    filter = try kernel.map { [ring] in try FilterStream(ring, channel: channel, kernel: $0) }
    peaks = PeakStream(rules.impacts.finder, rate: prologue.rateHz)
  }

  /// The number of samples scanned for peaks.
  var scannedCount: Int { filter?.count ?? ring.count }

  /// Half the filter's length, in samples.
  var halfLength: Int { kernel?.halfLength ?? 0 }

  /// Filters and scans the new samples; returns the peaks decided by them.
  mutating func advance(isEnded: Bool) throws -> [Peak] {
    guard let filter else { return [] }
    try filter.advance(isEnded: isEnded)
    try peaks.advance(over: filter.signal, isEnded: isEnded)
    return peaks.takePeaks().map(\.peak)
  }

  /// The samples held now, for reading while the stream continues: as recorded, and filtered. The axis on which impacts
  /// are detected is already filtered, the others are filtered when read.
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

  /// The filtered axis on which impacts are detected, computed sample by sample up to the newest one.
  var newest: (any Signal)? {
    let channel = Axis.allCases.firstIndex(of: rules.impacts.axis) ?? 2
    return kernel.map { DirectlyFilteredSignal(ring.signal(channel), kernel: $0) }
  }

  /// Drops the samples before a number, except those still needed.
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
