import SPRecordings
import SPSignals

/// One stream of a recording as a worse sensor would have delivered it, read by ranges of the original's rows.
struct DegradedStream {
  let name: StreamName
  let datasets: [String]
  /// One of this many rows is kept.
  let factor: Int
  let rangeG: Double?
  /// The original's stated rate divided by `factor`, in Hz.
  let nominalRateHz: Double?
  /// The rate of the kept rows, before any of them are lost, in Hz.
  var rateHz: Double { timeBase.rate / Double(factor) }
  private let timeBase: TimeBase
  private let signals: [[any Signal]]
  private let dropShare: Double
  private let lateS: Double
  private let losses: RandomStream

  /// The number of rows of the original.
  var count: Int { timeBase.count }

  /// - Throws: `RecordingError` if the requested rate is above the recording's rate or the recording has no rate, and
  ///   the errors of opening.
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
    // Each stream loses samples independently.
    losses = RandomStream(state: degradation.seed &* 2 &+ (isAcceleration ? 0 : 1))
    let lowPass =
      try factor > 1 && !degradation.keepsAliases ? Self.lowPass(times.rate, factor, stream.name, recording.path) : nil
    signals = try datasets.map { dataset in
      try stream.signals(dataset).map { signal in
        let clipped: any Signal = clip.map { ClippedSignal(source: signal, limit: Float($0)) } ?? signal
        // Sensor fusion gives the attitude at a moment; the mean of several quaternions is not an attitude.
        guard let lowPass, dataset != "attitude" else { return clipped }
        return try FilteredSignal(clipped, kernel: lowPass)
      }
    }
  }

  private static func factor(from rate: Double, to wanted: Double, _ name: StreamName, _ path: String) throws -> Int {
    guard rate > 0 else {
      throw RecordingError(
        path: path, object: name.rawValue,
        "has no rate that could be reduced to \(wanted) Hz; expected two samples or more, at different times")
    }
    // The measured rate of a watch may be slightly below its nominal 800 Hz.
    guard wanted <= 1.05 * rate else {
      throw RecordingError(
        path: path, object: name.rawValue,
        "has \((rate * 10).rounded() / 10) Hz, which cannot be reduced to \(wanted) Hz; expected a lower rate")
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
      // Damaged timestamps can give any rate.
      throw RecordingError(
        path: path, object: name.rawValue,
        "has \(rate) Hz, for which there is no low-pass at \(kept) Hz: \(error); expected timestamps in s")
    }
  }

  /// The timestamps and values of the rows kept in a range.
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
    // NaN stays, since its comparisons are false.
    for index in 0..<samples.count where abs(samples[index]) > limit {
      samples[index] = samples[index] < 0 ? -limit : limit
    }
  }
}
