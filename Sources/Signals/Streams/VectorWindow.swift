/// Three axes of a stream as they pass, for a stage to read.
public final class PassingVectors {
  /// The recent past of the stream.
  package let window: any VectorWindow

  package init(_ window: any VectorWindow) { self.window = window }

  /// Passes every block to a reader, in the order of time. The channels of a block are the axes x, y and z.
  ///
  /// - Throws: errors of preparing a filter.
  public func read(_ reader: @escaping (SampleBlock) throws -> Void) throws { try window.read(reader) }
}

/// The recent past of three axes of a stream in a `Dataflow`, as recorded or after a filter.
package protocol VectorWindow: AnyObject {
  /// The stream. A sample of the window has the same number as in the stream.
  var stream: FlowStream { get }
  /// How many samples before and after a sample must be present to compute it.
  var reach: Int { get }
  /// The number of samples computed so far on the axes that are computed throughout.
  var count: Int { get }
  /// Computes every sample of an axis, 0 to 2, or of the vector's length, `VectorLength.axis`. Without this call, an
  /// axis is computed only around the samples that are read.
  ///
  /// - Returns: a closure with the samples of the axis in the current stretch; nil if its filter needs an unknown rate.
  /// - Throws: errors of preparing a filter.
  func track(_ axis: Int) throws -> (() -> RingSignal)?
  /// The samples held now, for reading while the stream continues.
  ///
  /// - Parameter axis: the axis that the reader passed to `track(_:)`, if any. The samples do not depend on the axes
  ///   that other readers track.
  func frozen(tracked axis: Int?) -> Triaxial
  /// An axis computed sample by sample up to the newest one.
  func newest(_ axis: Int) -> (any Signal)?
  /// Passes every block to a reader, in the order of time, with all axes.
  func read(_ reader: @escaping (SampleBlock) throws -> Void) throws
  /// Keeps the samples of an axis that a reader still needs.
  ///
  /// - Parameter firstNeeded: returns the first needed sample.
  func hold(_ axis: Int, _ firstNeeded: @escaping () -> Int)
}

/// Three axes of a stream, as recorded.
package final class SourceWindow: VectorWindow {
  package let stream: FlowStream
  package var reach: Int { 0 }
  package var count: Int { stream.ring.count }
  private let first: Int
  private var length: VectorLength?

  /// Makes a window of three channels of a stream, from `first` on.
  package init(_ stream: FlowStream, from first: Int = 0) { (self.stream, self.first) = (stream, first) }

  package func track(_ axis: Int) -> (() -> RingSignal)? {
    stream.keep()
    if axis == VectorLength.axis {
      let length =
        length
        ?? VectorLength(
          stream, of: (first..<first + 3).map { channel in { [ring = stream.ring] in ring.signal(channel) } })
      self.length = length
      return { length.signal }
    }
    return { [ring = stream.ring, channel = first + axis] in ring.signal(channel) }
  }

  package func frozen(tracked axis: Int?) -> Triaxial {
    stream.flow.view(of: self) {
      let timeBase = stream.ring.frozenTimeBase()
      let axes = (first..<first + 3).map { stream.ring.signal($0).frozen(timeBase) }
      return Triaxial(x: axes[0], y: axes[1], z: axes[2])
    }
  }

  package func newest(_ axis: Int) -> (any Signal)? {
    guard axis == VectorLength.axis else { return stream.ring.signal(first + axis) }
    let axes = (first..<first + 3).map { stream.ring.signal($0) }
    return NormSignal(Triaxial(x: axes[0], y: axes[1], z: axes[2]))
  }

  package func read(_ reader: @escaping (SampleBlock) throws -> Void) {
    let channels = first..<first + 3
    stream.read { block in
      var vectors = block
      vectors.channels = Array(block.channels[channels])
      try reader(vectors)
    }
  }

  package func hold(_ axis: Int, _ firstNeeded: @escaping () -> Int) {
    stream.hold(firstNeeded)
    if axis == VectorLength.axis { length?.hold(firstNeeded) }
  }
}

/// The length of three axes of a stream, computed sample by sample as they pass.
final class VectorLength: Dataflow.Node {
  /// The axis number of the length.
  static let axis = 3

  let stream: FlowStream
  private let axes: [() -> RingSignal]
  private var needs: [() -> Int] = []
  /// The lengths as a signal, for the current stretch.
  private(set) var signal: RingSignal

  init(_ stream: FlowStream, of axes: [() -> RingSignal]) {
    (self.stream, self.axes) = (stream, axes)
    signal = Self.signal(stream.ring, axes[0]().unit)
    stream.flow.add(self)
  }

  private static func signal(_ ring: StreamRing, _ unit: Unit) -> RingSignal {
    RingSignal(samples: SlidingBuffer(startingAt: ring.held.lowerBound), timeBase: ring.timeBase, unit: unit)
  }

  func hold(_ firstNeeded: @escaping () -> Int) { needs.append(firstNeeded) }

  func advance() {
    let inputs = axes.map { $0().samples }
    let end = inputs.map(\.held.upperBound).min() ?? 0
    let range = signal.samples.held.upperBound..<end
    guard !range.isEmpty else { return }
    let target = signal.samples.grow(by: range.count)
    let (x, y, z) = (inputs[0].elements(range), inputs[1].elements(range), inputs[2].elements(range))
    for place in 0..<range.count {
      target[place] = (x[place] * x[place] + y[place] * y[place] + z[place] * z[place]).squareRoot()
    }
  }

