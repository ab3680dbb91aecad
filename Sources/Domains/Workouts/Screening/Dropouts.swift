/// Finds times without data of a sensor while time counted.
enum Dropouts {
  /// The seconds without power, heart rate or cadence between the first and last one with a value, outside of pauses.
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
