/// Compares the totals that a device states with the totals of its data.
enum DeviceTotals {
  /// The largest difference, as a fraction of the device's total.
  private static let toleranceFraction = 0.02
  /// Differences up to these are due to whole seconds and to positions, in s and m.
  private static let leastTimeS = 2.0, leastDistanceM = 10.0

  /// A fault for the timer time and for the distance, if they differ.
  ///
  /// The totals of the device's session are compared. If the device does not state them, as in TCX, its laps are
  /// compared with ours.
  static func faults(
    _ figures: WorkoutFigures, session: DeviceFigures?, laps: [WorkoutAnalysis.Lap]
  ) -> [WorkoutFault] {
    func pair(
      _ device: (DeviceFigures) -> Double?, _ own: (WorkoutFigures) -> Double?
    ) -> (device: Double, own: Double?)? {
      if let total = session.flatMap(device) { return (total, own(figures)) }
      let stated = laps.filter { $0.device.flatMap(device) != nil }
      guard !stated.isEmpty else { return nil }
      let owns = stated.compactMap { own($0.figures) }
      return (
        stated.compactMap { $0.device.flatMap(device) }.reduce(0, +),
        owns.isEmpty ? nil : owns.reduce(0, +)
      )
    }
    let timer = pair({ $0.timerTimeS }, { $0.timerTimeS }).flatMap {
      reason("timer time", "s", $0.device, $0.own, least: leastTimeS)
    }
    let distance = pair({ $0.distanceM }, { $0.distanceM }).flatMap {
      reason("distance", "m", $0.device, $0.own, least: leastDistanceM)
    }
    return [(timer, nil), (distance, Quantity.distance)].compactMap { found, quantity in
      found.map {
        WorkoutFault(
          kind: .deviceTotal, quantity: quantity, startTime: figures.startTime, endTime: figures.endTime, count: 1,
          value: $0.device, reason: $0.words)
      }
    }
  }

  private static func reason(
    _ what: String, _ unit: String, _ device: Double, _ own: Double?, least: Double
  ) -> (device: Double, words: String)? {
    let difference = abs(device - (own ?? 0))
    guard difference > least, difference > toleranceFraction * abs(device) else { return nil }
    let found = own.map { "its data give \(Words.number($0)) \(unit)" } ?? "its data give none"
    return (
      device, "\(what): the device states \(Words.number(device)) \(unit), and \(found), which differs by more than 2 %"
    )
  }
}