  // Lengths that are not computed yet need the samples of the axes.
  func firstNeeded(of stream: FlowStream) -> Int { stream === self.stream ? signal.samples.held.upperBound : .max }

  func drop() { signal.samples.drop(before: needs.reduce(stream.firstKept) { min($0, $1()) }) }

  func restart(_ streams: [FlowStream]) {
    if streams.contains(where: { $0 === stream }) { signal = Self.signal(stream.ring, signal.unit) }
  }
}

/// Three axes of a window after a filter, with zero phase.
///
/// A tracked axis is filtered in blocks. Other axes are filtered sample by sample, around events only, which is cheaper
/// for few samples. The results differ by rounding.
package final class FilteredWindow: VectorWindow, Dataflow.Node {
  package let stream: FlowStream
  private let source: any VectorWindow
  private let kernel: FIRKernel?
  private var tracks: [Int: FilterStream] = [:]
  private var needs: [Int: [() -> Int]] = [:]
  private var length: VectorLength?
  private var readers: [(SampleBlock) throws -> Void] = []
  private var readCount = 0

  /// Filters a window.
  ///
  /// - Parameter kernel: a kernel designed for the stream's rate; nil if no rate is known.
  package init(_ source: any VectorWindow, _ kernel: FIRKernel?) {
    (self.source, self.kernel, stream) = (source, kernel, source.stream)
    stream.keep()
    stream.note(self)
    stream.flow.add(self)
  }

  package var reach: Int { (kernel?.halfLength ?? 0) + source.reach }

  package var count: Int { tracks.values.map(\.count).min() ?? source.count }

  package func track(_ axis: Int) throws -> (() -> RingSignal)? {
    guard let kernel else { return nil }
    if axis == VectorLength.axis { return try trackLength() }
    if let track = tracks[axis] { return { track.signal } }
    guard let input = try source.track(axis) else { return nil }
    let track = try FilterStream(stream.ring, kernel, input)
    tracks[axis] = track
    stream.flow.extendReach(byS: Double(track.lag) / kernel.rate)
    source.hold(axis) { track.count - track.halfLength - 1 }
    return { track.signal }
  }

  private func trackLength() throws -> (() -> RingSignal)? {
    if let known = length { return { known.signal } }
    var axes: [() -> RingSignal] = []
    for axis in 0..<3 {
      guard let signal = try self.track(axis) else { return nil }
      axes.append(signal)
    }
    let made = VectorLength(stream, of: axes)
    for axis in 0..<3 { hold(axis) { [unowned made] in made.firstNeeded(of: made.stream) } }
    length = made
    return { made.signal }
  }

  package func frozen(tracked axis: Int?) -> Triaxial {
    let before = source.frozen(tracked: nil)
    guard let kernel else { return before }
    return stream.flow.view(of: self, axis) {
      let axes = zip(0..., before.axes).map { place, signal -> any Signal in
        let track = place == axis || axis == VectorLength.axis ? tracks[place] : nil
        return track?.signal.frozen(before.timeBase) ?? DirectlyFilteredSignal(signal, kernel: kernel)
      }
      let tracked = axis == VectorLength.axis ? length?.signal.frozen(before.timeBase) : nil
      return Triaxial(x: axes[0], y: axes[1], z: axes[2], length: tracked)
    }
  }

  package func newest(_ axis: Int) -> (any Signal)? {
    if axis == VectorLength.axis {
      let axes = (0..<3).compactMap { newest($0) }
      return axes.count == 3 ? NormSignal(Triaxial(x: axes[0], y: axes[1], z: axes[2])) : nil
    }
    return kernel.flatMap { kernel in source.newest(axis).map { DirectlyFilteredSignal($0, kernel: kernel) } }
  }

  package func read(_ reader: @escaping (SampleBlock) throws -> Void) throws {
    guard kernel != nil else {
      // A constant signal: without a known rate nothing above 0 Hz passes the filter.
      return try source.read { block in
        var silent = block
        silent.channels = [SampleBlock.Channel](
          repeating: .init([Float](repeating: 0, count: block.count)), count: 3)
        try reader(silent)
      }
    }
    for axis in 0..<3 {
      _ = try track(axis)
      hold(axis) { [unowned self] in readCount }
    }
    readers.append(reader)
  }

  package func hold(_ axis: Int, _ firstNeeded: @escaping () -> Int) {
    guard axis == VectorLength.axis else { return needs[axis, default: []].append(firstNeeded) }
    length?.hold(firstNeeded)
    for axis in 0..<3 { hold(axis, firstNeeded) }
  }

  // MARK: Node

  package func advance() throws {
    for track in tracks.values { try track.advance(isEnded: stream.isOver) }
    guard !readers.isEmpty, tracks.count == 3, count > readCount else { return }
    let signals = (0..<3).compactMap { tracks[$0]?.signal }
    let block = stream.ring.block(of: signals, readCount..<count)
    readCount = count
    for reader in readers { try reader(block) }
  }

  package func firstNeeded(of stream: FlowStream) -> Int {
    guard stream === self.stream else { return .max }
    return min(count, readers.isEmpty ? .max : readCount) - reach - 1
  }

  package func drop() {
    for (axis, track) in tracks {
      track.drop(before: (needs[axis] ?? []).reduce(stream.firstKept) { min($0, $1()) })
    }
  }

  package func restart(_ streams: [FlowStream]) {
    guard streams.contains(where: { $0 === stream }) else { return }
    for track in tracks.values { track.restart() }
    readCount = stream.ring.held.lowerBound
  }
}
