import SPBasics
import SPRecordings
import SPSignals

/// Checks whether timestamps of a motion sensor can be in the assumed unit.
enum PlausibleRate {
  static let streams: Set<StreamName> = [.accelerometer, .deviceMotion, .headphoneMotion]
  /// Any other rate, in Hz, means that the timestamps are in another unit.
  private static let ratesHz = 2.0...20_000

  /// The fault of the timestamps of a stream; nil for a plausible rate.
  static func fault(of stream: StreamName, rateHz: Double) -> String? {
    guard !ratesHz.contains(rateHz) else { return nil }
    return "has timestamps of \(stream) that give \((rateHz * 10_000).rounded() / 10_000) Hz; expected "
      + "\(Int(ratesHz.lowerBound)) to \(Int(ratesHz.upperBound)) Hz: they seem to have another unit, which a mapping can state"
  }
}

/// Checks whether the first timestamps of a table can be in the assumed unit.
extension RecognisedTable {
  private static let fewestTimestamps = 20

  /// Throws if the rate of a motion sensor shows that its timestamps are in another unit than assumed.
  func requirePlausibleRates() throws {
    for (stream, rows) in zip(plan.streams, firstRows()) where PlausibleRate.streams.contains(stream.name) {
      let steps = zip(rows.times.dropFirst(), rows.times).map { $0 - $1 }.filter { $0 > 0 }
      guard steps.count >= Self.fewestTimestamps else { continue }
      // The mean of intervals that are not gaps: timestamps may come in bursts.
      let median = steps.sorted()[steps.count / 2]
      let usual = steps.filter { $0 < 100 * median }
      let rate = Double(usual.count) / usual.reduce(0, +)
      if let fault = PlausibleRate.fault(of: stream.name, rateHz: rate) {
        throw ImportError(path: head.file.name, line: plan.firstLine, fault)
      }
    }
  }

  /// Throws if the numbers of timestamps that count from 1970 show that they are in another unit than assumed.
  func requirePlausibleDates() throws {
    guard timeOrigin == "unix" else { return }
    for (stream, rows) in zip(plan.streams, firstRows()) {
      guard case .decimal(let exponent) = stream.time.format, !rows.times.isEmpty else { continue }
      let timeS = rows.times.sorted()[rows.count / 2]
      guard !Recording.possibleUnixS.contains(timeS) else { continue }
      let units: [Unit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
      let assumed = units.first { TimeFormat.exponent($0.symbol) == exponent } ?? .seconds
      let hints = units.compactMap { unit -> String? in
        let otherS = timeS / assumed.scale * unit.scale
        guard Recording.possibleUnixS.contains(otherS), let date = UTCTime.text(nearest: otherS)?.prefix(10) else {
          return nil
        }
        return "in \(unit), which a mapping can state, they would be of \(date)"
      }
      throw ImportError(
        path: head.file.name, line: plan.firstLine,
        "has timestamps of \(stream.name) of about \(timeS) s since 1970, taken to be in \(assumed); expected ones of the years "
          + "1980 to 2099: \(hints.first ?? "they seem not to count from 1970")")
    }
  }
}
