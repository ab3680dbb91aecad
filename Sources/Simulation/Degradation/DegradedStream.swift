import Recordings
import Signals

/// One stream of a recording as a lesser sensor would have delivered it, read by ranges of the original's rows.
struct DegradedStream {
  let name: StreamName
  let datasets: [String]
  /// Every how many rows one is kept.
  let factor: Int
  let rangeG: Double?
  /// The rate that is stated, in Hz: where samples are left out, the original's by ``factor``.
  let nominalRateHz: Double?
  /// The rate of the rows that are kept, before any are lost, in Hz.
  var rateHz: Double { timeBase.rate / Double(factor) }
  private let timeBase: TimeBase
  private let signals: [[any Signal]]
  private let dropShare: Double
  private let lateS: Double
  private let losses: RandomStream

  /// How many rows the original has.
  var count: Int { timeBase.count }

  /// - Throws: `RecordingError` where the rate asked for is over the recording's own or that has none, and what opening
  ///   throws.
  init(_ stream: RecordingStream, of recording: Recording, _ degradation: Degradation) throws {
    let isAcceleration = stream.name == .accelerometer
    let isWrist = isAcceleration || stream.name == .deviceMotion
    name = stream.name
    datasets = stream.datasetNames
    let wanted = degradation.wantedRateHz(of: stream.name)
    let times = try stream.timeBase
    timeBase = times
    factor = try wanted.map { try Self.factor(from: times.rate, to: $0, stream.name, recording.path) } ?? 1
    let clip = isAcceleration ? degradation.clipRangeG : nil
    rangeG = [stream.rangeG, clip].compactMap(\.self).min()
    nominalRateHz = stream.nominalRateHz.map { [factor] in $0 / Double(factor) }
    dropShare = isWrist ? degradation.dropShare : 0
    lateS = stream.name == .deviceMotion ? degradation.motionOffsetS : 0
    // The streams lose samples of their own.
    losses = RandomStream(state: degradation.seed &* 2 &+ (isAcceleration ? 0 : 1))
    let lowPass =
      try factor > 1 && !degradation.keepsAliases ? Self.lowPass(times.rate, factor, stream.name, recording.path) : nil
    signals = try datasets.map { dataset in
      try stream.signals(dataset).map { signal in
        let clipped: any Signal = clip.map { ClippedSignal(source: signal, limit: Float($0)) } ?? signal
        // Sensor fusion gives the attitude of a moment; the mean of quaternions would be none.
        guard let lowPass, dataset != "attitude" else { return clipped }
        return try FilteredSignal(clipped, kernel: lowPass)
      }
    }
  }

  private static func factor(from rate: Double, to wanted: Double, _ name: StreamName, _ path: String) throws -> Int {
    guard rate > 0 else {
      throw RecordingError(
        path: path, object: name.rawValue,
        "has no rate of which \(wanted) Hz could be made; expected two samples or more, at different times")
    }
    // A watch that is called 800 Hz may measure a little less.
    guard wanted <= 1.05 * rate else {
      throw RecordingError(
        path: path, object: name.rawValue,
        "has \((rate * 10).rounded() / 10) Hz, of which no \(wanted) Hz can be made; expected a lower rate")
    }
    return max(1, Int(clamping: (rate / wanted).rounded()))
  }

  private static func lowPass(
    _ rate: Double, _ factor: Int, _ name: StreamName, _ path: String
  ) throws(RecordingError) -> FIRKernel {
    let kept = rate / Double(factor)
    do {
      return try KaiserLowPass.beforeSampling(atHz: kept).kernel(rate: rate)
    } catch {
      // Timestamps that are damaged can give any rate.
      throw RecordingError(
        path: path, object: name.rawValue,
        "has \(rate) Hz, for which there is no low-pass at \(kept) Hz: \(error); expected timestamps in s")
    }
  }

  /// The timestamps and values of the rows that are kept of a range.
  func rows(_ range: Range<Int>) throws -> (time: [Double], datasets: [String: [Float]]) {
    let kept = range.filter { $0.isMultiple(of: factor) && !isLost($0) }
    let timestamps = try timeBase.times(range)
    var values: [String: [Float]] = [:]
    for (dataset, components) in zip(datasets, signals) {
      let columns = try components.map { try $0.samples(range) }
      values[dataset] = kept.flatMap { row in columns.map { $0[row - range.lowerBound] } }
    }
    return (kept.map { timestamps[$0 - range.lowerBound] + lateS }, values)
  }

  private func isLost(_ row: Int) -> Bool {
    dropShare > 0 && Double(losses.word(at: row) >> 11) * 0x1p-53 < dropShare
  }
}

/// A signal limited to a sensor's range.
private struct ClippedSignal: Signal {
  let source: any Signal
  let limit: Float

  var count: Int { source.count }
  var timeBase: TimeBase { source.timeBase }
  var unit: Unit { source.unit }

  func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try source.read(range, into: &samples)
    // NaN stays, since it compares with nothing.
    for index in 0..<samples.count where abs(samples[index]) > limit {
      samples[index] = samples[index] < 0 ? -limit : limit
    }
  }
}
