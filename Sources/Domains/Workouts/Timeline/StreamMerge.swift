import SPSignals

/// Merges the streams of several devices, in the order in which they are trusted.
struct StreamMerge {
  let quantity: Quantity
  let rules: WorkoutRules

  init(_ quantity: Quantity, rules: WorkoutRules) {
    self.quantity = quantity
    self.rules = rules
  }

  /// The samples of all recordings.
  func merge(_ recordings: [DeviceRecording]) -> Samples {
    var merged = Samples()
    for samples in recordings.map({ $0[quantity] }) where !samples.isEmpty {
      if merged.isEmpty {
        merged = samples
        continue
      }
      // Each device's distance counts from the start of that device.
      if quantity == .distance { break }
      merged = joined(merged, quantity == .waterVolume ? newDrinks(samples, merged) : inGaps(samples, merged))
    }
    return merged
  }

  /// The samples in the gaps of the samples merged so far.
  private func inGaps(_ samples: Samples, _ others: Samples) -> Samples {
    let known = others.filter { !$1.isNaN }
    let gap = SamplingInterval(known.times, gapLimitS: rules.gapLimitS).gapS
    var place = 0
    return samples.filter { time, value in
      while place < known.count, known.times[place] <= time { place += 1 }
      let before = place > 0 ? time - known.times[place - 1] : .infinity
      let after = place < known.count ? known.times[place] - time : .infinity
      return !value.isNaN && before > gap && after > gap
    }
  }

  private func newDrinks(_ samples: Samples, _ others: Samples) -> Samples {
    let window = rules.session.duplicateWindowS
    let places = others.times.indices.filter { !others.values[$0].isNaN }
    let known = Dictionary(grouping: places) { others.values[$0] }.mapValues { $0.map { others.times[$0] } }
    return samples.filter { time, value in
      guard let times = known[value] else { return true }
      let next = partitionPoint(times.indices) { times[$0] < time - window }
      return next == times.count || times[next] > time + window
    }
  }

  private func joined(_ first: Samples, _ second: Samples) -> Samples {
    var joined = Samples()
    var one = 0
    var other = 0
    while one < first.count || other < second.count {
      if other == second.count || (one < first.count && first.times[one] <= second.times[other]) {
        joined.times.append(first.times[one])
        joined.values.append(first.values[one])
        one += 1
      } else {
        joined.times.append(second.times[other])
        joined.values.append(second.values[other])
        other += 1
      }
    }
    return joined
  }

  /// The events of all devices; an event that an earlier device also has counts once.
  static func events(_ recordings: [DeviceRecording], toleranceS: Double) -> [WorkoutEvent] {
    var merged: [WorkoutEvent] = []
    for recording in recordings {
      let known = Dictionary(grouping: merged, by: \.kind).mapValues { $0.map(\.time) }
      var places: [WorkoutEventKind: Int] = [:]
      let added = recording.events.filter { event in
        guard let times = known[event.kind] else { return true }
        var place = places[event.kind] ?? 0
        while place < times.count, times[place] < event.time - toleranceS { place += 1 }
        places[event.kind] = place
        return place == times.count || times[place] > event.time + toleranceS
      }
      merged = (merged + added).sorted { $0.time < $1.time }
    }
    return merged
  }
}
