import SPBasics
import SPSignals
import Synchronization

/// The samples around swings, for work that needs more than features. They are stored as the samples pass.
///
/// All windows have the same number of samples before and after the sample nearest to the anchor. Samples beyond a gap
/// are not used: their values and times are NaN. The windows of a day do not fit into memory, so they are stored in a
/// file without a name.
package final class SwingWindows {
  /// A stream, and its channels that are kept.
  package enum Source {
    /// Three axes, as recorded or after a filter, in g.
    case vectors(PassingVectors)
    /// The device motion, with all 13 channels.
    case motion(MotionWindow)
  }

  /// The windows of one swing.
  package struct Window: Sendable {
    /// The times of the samples relative to the anchor, in s.
    package let times: ArraySlice<Float>
    /// The values, sample by sample.
    package let values: ArraySlice<Float>
  }

  /// The layouts, in the order of the sources.
  package let layouts: [SampleWindow]
  private let labelled: CandidateFlow
  private let step: WindowStep

  /// Keeps the samples around candidates that may become swings.
  /// - Parameter statedRatesHz: For each source, the rate that its recording states; empty to use the measured rates.
  /// - Throws: `FileError` if the disk is full.
  package init(
    _ labelled: CandidateFlow, _ sources: [Source], beforeS: Double, afterS: Double, statedRatesHz: [Double?] = [],
    waitingFolder: String
  ) throws {
    step = try WindowStep(
      sources, beforeS: beforeS, afterS: afterS, statedRatesHz: statedRatesHz, folder: waitingFolder)
    self.labelled = labelled.adding(step)
    layouts = step.layouts
  }

  /// The windows of a swing, in the order of the sources.
  /// - Throws: `UnmeasuredEvent`, or `FileError`.
  package func windows(around swing: LabelledSwing) throws -> [Window] {
    guard let values = try step.values(of: swing.swing) else {
      throw UnmeasuredEvent(name: "swing", time: swing.swing.anchorTime)
    }
    var place = 0
    return layouts.map { layout in
      defer { place += layout.valueCount }
      let border = place + layout.sampleCount
      return Window(times: values[place..<border], values: values[border..<place + layout.valueCount])
    }
  }
}

/// Keeps the samples around candidates.
private final class WindowStep: MeasuringStep {
  let part = CandidatePart.windows
  let layouts: [SampleWindow]
  private let sources: [SwingWindows.Source]
  private let store: WindowStore

  init(
    _ sources: [SwingWindows.Source], beforeS: Double, afterS: Double, statedRatesHz: [Double?], folder: String
  ) throws {
    self.sources = sources
    // The anchor of a miss is its highest rate, which may come before or after its impact.
    let reach = SwingReach().motion
    layouts = sources.enumerated().map { place, source in
      let (stream, count) =
        switch source {
        case .vectors(let vectors): (vectors.window.stream, 3)
        case .motion(let motion): (motion.stream, MotionLayout.allChannelCount)
        }
      let longest: Double = if case .motion(let motion) = source { motion.reach.longestS } else { 0 }
      stream.keep(
        History(beforeS: beforeS + reach.beforeS + longest, afterS: afterS + ContactEvidence.afterS + 0.25))
      let stated = statedRatesHz.isEmpty ? nil : statedRatesHz[place]
      let rateHz = SampleWindow.rateHz(stated: stated, measured: stream.ring.prologue.rateHz)
      return SampleWindow(rateHz: rateHz, channelCount: count, beforeS: beforeS, afterS: afterS)
    }
    store = try WindowStore(valueCount: layouts.reduce(0) { $0 + $1.valueCount }, folder)
  }

  func values(of swing: Swing) throws -> [Float]? {
    try store.values(of: swing.candidate.identity, anchorTime: swing.anchorTime)
  }

  func prepared() throws -> @Sendable (inout SwingCandidate) throws -> Void {
    let signals = zip(sources, layouts).map { source, layout in
      switch source {
      case .vectors(let vectors):
        let held = vectors.window.frozen(tracked: nil)
        return (layout, held.x.timeBase, held.axes as [(any Signal)?])
      case .motion(let motion):
        let held = motion.frozen
        return (layout, held.rotationRate.x.timeBase, held.allChannels)
      }
    }
    return { [store] candidate in
      guard candidate.isSwing, let label = candidate.label else { return }
      let anchor = Swing(candidate).as(label).anchorTime
      var values: [Float] = []
      values.reserveCapacity(store.valueCount)
      for (layout, timeBase, channels) in signals { try layout.append(to: &values, timeBase, channels, around: anchor) }
      try store.add(values, of: candidate.identity, anchorTime: anchor)
    }
  }
}

/// The windows of candidates, in a file.
private final class WindowStore: Sendable {
  private struct State {
    let file: UnnamedFile
    var count = 0
    var places: [SwingCandidate.Identity: (place: Int, anchorTime: Double)] = [:]
  }

  let valueCount: Int
  private let state: Mutex<State>

  init(valueCount: Int, _ folder: String) throws {
    self.valueCount = valueCount
    state = Mutex(State(file: try UnnamedFile(in: folder)))
  }

  func add(_ values: [Float], of identity: SwingCandidate.Identity, anchorTime: Double) throws {
    try state.withLock { state in
      // A candidate that is measured again has the same samples.
      guard state.places[identity]?.anchorTime != anchorTime else { return }
      try state.file.append(values)
      state.places[identity] = (state.count, anchorTime)
      state.count += 1
    }
  }

  func values(of identity: SwingCandidate.Identity, anchorTime: Double) throws -> [Float]? {
    try state.withLock { state in
      guard let known = state.places[identity], known.anchorTime == anchorTime else { return nil }
      return try state.file.read(known.place * valueCount..<(known.place + 1) * valueCount)
    }
  }
}

extension MotionLayout {
  /// The number of channels if everything is recorded.
  static let allChannelCount = 13

  /// The names of all channels.
  package static let allChannelNames =
    ["rotation_rate", "gravity", "user_acceleration"].flatMap { name in ["x", "y", "z"].map { "\(name)_\($0)" } }
    + ["w", "x", "y", "z"].map { "attitude_\($0)" }

  /// The units of all channels.
  package static let allChannelUnits = MotionLayout().units.map(\.symbol)
}

extension MotionSignals {
  /// All channels in the order of ``MotionLayout``; a channel that was not recorded is nil.
  fileprivate var allChannels: [(any Signal)?] {
    let none = [(any Signal)?](repeating: nil, count: 3)
    return rotationRate.axes + gravity.axes + (userAcceleration?.axes ?? none)
      + (attitude.map { [$0.w, $0.x, $0.y, $0.z] } ?? none + [nil])
  }
}
