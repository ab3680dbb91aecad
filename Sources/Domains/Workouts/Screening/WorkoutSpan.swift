/// The possible time of a workout, determined from most of its data.
///
/// The measured stream with the most samples determines the span. Without measured streams, the states and events in
/// order do, or else the drinks. Samples may come up to `longestGapS` before and after this stream, and events and
/// states up to `longestGapS` before and after the samples. Data more than `longestWorkoutS` after the first sample are
/// not part of the workout.
struct WorkoutSpan {
  /// The possible times of samples.
  private(set) var samples: ClosedRange<Double>
  /// The possible times of events, states, laps and sessions.
  private(set) var marks: ClosedRange<Double>
  /// The fault of data outside the span, as the words after "are dated".
  let words: String

  /// The span of recordings on one clock, whose streams are in order.
  init(_ recordings: [DeviceRecording], rules: WorkoutRules) {
    let hours = Words.number(rules.longestGapS / 3600)
    let days = Words.number(rules.longestWorkoutS / 86_400)
    words = "more than \(hours) h from most of the workout, or \(days) days after its start"
    guard let core = Self.core(recordings, rules) else {
      samples = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
      marks = samples
      return
    }
    let near = (core.lowerBound - rules.longestGapS)...(core.upperBound + rules.longestGapS)
    let measured = recordings.flatMap { $0.streams.filter { $0.key != .waterVolume }.values }
    let first = measured.compactMap { $0.times.first { near.contains($0) } }.min() ?? core.lowerBound
    let last = measured.compactMap { $0.times.last { near.contains($0) } }.max() ?? core.upperBound
    let end = first + rules.longestWorkoutS
    samples = near.lowerBound...min(near.upperBound, end)
    marks = (first - rules.longestGapS)...(min(last, end) + rules.longestGapS)
  }

  private static func core(_ recordings: [DeviceRecording], _ rules: WorkoutRules) -> ClosedRange<Double>? {
    var longest: [Double] = []
    for recording in recordings {
      for quantity in Quantity.allCases where quantity != .waterVolume && recording[quantity].count > longest.count {
        longest = recording[quantity].times
      }
    }
    if longest.isEmpty {
      let marks = recordings.flatMap(\.markers).map(\.time).filter(\.isFinite).sorted()
      let kept = ClockScreen(gapLimitS: rules.longestGapS).kept(marks)
      longest = kept.map { $0.map { marks[$0] } } ?? marks
    }
    if longest.isEmpty {
      longest = recordings.map { $0[.waterVolume].times }.max { $0.count < $1.count } ?? []
    }
    guard let first = longest.first, let last = longest.last else { return nil }
    return first...last
  }

  /// The span on the clock of a device.
  func onClock(of lag: ClockLag) -> WorkoutSpan {
    var span = self
    span.samples = lag.deviceTime(samples.lowerBound)...lag.deviceTime(samples.upperBound)
    span.marks = lag.deviceTime(marks.lowerBound)...lag.deviceTime(marks.upperBound)
    return span
  }
}
