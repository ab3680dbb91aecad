/// The heart rates that a strap stored by itself, such as under water, and sent to the watch afterwards.
///
/// Each message `hr` has up to eight rates with the time of each on the strap's own clock. A message with a timestamp
/// says which time of that clock it is. The FIT reader restores the times from their lowest 12 bits.
struct FITStrap {
  /// A time on the strap's clock, in s, and the same moment on the device's clock.
  private var anchor: (strap: Double, device: Double)?
  private(set) var rates: [(time: Double, bpm: Double)] = []
  /// The number of rates that have no time or are 0.
  private(set) var unusableCount = 0

  /// Numbers of fields in the FIT profile.
  private enum Field {
    static let fraction: UInt8 = 0
    static let rate: UInt8 = 6
    static let eventTime: UInt8 = 9
  }

  /// How long a rate of the watch counts, in s. Rates of the strap fill only longer gaps.
  private static let validS = 10.0

  /// Takes a message.
  /// - Parameter time: its timestamp; nil if it has no timestamp.
  mutating func take(_ message: FITMessage, _ time: Double?) {
    let times = message.fields.filter { $0.kind.number == Field.eventTime && $0.developerIndex == nil }
      .flatMap(\.values).compactMap(\.self)
    if let time, let first = times.first {
      anchor = (first, time + (message[Field.fraction]?.value ?? 0))
    }
    for (place, rate) in (message[Field.rate]?.values ?? []).enumerated() {
      guard let rate else { continue }
      guard let anchor, place < times.count, rate > 0 else {
        unusableCount += 1
        continue
      }
      rates.append((anchor.device + times[place] - anchor.strap, rate))
    }
  }

  /// The heart rates of the records, with the rates of a strap in gaps of the records.
  static func merge(_ rates: [(time: Double, bpm: Double)], with records: ActivityStream) -> ActivityStream {
    guard !rates.isEmpty else { return records }
    let known = zip(records.rows.times, records.rows.datasets[0]).filter { !$0.1.isNaN }
      .map { (time: $0.0, bpm: Double($0.1)) }.sorted { $0.time < $1.time }
    var place = 0
    let added = rates.sorted { $0.time < $1.time }.filter { rate in
      while place < known.count, known[place].time <= rate.time { place += 1 }
      let before = place > 0 ? rate.time - known[place - 1].time : .infinity
      let after = place < known.count ? known[place].time - rate.time : .infinity
      return min(before, after) > validS
    }
    guard !added.isEmpty else { return records }
    var merged = ActivityStream(records.name, records.datasets)
    // A message with a timestamp repeats the last beat of the message before it.
    for (time, bpm) in (known + added).sorted(by: { $0.time < $1.time }) where merged.rows.times.last != time {
      merged.add(time, [bpm])
    }
    return merged
  }
}
