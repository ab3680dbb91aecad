/// Data of a device that were left out of every figure, or that contradict the figures, with the reason.
public struct WorkoutFault: Hashable, Sendable {
  /// The kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The timestamps go back, or so far ahead that no workout lasts that long.
    case clockJump = "clock_jump"
    /// Several samples with the same timestamp, of which the first counts; of the distance the last.
    case duplicateTimestamp = "duplicate_stamp"
    /// A value that no rider reaches, or a single value far above both neighbours.
    case spike
    /// A stretch without values while time counted.
    case dropout
    /// The distance decreased, for example after a restart of the device.
    case distanceReset = "distance_reset"
    /// Laps that overlap more often than the laps of any device do.
    case lapOverlap = "lap_overlap"
    /// The device states another timer time or distance than its data give.
    case deviceTotal = "device_total"
  }

  /// The kind of fault.
  public var kind: Kind
  /// The stream; nil for events and states.
  public var quantity: Quantity?
  /// The first timestamp, s; for a clock jump, the wrong timestamp as recorded.
  public var startTime: Double
  /// The last timestamp, s.
  public var endTime: Double
  /// Number of samples, or of missing seconds for a dropout.
  public var count: Int
  /// The most extreme value, in the stream's unit, if relevant; of a total, the device's own.
  public var value: Double?
  /// The fault and its treatment, in a sentence.
  public var reason: String
}

/// Finds times without data of a sensor while time counted.
enum Dropouts {
  /// The seconds without power, heart rate or cadence between the first and the last second with a value, outside of
  /// pauses.
  ///
  /// A stretch is reported from 5 s on. These values are left out of all means; nothing replaces them.
  static func find(_ series: WorkoutSeries) -> [WorkoutFault] {
    let streams: [(Quantity, EvenSeries)] = [
      (.power, series.power), (.heartRate, series.heartRate), (.cadence, series.cadence),
    ]
    return streams.flatMap { quantity, values in
      let runs = values.runs
      return zip(runs, runs.dropFirst()).compactMap { before, after -> WorkoutFault? in
        let start = values.startTime + Double(before.upperBound)
        let end = values.startTime + Double(after.lowerBound)
        let missing = Int(series.timer.timerS(from: start, to: end).rounded())
        guard missing >= 5 else { return nil }
        return WorkoutFault(
          kind: .dropout, quantity: quantity, startTime: start, endTime: end, count: missing, value: nil,
          reason: "no \(quantity.rawValue) for \(missing) s while time counted; these seconds are part of no figure")
      }
    }
  }
}

/// The format of numbers in reasons and explanations.
enum Words {
  /// A number without needless digits: a whole number without decimals, any other number with three decimals at most.
  static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
