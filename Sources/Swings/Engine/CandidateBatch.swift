import Parallel
import Signals

/// Candidates that are measured on samples frozen at one moment: by a spare worker while more samples come, or else on
/// request.
final class CandidateBatch: Sendable {
  /// The records of the candidates, in their order.
  struct Measured: Sendable {
    var impacts: [ImpactRecord] = []
    var early: [ImpactRecord] = []
    var bursts: [BurstRecord] = []
  }

  /// The times of the first peak and the first burst, in s.
  let firstPeakTime, firstBurstTime: Double?
  private let work: WorkedAhead<Measured>

  /// Offers the measuring to spare workers.
  ///
  /// - Parameters:
  ///   - peaks: peaks that are impacts.
  ///   - early: peaks that may still be removed.
  ///   - near: the impacts and hits around the bursts, in the order of time.
  ///   - firstTimes: the times of the first peak and the first burst.
  init(
    _ meter: CandidateMeter, _ peaks: [Peak], early: [Peak], _ bursts: [PeakStream.Found],
    near: AirSwingDetector.Neighbours, firstTimes: (peak: Double?, burst: Double?)
  ) {
    (firstPeakTime, firstBurstTime) = (firstTimes.peak, firstTimes.burst)
    work = WorkedAhead { _ in
      var measured = Measured()
      measured.early = try InOrder.map(early, blocksOf: 8) { _, peak in try meter.record(of: peak) }
      measured.impacts = try InOrder.map(peaks, blocksOf: 8) { _, peak in try meter.record(of: peak) }
      if let detector = meter.rules.airSwings {
        measured.bursts = try InOrder.map(bursts, blocksOf: 16) { _, burst in
          try meter.record(of: burst, by: detector, near: near)
        }.compactMap(\.self)
      }
      return measured
    }
  }

  /// Whether a worker measures, or may do so before the records are asked for.
  var isHelped: Bool { work.isHelped }

  // Measuring stops when the batch is released.
  deinit { work.stop() }

  /// The measured records.
  ///
  /// - Throws: the errors of measuring, or `CancellationError`.
  func measured() throws -> Measured { try work.value() }
}
